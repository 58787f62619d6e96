import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme

// One option of a select; the chosen one has a tick.
AbstractButton {
    id: line

    required property bool chosen
    required property bool current
    required property string title
    required property string value

    Accessible.name: line.title
    Accessible.role: Accessible.ListItem
    Accessible.selectable: true
    Accessible.selected: line.chosen
    focusPolicy: Qt.NoFocus
    implicitHeight: Math.max(Theme.size.target, implicitContentHeight + Theme.space.s)
    leftPadding: Theme.space.m
    rightPadding: Theme.space.m

    background: Rectangle {
        border.color: Theme.notch.focus
        border.width: line.current ? Theme.size.focusRing : 0
        color: line.hovered || line.current ? Theme.notch.fill2 : "transparent"
        radius: Theme.radius.control
    }
    contentItem: Item {
        implicitHeight: words.implicitHeight

        BlockText {
            id: words

            Accessible.ignored: true
            font.weight: line.chosen ? Font.DemiBold : Font.Normal
            text: line.title

            anchors {
                left: parent.left
                right: tick.left
                rightMargin: Theme.space.s
                verticalCenter: parent.verticalCenter
            }
        }

        Icon {
            id: tick

            glyph: Icon.Check
            ink: Theme.notch.accentText
            visible: line.chosen

            anchors {
                right: parent.right
                verticalCenter: parent.verticalCenter
            }
        }
    }
}
