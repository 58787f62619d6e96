import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme

AbstractButton {
    id: control

    required property bool compact

    // What waits there for the person; 0 shows nothing.
    property int count: 0
    required property bool current
    required property int glyph

    Accessible.checked: control.current
    Accessible.description: control.count > 0 ? qsTr("Questions that wait for you: %1").arg(number.text) : ""
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
            anchors.right: mark.visible ? mark.left : parent.right
            anchors.verticalCenter: parent.verticalCenter
            color: control.current ? Theme.color.ink1 : Theme.color.ink2
            elide: Text.ElideRight
            text: control.text
            visible: !control.compact
            wrapMode: Text.NoWrap
        }

        // In a narrow sidebar it lies on the corner of the drawing.
        Rectangle {
            id: mark

            anchors.right: parent.right
            anchors.rightMargin: control.compact ? -Theme.space.m : 0
            anchors.top: control.compact ? parent.top : undefined
            anchors.topMargin: -Theme.space.s
            anchors.verticalCenter: control.compact ? undefined : parent.verticalCenter
            color: Theme.color.accent
            height: number.implicitHeight
            radius: height / 2
            visible: control.count > 0
            width: Math.max(height, number.implicitWidth + Theme.space.s)

            BodyText {
                id: number

                Accessible.ignored: true
                anchors.centerIn: parent
                color: Theme.color.accentInk
                font.pixelSize: control.compact ? Math.min(Theme.type.caption, Theme.size.icon * 0.75) :
                                                  Theme.type.caption
                font.weight: Font.DemiBold
                text: control.count.toLocaleString(Qt.locale(), "f", 0)
                wrapMode: Text.NoWrap
            }
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
