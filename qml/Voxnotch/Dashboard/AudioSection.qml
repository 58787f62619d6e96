import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property DevicesModel devices
    required property SettingsModel settings

    title: qsTr("Microphone and sound")

    DeviceRow {
        entry: section.settings.entry("audio.device")
        label: qsTr("Microphone")
        query: section.query
        width: parent.width
        devices: section.devices
    }

    ToggleRow {
        description: qsTr(
                         "Catches the 0.3 seconds before the press. The system shows the microphone as in use.")
        entry: section.settings.entry("audio.keep_open")
        label: qsTr("Keep the microphone open")
        query: section.query
        width: parent.width
    }

    ChoiceRow {
        entry: section.settings.entry("audio.other_sound")
        label: qsTr("Other sound while listening")
        query: section.query
        width: parent.width
        options: [
            {
                value: "leave",
                label: qsTr("Leave as it is")
            },
            {
                value: "lower",
                label: qsTr("Lower it")
            },
            {
                value: "pause",
                label: qsTr("Pause it")
            }
        ]
    }

    NumberRow {
        description: qsTr("When other sound is lowered.")
        entry: section.settings.entry("audio.lower_to_percent")
        label: qsTr("Lower to")
        query: section.query
        width: parent.width
        step: 5
        unit: qsTr("%")
    }

    ToggleRow {
        description: qsTr("A short sound when listening starts and stops.")
        entry: section.settings.entry("audio.cues")
        label: qsTr("Sounds")
        query: section.query
        width: parent.width
    }

    NumberRow {
        entry: section.settings.entry("audio.cue_volume_percent")
        label: qsTr("Volume of the sounds")
        query: section.query
        width: parent.width
        step: 5
        unit: qsTr("%")
    }

    NumberRow {
        description: qsTr("Then it ends as if you had stopped it.")
        entry: section.settings.entry("audio.longest_take_min")
        label: qsTr("Longest take")
        query: section.query
        width: parent.width
        step: 5
        unit: qsTr("min")
    }
}
