import QtQuick
import Voxnotch.Blocks
import Voxnotch.Theme
import Voxnotch.ViewModels

// Title of the card, and always which action of which integration it is (A55), with the mark of a destructive one.
Item {
    id: head

    required property QuestionModel question
    readonly property string source: head.question.tool !== "" ? head.question.integration + " · "
                                                                 + head.question.tool :
                                                                 head.question.integration

    implicitHeight: Theme.space.l + Math.max(tile.height, words.implicitHeight)

    Rectangle {
        id: tile

        color: picture.visible ? "transparent" : Theme.notch.fill2
        height: Math.round(Theme.space.xl * 1.4 * Math.min(Theme.textScale, 1.5))
        radius: Theme.radius.control
        width: height
        y: Theme.space.l
        anchors.left: parent.left

        CardImage {
            id: picture

            anchors.centerIn: parent
            side: tile.height
            source: sign.visible ? "" : head.question.image
        }

        NamedIcon {
            id: sign

            anchors.centerIn: parent
            ink: Theme.notch.ink1
            name: head.question.icon
        }

        BlockText {
            Accessible.ignored: true
            anchors.centerIn: parent
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.title
            font.weight: Font.DemiBold
            text: Array.from(head.question.integration)[0] ?? ""
            visible: !picture.visible && !sign.visible
        }
    }

    Column {
        id: words

        spacing: Theme.size.focusRing
        y: Theme.space.l + Math.max(0, (tile.height - implicitHeight) / 2)

        anchors {
            left: tile.right
            leftMargin: Theme.space.m
            right: parent.right
        }

        BlockText {
            Accessible.role: Accessible.Heading
            font.pixelSize: Theme.type.title
            font.weight: Font.DemiBold
            maximumLineCount: 3
            objectName: "title"
            text: head.question.title
            width: parent.width
            wrapMode: Text.Wrap
        }

        BlockText {
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            maximumLineCount: 2
            objectName: "source"
            text: head.source
            width: parent.width
            wrapMode: Text.Wrap
        }

        TonePill {
            anchors.left: parent.left
            objectName: "destructive"
            text: qsTr("Hard to undo")
            tone: "danger"
            visible: head.question.destructive
        }
    }
}
