import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// A shortcut that is recorded by the core, which alone sees keys as its grabs will.
SettingRow {
    id: row

    required property ShortcutEntry hotkey

    Column {
        spacing: Theme.space.xs

        Row {
            anchors.right: parent.right
            spacing: Theme.space.s

            ShortcutLabel {
                anchors.verticalCenter: parent.verticalCenter
                shortcut: row.entry.text
                visible: row.entry.text !== "" && !row.hotkey.recording
            }

            BodyText {
                anchors.verticalCenter: parent.verticalCenter
                color: Theme.color.ink2
                text: row.hotkey.recording ? qsTr("Press the new shortcut…") : qsTr("None")
                visible: row.entry.text === "" || row.hotkey.recording
                wrapMode: Text.NoWrap
            }

            PillButton {
                Accessible.name: qsTr("Change the shortcut: %1").arg(row.label)
                enabled: !row.hotkey.recording
                text: qsTr("Change")

                onClicked: row.hotkey.record()
            }

            IconButton {
                anchors.verticalCenter: parent.verticalCenter
                glyph: Icon.Close
                label: qsTr("Use no shortcut: %1").arg(row.label)
                visible: row.entry.text !== ""

                onClicked: row.entry.setText("")
            }
        }

        ProblemText {
            anchors.right: parent.right
            code: row.hotkey.problem
            width: Math.min(row.width, Theme.size.sidebar * 1.4 * Theme.textScale)
        }
    }
}
