pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// A line, some lines or a secret. Every change goes to the draft at once, so what is shown elsewhere follows.
FieldFrame {
    id: block

    required property string bind
    required property BlockHost host
    required property string kind
    required property bool multiline
    required property string placeholder
    required property string text
    readonly property bool secret: block.kind === "passwordField"
    required error
    required label
    required mark
    required needed

    Loader {
        sourceComponent: block.multiline ? lines : line
        width: parent.width
    }

    Component {
        id: line

        TextField {
            id: field

            // WORKAROUND: Qt 6.11 tells assistive technology no name of a field with a password; its label is the
            // description, until Qt tells both.
            Accessible.description: block.secret ? (block.label + " " + block.error).trim() : block.error
            Accessible.name: block.label
            Accessible.role: Accessible.EditableText
            color: Theme.notch.ink1
            echoMode: block.secret ? TextInput.Password : TextInput.Normal
            font.pixelSize: Theme.type.body
            horizontalAlignment: TextInput.AlignLeft
            implicitHeight: Math.max(Theme.size.control, contentHeight + 2 * Theme.space.s)
            leftPadding: Theme.space.m
            objectName: "field." + block.bind
            placeholderText: block.placeholder
            placeholderTextColor: Theme.notch.ink3
            rightPadding: Theme.space.m
            selectByMouse: true
            selectedTextColor: Theme.notch.accentInk
            selectionColor: Theme.notch.accent
            text: block.text
            verticalAlignment: TextInput.AlignVCenter

            background: FieldBack {
                faulty: block.error !== ""
                focused: field.activeFocus
                hovered: field.hovered
            }

            onPressed: block.host.keyboardWanted()
            onTextEdited: block.host.textEdited(block.bind, field.text)
        }
    }

    Component {
        id: lines

        TextArea {
            id: area

            Accessible.description: block.error
            Accessible.multiLine: true
            Accessible.name: block.label
            Accessible.role: Accessible.EditableText
            bottomPadding: Theme.space.s
            color: Theme.notch.ink1
            font.pixelSize: Theme.type.body
            horizontalAlignment: TextEdit.AlignLeft
            leftPadding: Theme.space.m
            objectName: "field." + block.bind
            placeholderText: block.placeholder
            placeholderTextColor: Theme.notch.ink3
            rightPadding: Theme.space.m
            selectByMouse: true
            selectedTextColor: Theme.notch.accentInk
            selectionColor: Theme.notch.accent
            text: block.text
            textFormat: TextEdit.PlainText
            topPadding: Theme.space.s
            wrapMode: TextEdit.Wrap

            background: FieldBack {
                faulty: block.error !== ""
                focused: area.activeFocus
                hovered: area.hovered
            }

            Keys.onBacktabPressed: area.nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
            Keys.onTabPressed: area.nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
            onPressed: block.host.keyboardWanted()
            onTextChanged: if (area.activeFocus && area.text !== block.text)
                               block.host.textEdited(block.bind, area.text)
        }
    }
}
