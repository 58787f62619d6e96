import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property RulesModel rules
    required property SettingsModel settings

    title: qsTr("Text")

    ToggleRow {
        description: qsTr("“um”, “uh” and the like.")
        entry: section.settings.entry("text.remove_fillers")
        label: qsTr("Leave out fillers")
        query: section.query
        width: parent.width
    }

    ToggleRow {
        description: qsTr("“comma”, “new line” and the like become signs.")
        entry: section.settings.entry("text.spoken_punctuation")
        label: qsTr("Spoken punctuation")
        query: section.query
        width: parent.width
    }

    WordsEditor {
        description: qsTr("Names and words that are to be written exactly so.")
        entry: section.settings.entry("text.vocabulary")
        label: qsTr("Vocabulary")
        query: section.query
        width: parent.width
        rules: section.rules
    }

    ReplacementsEditor {
        description: qsTr(
                         "Whole words, in any case, are written as you say here. Shift+Return makes a line break.")
        entry: section.settings.entry("text.replacements")
        label: qsTr("Replacements")
        query: section.query
        width: parent.width
        rules: section.rules
    }
}
