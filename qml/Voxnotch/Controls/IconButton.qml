import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

Button {
    id: control

    required property int glyph
    required property string label
    property color ink: Theme.color.ink2

    Accessible.name: control.label
    Accessible.role: Accessible.Button
    implicitHeight: Math.max(Theme.size.target, implicitContentHeight + Theme.space.s)
    implicitWidth: implicitHeight
    opacity: control.enabled ? 1 : 0.4
    padding: Theme.space.xs

    background: Rectangle {
        color: control.down ? Theme.color.track : control.hovered ? Theme.color.fill2 : "transparent"
        radius: Theme.radius.control

        FocusRing {
            shown: control.visualFocus
        }
    }
    contentItem: Item {
        implicitHeight: drawing.implicitHeight
        implicitWidth: drawing.implicitWidth

        Icon {
            id: drawing

            anchors.centerIn: parent
            glyph: control.glyph
            ink: control.hovered ? Theme.color.ink1 : control.ink
        }
    }

    Keys.onEnterPressed: control.click()
    Keys.onReturnPressed: control.click()

    TipBubble {
        text: control.label
        visible: control.hovered || control.visualFocus
    }
}
