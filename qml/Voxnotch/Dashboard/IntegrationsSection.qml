import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property SettingsModel settings

    title: qsTr("Integrations")

    ChoiceRow {
        description: qsTr("An integration may have its own choice. A lock that you set always holds.")
        entry: section.settings.entry("integrations.ask_for")
        label: qsTr("Ask before a tool runs")
        query: section.query
        width: parent.width
        options: [
            {
                value: "everything",
                label: qsTr("Always")
            },
            {
                value: "acting",
                label: qsTr("When it changes something")
            },
            {
                value: "declared",
                label: qsTr("Only when it asks to")
            }
        ]
    }

    NumberRow {
        description: qsTr("0 keeps them until the integration is removed.")
        entry: section.settings.entry("integrations.keep_calls_days")
        label: qsTr("Keep the list of calls for")
        query: section.query
        width: parent.width
        step: 30
        unit: qsTr("days")
    }
}
