import QtQuick
import Voxnotch.ViewModels

SettingsSection {
    id: section

    required property HotkeysModel hotkeys
    required property SettingsModel settings

    title: qsTr("Shortcuts")

    ShortcutRow {
        description: qsTr("What you say is written where the cursor is.")
        entry: section.settings.entry("hotkeys.dictate")
        label: qsTr("Dictate")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("dictate")
    }

    ShortcutRow {
        description: qsTr("What you say is meant for the assistant.")
        entry: section.settings.entry("hotkeys.agent")
        label: qsTr("Ask")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("agent")
    }

    ShortcutRow {
        description: qsTr("Opens a field in the notch for what you would rather type.")
        entry: section.settings.entry("hotkeys.write")
        label: qsTr("Ask in writing")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("write")
    }

    ChoiceRow {
        description: qsTr("Applies to Dictate and Ask.")
        entry: section.settings.entry("hotkeys.mode")
        label: qsTr("How the shortcut works")
        query: section.query
        width: parent.width
        options: [
            {
                value: "hold",
                label: qsTr("Hold while speaking")
            },
            {
                value: "toggle",
                label: qsTr("Press to start, press to stop")
            },
            {
                value: "tap-or-hold",
                label: qsTr("Tap or hold")
            },
            {
                value: "double-tap",
                label: qsTr("Press twice")
            }
        ]
    }

    NumberRow {
        description: qsTr("With Tap or hold: a shorter press keeps listening until the next press.")
        entry: section.settings.entry("hotkeys.hold_threshold_ms")
        label: qsTr("Longest tap")
        query: section.query
        width: parent.width
        step: 50
        unit: qsTr("ms")
    }

    NumberRow {
        description: qsTr("With Press twice: the second press comes within this time.")
        entry: section.settings.entry("hotkeys.double_tap_ms")
        label: qsTr("Time between two presses")
        query: section.query
        width: parent.width
        step: 50
        unit: qsTr("ms")
    }

    ShortcutRow {
        description: qsTr(
                         "Pressed while the shortcut is held: keeps listening until the shortcut is pressed again.")
        entry: section.settings.entry("hotkeys.lock")
        label: qsTr("Hands-free")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("lock")
    }

    ShortcutRow {
        description: qsTr("Taken from other programs only while Voxnotch listens.")
        entry: section.settings.entry("hotkeys.cancel")
        label: qsTr("Cancel")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("cancel")
    }

    ChoiceRow {
        description: qsTr("So that a key meant for another program does not end a take.")
        entry: section.settings.entry("hotkeys.cancel_key")
        label: qsTr("Cancelling")
        query: section.query
        width: parent.width
        options: [
            {
                value: "off",
                label: qsTr("Off")
            },
            {
                value: "once",
                label: qsTr("At the first press")
            },
            {
                value: "twice",
                label: qsTr("At the second press")
            }
        ]
    }

    NumberRow {
        description: qsTr("When cancelling takes two presses.")
        entry: section.settings.entry("hotkeys.cancel_window_ms")
        label: qsTr("Time for the second press")
        query: section.query
        width: parent.width
        step: 100
        unit: qsTr("ms")
    }

    ShortcutRow {
        description: qsTr("Takes back exactly what Voxnotch inserted.")
        entry: section.settings.entry("hotkeys.undo")
        label: qsTr("Undo the last insertion")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("undo")
    }

    ShortcutRow {
        description: qsTr("Into the window that has the focus.")
        entry: section.settings.entry("hotkeys.paste_last")
        label: qsTr("Paste the last text again")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("paste-last")
    }

    ShortcutRow {
        description: qsTr("Gives the keyboard to a card that asks you something.")
        entry: section.settings.entry("hotkeys.card")
        label: qsTr("Answer a question")
        query: section.query
        width: parent.width
        hotkey: section.hotkeys.entry("card")
    }
}
