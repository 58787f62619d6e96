import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

TextField {
    id: control

    property bool faulty: false
    property int leadingGlyph: -1
    required property string label
    readonly property real leadingRoom: control.leadingGlyph < 0 ? Theme.space.m : Theme.space.m
                                                                   + leading.implicitWidth + Theme.space.s

    Accessible.name: control.label
    Accessible.role: Accessible.EditableText
    color: Theme.color.ink1
    font.pixelSize: Theme.type.body
    implicitHeight: Math.max(Theme.size.control, contentHeight + Theme.space.s * 2)
    leftPadding: control.LayoutMirroring.enabled ? Theme.space.m : control.leadingRoom
    horizontalAlignment: TextInput.AlignLeft
    placeholderTextColor: Theme.color.ink3
    rightPadding: control.LayoutMirroring.enabled ? control.leadingRoom : Theme.space.m
    selectByMouse: true
    selectedTextColor: Theme.color.accentInk
    selectionColor: Theme.color.accent
    verticalAlignment: TextInput.AlignVCenter

    background: Rectangle {
        border.color: control.faulty ? Theme.color.bad : control.activeFocus ? Theme.color.focus :
                                                                               Theme.color.line
        border.width: control.activeFocus || control.faulty ? Theme.size.focusRing : Theme.size.hairline
        color: Theme.color.fill1
        radius: Theme.radius.control

        Icon {
            id: leading

            anchors.left: parent.left
            anchors.leftMargin: Theme.space.m
            anchors.verticalCenter: parent.verticalCenter
            glyph: Math.max(control.leadingGlyph, 0)
            ink: Theme.color.ink3
            visible: control.leadingGlyph >= 0
        }
    }

    // What hides its text tells no name of its own to screen readers; they take that of its label.
    Component.onCompleted: if (control.echoMode !== TextInput.Normal)
                               control.Accessible.labelledBy = caption

    Item {
        id: caption

        Accessible.ignored: control.echoMode === TextInput.Normal
        Accessible.name: control.label
        Accessible.role: Accessible.StaticText
    }
}
