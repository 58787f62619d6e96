pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Blocks
import Voxnotch.Theme
import Voxnotch.ViewModels

// A glance card: whose it is, the narration, one to three blocks. Stays until it is dismissed.
Item {
    id: face

    required property NotchModel notch
    required property SurfaceModel surface
    readonly property GlanceModel glance: face.notch.glance as GlanceModel

    implicitHeight: Math.min(scroller.y + scroller.implicitHeight + Theme.space.l, face.surface.maximumHeight)

    HintTimer {
        notch: face.notch
        shown: face.visible
    }

    BlockHost {
        id: host

        onUrlAsked: url => face.notch.openUrl(url)
    }

    Item {
        id: top

        height: Math.max(source.implicitHeight, cross.implicitHeight)

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.s
            top: parent.top
            topMargin: Theme.space.s
        }

        CardImage {
            id: sign

            source: face.notch.icon

            anchors {
                left: parent.left
                verticalCenter: parent.verticalCenter
            }
        }

        BlockText {
            id: source

            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            text: face.notch.hint !== "" ? face.notch.hint : face.notch.title

            anchors {
                left: sign.visible ? sign.right : parent.left
                leftMargin: sign.visible ? Theme.space.s : 0
                right: mark.visible ? mark.left : cross.left
                rightMargin: Theme.space.s
                verticalCenter: parent.verticalCenter
            }
        }

        SpeakingMark {
            id: mark

            notch: face.notch

            anchors {
                right: cross.left
                verticalCenter: parent.verticalCenter
            }
        }

        NotchCross {
            id: cross

            name: qsTr("Close")
            objectName: "cross"

            onClicked: face.notch.dismiss()

            anchors {
                right: parent.right
                verticalCenter: parent.verticalCenter
            }
        }
    }

    CardScroll {
        id: scroller

        spacing: Theme.space.m

        anchors {
            bottom: parent.bottom
            bottomMargin: Theme.space.l
            left: parent.left
            right: parent.right
            top: top.bottom
            topMargin: Theme.space.xs
        }

        MarkdownBlock {
            host: host
            objectName: "caption"
            text: face.notch.styled
            visible: face.notch.styled !== ""
            width: scroller.width - 2 * scroller.margin
        }

        BlockView {
            host: host
            model: face.glance.blocks
            width: scroller.width - 2 * scroller.margin
        }

        Repeater {
            model: face.glance.soundCount

            CardButton {
                required property int index

                objectName: "sound" + index
                text: face.glance.soundCount > 1 ? qsTr("Play sound %1").arg(index + 1) : qsTr(
                                                       "Play the sound")

                onClicked: face.glance.playSound(index)
            }
        }

        BlockText {
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            text: qsTr("Some of this card was too large to show")
            visible: face.glance.tooLarge
            width: scroller.width - 2 * scroller.margin
            wrapMode: Text.Wrap
        }

        Item {
            height: more.height
            visible: face.notch.action !== ""
            width: scroller.width - 2 * scroller.margin

            CardButton {
                id: more

                anchors.left: parent.left
                objectName: "action"
                text: face.notch.action
                width: Math.min(implicitWidth, parent.width)

                onClicked: face.notch.act()
            }
        }
    }
}
