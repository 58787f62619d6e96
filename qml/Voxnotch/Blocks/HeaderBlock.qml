import QtQuick
import Voxnotch.Theme

Item {
    id: block

    required property string icon
    required property string image
    required property string text
    required property string trailing
    readonly property bool hasSign: picture.visible || sign.visible

    implicitHeight: Math.max(title.implicitHeight, tile.visible ? tile.height : 0)

    Rectangle {
        id: tile

        color: picture.visible ? "transparent" : Theme.notch.fill2
        height: sign.side + Theme.space.m
        radius: Theme.radius.control
        visible: block.hasSign
        width: height

        anchors {
            left: parent.left
            verticalCenter: parent.verticalCenter
        }

        CardImage {
            id: picture

            anchors.centerIn: parent
            side: tile.height
            source: block.image
        }

        NamedIcon {
            id: sign

            anchors.centerIn: parent
            ink: Theme.notch.ink1
            name: picture.visible ? "" : block.icon
        }
    }

    BlockText {
        id: title

        Accessible.role: Accessible.Heading
        font.pixelSize: Theme.type.title
        font.weight: Font.DemiBold
        maximumLineCount: 2
        text: block.text
        wrapMode: Text.Wrap

        anchors {
            left: block.hasSign ? tile.right : parent.left
            leftMargin: block.hasSign ? Theme.space.m : 0
            right: after.visible ? after.left : parent.right
            rightMargin: after.visible ? Theme.space.m : 0
            verticalCenter: parent.verticalCenter
        }
    }

    BlockText {
        id: after

        color: Theme.notch.ink2
        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.caption
        text: block.trailing
        visible: block.trailing !== ""
        width: Math.min(implicitWidth, block.width / 2)

        anchors {
            right: parent.right
            verticalCenter: parent.verticalCenter
        }
    }
}
