import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    readonly property var monitorOptions: [
        {
            value: "pointer",
            label: qsTr("With the pointer")
        },
        {
            value: "focus",
            label: qsTr("With the focused window")
        },
        {
            value: "primary",
            label: qsTr("Main screen")
        }
    ].concat(section.outputOptions)
    required property var outputOptions
    required property SettingsModel settings

    title: qsTr("Notch")

    ChoiceRow {
        entry: section.settings.entry("notch.monitor")
        label: qsTr("Screen")
        query: section.query
        width: parent.width
        options: section.monitorOptions
    }

    ToggleRow {
        description: qsTr("Nothing is shown at the top edge while Voxnotch waits.")
        entry: section.settings.entry("notch.hidden_until_used")
        label: qsTr("Hide until used")
        query: section.query
        width: parent.width
    }

    ChoiceRow {
        entry: section.settings.entry("notch.full_screen")
        label: qsTr("Over full-screen windows")
        query: section.query
        width: parent.width
        options: [
            {
                value: "hide",
                label: qsTr("Never show")
            },
            {
                value: "when-active",
                label: qsTr("Show while listening")
            },
            {
                value: "show",
                label: qsTr("Always show")
            }
        ]
    }

    ToggleRow {
        description: qsTr("Keeps clear of a panel at the top edge.")
        entry: section.settings.entry("notch.below_panels")
        label: qsTr("Stay below panels")
        query: section.query
        width: parent.width
    }

    ToggleRow {
        description: qsTr("Sizes jump instead of growing. Also follows the system.")
        entry: section.settings.entry("notch.reduced_motion")
        label: qsTr("Reduce motion")
        query: section.query
        width: parent.width
    }
}
