import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme

AbstractButton {
    id: control

    required property bool compact
    required property bool current
    required property int glyph

    Accessible.checked: control.current
    Accessible.name: control.text
    Accessible.role: Accessible.PageTab
    Accessible.selectable: true
    Accessible.selected: control.current
    implicitHeight: Math.max(Theme.size.control, implicitContentHeight + Theme.space.s)
    implicitWidth: implicitContentWidth + Theme.space.m * 2
    leftPadding: Theme.space.m
    rightPadding: Theme.space.m

    background: Rectangle {
        color: control.current ? Theme.color.fill2 : control.hovered ? Theme.color.fill1 : "transparent"
        radius: Theme.radius.control

        FocusRing {
            shown: control.visualFocus
        }
    }
    contentItem: Item {
        implicitHeight: Math.max(drawing.implicitHeight, label.implicitHeight)
        implicitWidth: drawing.implicitWidth

        Icon {
            id: drawing

            anchors.left: parent.left
            anchors.verticalCenter: parent.verticalCenter
            glyph: control.glyph
            ink: control.current ? Theme.color.ink1 : Theme.color.ink2
        }

        BodyText {
            id: label

            Accessible.ignored: true
            anchors.left: drawing.right
            anchors.leftMargin: Theme.space.m
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            color: control.current ? Theme.color.ink1 : Theme.color.ink2
            elide: Text.ElideRight
            text: control.text
            visible: !control.compact
            wrapMode: Text.NoWrap
        }
    }

    Accessible.onPressAction: control.click()
    Keys.onEnterPressed: control.click()
    Keys.onReturnPressed: control.click()

    TipBubble {
        text: control.text
        visible: control.compact && (control.hovered || control.visualFocus)
    }
}
