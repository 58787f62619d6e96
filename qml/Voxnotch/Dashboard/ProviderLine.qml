import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme

// One who may answer; `chosen` is bound by the owner, a click only asks.
AbstractButton {
    id: line

    required property bool chosen
    required property bool leaves
    required property string meaning
    required property string title

    Accessible.checkable: true
    Accessible.checked: line.chosen
    Accessible.description: line.meaning
    Accessible.name: line.title
    Accessible.role: Accessible.RadioButton
    bottomPadding: Theme.space.s
    implicitHeight: Math.max(Theme.size.control, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space.s
    rightPadding: Theme.space.s
    text: line.title
    topPadding: Theme.space.s

    background: Rectangle {
        color: line.chosen ? Theme.color.fill2 : line.hovered ? Theme.color.fill1 : "transparent"
        radius: Theme.radius.control

        FocusRing {
            shown: line.visualFocus
        }
    }
    contentItem: Item {
        implicitHeight: Math.max(mark.height, words.implicitHeight)

        Rectangle {
            id: mark

            anchors.left: parent.left
            anchors.verticalCenter: parent.verticalCenter
            border.color: line.chosen ? Theme.color.accent : Theme.color.ink3
            border.width: Theme.size.hairline
            color: line.chosen ? Theme.color.accent : Theme.color.fill1
            height: width
            radius: width / 2
            width: Theme.size.icon * Math.max(1, Math.min(Theme.textScale, 1.5)) + Theme.size.focusRing

            Icon {
                anchors.centerIn: parent
                glyph: Icon.Check
                height: width
                ink: Theme.color.accentInk
                visible: line.chosen
                width: parent.width - Theme.size.focusRing * 2
            }
        }

        Column {
            id: words

            anchors.left: mark.right
            anchors.leftMargin: Theme.space.m
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            spacing: Theme.space.xs / 2

            BodyText {
                Accessible.ignored: true
                font.weight: Font.DemiBold
                text: line.title
                width: parent.width
            }

            Row {
                spacing: Theme.space.xs
                width: parent.width

                Icon {
                    id: sign

                    glyph: Icon.Globe
                    height: width
                    ink: Theme.color.ink2
                    visible: line.leaves
                    width: Theme.type.body
                }

                BodyText {
                    Accessible.ignored: true
                    color: Theme.color.ink2
                    font.pixelSize: Theme.type.caption
                    text: line.meaning
                    width: parent.width - (sign.visible ? sign.width + parent.spacing : 0)
                }
            }
        }
    }

    Keys.onEnterPressed: line.click()
    Keys.onReturnPressed: line.click()
}
