import QtQuick
import Voxnotch.Controls
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property var languages
    required property SettingsModel settings

    signal onboardingWanted

    title: qsTr("General")

    ChoiceRow {
        description: qsTr("Of the window, the notch and the messages.")
        entry: section.settings.entry("general.language")
        label: qsTr("Language")
        options: [
            {
                value: "system",
                label: qsTr("As the system")
            }
        ].concat(section.languages)
        query: section.query
        width: parent.width
    }

    ChoiceRow {
        description: qsTr("The notch stays dark unless Light is chosen.")
        entry: section.settings.entry("general.color_scheme")
        label: qsTr("Appearance")
        options: [
            {
                value: "system",
                label: qsTr("As the system")
            },
            {
                value: "dark",
                label: qsTr("Dark")
            },
            {
                value: "light",
                label: qsTr("Light")
            }
        ]
        query: section.query
        width: parent.width
    }

    ToggleRow {
        description: qsTr("Voxnotch starts in the tray. Open the window from there.")
        entry: section.settings.entry("general.start_hidden")
        label: qsTr("Start without the window")
        query: section.query
        width: parent.width
    }

    SettingRow {
        description: qsTr("Try the microphone, the shortcut and pasting once more.")
        entry: section.settings.entry("general.onboarded")
        label: qsTr("First steps")
        query: section.query
        resettable: false
        width: parent.width

        PillButton {
            Accessible.name: qsTr("Go through the first steps")
            text: qsTr("Start")

            onClicked: section.onboardingWanted()
        }
    }
}
