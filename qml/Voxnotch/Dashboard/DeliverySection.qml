import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property RulesModel rules
    required property SettingsModel settings

    title: qsTr("Insertion")

    ChoiceRow {
        entry: section.settings.entry("delivery.method")
        label: qsTr("How text is inserted")
        query: section.query
        width: parent.width
        options: [
            {
                value: "paste",
                label: qsTr("Paste")
            },
            {
                value: "type",
                label: qsTr("Type")
            },
            {
                value: "copy",
                label: qsTr("Only copy")
            }
        ]
    }

    TextRow {
        description: qsTr("What programs take as “paste”.")
        entry: section.settings.entry("delivery.chord")
        label: qsTr("Paste shortcut")
        query: section.query
        width: parent.width
        placeholder: "ctrl+v"
    }

    ToggleRow {
        description: qsTr("So that the next take does not stick to this one.")
        entry: section.settings.entry("delivery.trailing_space")
        label: qsTr("Add a space after the text")
        query: section.query
        width: parent.width
    }

    ToggleRow {
        description: qsTr("What was on the clipboard is there again after pasting.")
        entry: section.settings.entry("delivery.restore_clipboard")
        label: qsTr("Put the clipboard back")
        query: section.query
        width: parent.width
    }

    NumberRow {
        description: qsTr("If it has not taken the text by then, Voxnotch says so.")
        entry: section.settings.entry("delivery.read_timeout_ms")
        label: qsTr("Wait for the program")
        query: section.query
        width: parent.width
        step: 500
        unit: qsTr("ms")
    }

    ToggleRow {
        description: qsTr("Sent as Shift+Return, so that they do not submit. Off: a space.")
        entry: section.settings.entry("delivery.keep_line_breaks")
        label: qsTr("Keep line breaks when typing")
        query: section.query
        width: parent.width
    }

    AppRulesEditor {
        description: qsTr("The first rule that fits decides. Terminals have a rule of their own.")
        entry: section.settings.entry("delivery.apps")
        label: qsTr("Rules for programs")
        query: section.query
        width: parent.width
        rules: section.rules
    }
}
