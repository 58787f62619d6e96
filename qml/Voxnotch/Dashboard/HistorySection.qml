import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property SettingsModel settings

    title: qsTr("History and privacy")

    NumberRow {
        description: qsTr("0 keeps them until you delete them.")
        entry: section.settings.entry("history.keep_days")
        label: qsTr("Keep texts for")
        query: section.query
        width: parent.width
        step: 30
        unit: qsTr("days")
    }

    NumberRow {
        description: qsTr("0: as long as the text. −1: deleted as soon as the text was delivered.")
        entry: section.settings.entry("history.keep_audio_days")
        label: qsTr("Keep recordings for")
        query: section.query
        width: parent.width
        step: 10
        unit: qsTr("days")
    }
}
