import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Blocks
import Voxnotch.Theme

// One of the few things that may have been meant, with the key that chooses it.
AbstractButton {
    id: option

    required property string detail
    required property string label
    required property int place

    Accessible.description: option.detail
    Accessible.name: option.label
    Accessible.role: Accessible.Button
    implicitHeight: Math.max(Theme.size.control, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space.m
    bottomPadding: Theme.space.s
    objectName: "option" + option.place
    rightPadding: Theme.space.m
    text: option.label
    topPadding: Theme.space.s

    background: Rectangle {
        border.color: option.visualFocus ? Theme.notch.focus : Theme.notch.track
        border.width: option.visualFocus ? Theme.size.focusRing : Theme.size.hairline
        color: option.hovered || option.down ? Theme.notch.fill2 : Theme.notch.fill1
        radius: Theme.radius.control
    }
    contentItem: Item {
        implicitHeight: lines.implicitHeight

        BlockText {
            id: key

            Accessible.ignored: true
            color: Theme.notch.ink3
            font.features: Theme.tabularFigures
            text: option.place + 1

            anchors {
                left: parent.left
                verticalCenter: parent.verticalCenter
            }
        }

        Column {
            id: lines

            anchors {
                left: key.right
                leftMargin: Theme.space.m
                right: parent.right
                verticalCenter: parent.verticalCenter
            }

            BlockText {
                Accessible.ignored: true
                font.weight: Font.DemiBold
                maximumLineCount: 2
                text: option.label
                width: parent.width
                wrapMode: Text.Wrap
            }

            BlockText {
                Accessible.ignored: true
                color: Theme.notch.ink2
                font.pixelSize: Theme.type.caption
                maximumLineCount: 2
                text: option.detail
                visible: option.detail !== ""
                width: parent.width
                wrapMode: Text.Wrap
            }
        }
    }

    Keys.onEnterPressed: option.click()
    Keys.onReturnPressed: option.click()
}
