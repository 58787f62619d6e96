import QtQuick
import Voxnotch.Controls
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property SettingsModel settings
    required property VoicesModel voices

    signal modelsWanted

    title: qsTr("Agent")

    SettingRow {
        description: qsTr(
                         "Commands and tools alone, or a language model: with its key and its limits on the Models page.")
        entry: section.settings.entry("agent.model")
        label: qsTr("Who answers")
        query: section.query
        resettable: false
        width: parent.width

        PillButton {
            Accessible.name: qsTr("Choose who answers")
            text: qsTr("Choose")

            onClicked: section.modelsWanted()
        }
    }

    NumberRow {
        description: qsTr("After so long without a word, the agent does not go on with what was said before.")
        entry: section.settings.entry("agent.thread_minutes")
        label: qsTr("New topic after")
        query: section.query
        step: 5
        unit: qsTr("min")
        width: parent.width
    }

    ChoiceRow {
        description: qsTr("An answer is always shown too.")
        entry: section.settings.entry("agent.speak")
        label: qsTr("Say answers aloud")
        options: [
            {
                value: "never",
                label: qsTr("Never")
            },
            {
                value: "when-spoken",
                label: qsTr("When you spoke")
            },
            {
                value: "always",
                label: qsTr("Always")
            }
        ]
        query: section.query
        width: parent.width
    }

    VoiceRow {
        description: qsTr("What reads answers aloud.")
        entry: section.settings.entry("agent.voice")
        label: qsTr("Voice")
        query: section.query
        voices: section.voices
        width: parent.width
    }

    NumberRow {
        description: qsTr("100 is the usual speed.")
        entry: section.settings.entry("agent.speaking_rate_percent")
        label: qsTr("Speed of the voice")
        query: section.query
        step: 10
        unit: qsTr("%")
        width: parent.width
    }

    NumberRow {
        entry: section.settings.entry("agent.speaking_volume_percent")
        label: qsTr("Volume of the voice")
        query: section.query
        step: 5
        unit: qsTr("%")
        width: parent.width
    }

    ToggleRow {
        description: qsTr("After an answer was spoken to its end, Voxnotch listens for what you say next.")
        entry: section.settings.entry("agent.follow_up")
        label: qsTr("Listen again by itself")
        query: section.query
        width: parent.width
    }
}
