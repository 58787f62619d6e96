import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Blocks
import Voxnotch.Theme

// A line to type in. It has the keyboard once the notch has it; a press asks for that.
TextField {
    id: field

    property bool faulty: false
    required property string label
    property string problem: ""

    signal keyboardWanted

    Accessible.description: field.problem
    Accessible.name: field.label
    Accessible.role: Accessible.EditableText
    color: Theme.notch.ink1
    font.pixelSize: Theme.type.body
    horizontalAlignment: TextInput.AlignLeft
    implicitHeight: Math.max(Theme.size.control, contentHeight + 2 * Theme.space.s)
    leftPadding: Theme.space.m
    placeholderTextColor: Theme.notch.ink3
    rightPadding: Theme.space.m
    selectByMouse: true
    selectedTextColor: Theme.notch.accentInk
    selectionColor: Theme.notch.accent
    verticalAlignment: TextInput.AlignVCenter

    background: FieldBack {
        faulty: field.faulty
        focused: field.activeFocus
        hovered: field.hovered
    }

    onPressed: field.keyboardWanted()
}
