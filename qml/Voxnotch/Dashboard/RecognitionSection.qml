import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    readonly property var languageOptions: [
        {
            value: "auto",
            label: qsTr("Detect automatically")
        }
    ].concat(section.speechLanguages)
    required property var modelOptions
    required property var speechLanguages
    required property SettingsModel settings

    title: qsTr("Recognition")

    ChoiceRow {
        description: qsTr("The Models page says more about each.")
        entry: section.settings.entry("recognition.model")
        label: qsTr("Model")
        query: section.query
        width: parent.width
        options: section.modelOptions
    }

    ChoiceRow {
        description: qsTr("A model for English alone ignores this.")
        entry: section.settings.entry("recognition.language")
        label: qsTr("Language you speak")
        query: section.query
        width: parent.width
        options: section.languageOptions
    }

    ToggleRow {
        description: qsTr("Words that may still change are paler.")
        entry: section.settings.entry("recognition.live_words")
        label: qsTr("Show words while you speak")
        query: section.query
        width: parent.width
    }

    NumberRow {
        description: qsTr("0: half of the cores, at most four.")
        entry: section.settings.entry("recognition.threads")
        label: qsTr("Processor threads")
        query: section.query
        width: parent.width
        step: 1
        unit: qsTr("threads")
    }

    NumberRow {
        description: qsTr("The model is loaded again at the next take. 0 keeps it loaded.")
        entry: section.settings.entry("recognition.unload_after_min")
        label: qsTr("Free memory after")
        query: section.query
        width: parent.width
        step: 5
        unit: qsTr("min")
    }
}
