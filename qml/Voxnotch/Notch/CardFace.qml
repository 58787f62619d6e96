import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

// Words that were not inserted, with the reason and a button that copies them. Stays until it is dismissed.
Item {
    id: face

    required property real maximumHeight
    required property NotchModel notch
    readonly property real frame: top.height + footer.height + 2 * Theme.space.m + 2 * Theme.space.s

    implicitHeight: Math.min(face.frame + words.implicitHeight, face.maximumHeight)

    Item {
        id: top

        height: Math.max(reason.implicitHeight, cross.implicitHeight)

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.s
            top: parent.top
            topMargin: Theme.space.m
        }

        NotchText {
            id: reason

            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            maximumLineCount: 2
            text: face.notch.title
            wrapMode: Text.Wrap

            anchors {
                left: parent.left
                right: cross.left
                rightMargin: Theme.space.s
                verticalCenter: parent.verticalCenter
            }
        }

        NotchCross {
            id: cross

            name: qsTr("Close")

            onClicked: face.notch.dismiss()

            anchors {
                right: parent.right
                verticalCenter: parent.verticalCenter
            }
        }
    }

    Flickable {
        id: scroller

        boundsBehavior: Flickable.StopAtBounds
        clip: true
        contentHeight: words.implicitHeight

        anchors {
            bottom: footer.top
            bottomMargin: Theme.space.s
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.l
            top: top.bottom
            topMargin: Theme.space.s
        }

        NotchText {
            id: words

            Accessible.name: face.notch.text
            Accessible.role: Accessible.StaticText
            elide: Text.ElideNone
            text: face.notch.text
            width: scroller.width
            wrapMode: Text.Wrap
        }
    }

    // How far it is scrolled; nothing where all words are in sight.
    Rectangle {
        color: Theme.notch.ink3
        height: Math.max(Theme.space.xl, scroller.visibleArea.heightRatio * scroller.height)
        objectName: "scrollMark"
        radius: width / 2
        visible: scroller.contentHeight > scroller.height + 1
        width: Theme.space.xs
        y: scroller.y + scroller.visibleArea.yPosition / Math.max(1 - scroller.visibleArea.heightRatio, 0.001)
           * (scroller.height - height)

        anchors {
            right: parent.right
            rightMargin: (Theme.space.l - width) / 2
        }
    }

    Item {
        id: footer

        height: action.visible ? action.implicitHeight : 0

        anchors {
            bottom: parent.bottom
            bottomMargin: Theme.space.m
            left: parent.left
            right: parent.right
            rightMargin: Theme.space.l
        }

        NotchButton {
            id: action

            objectName: "action"
            anchors.right: parent.right
            text: face.notch.action
            visible: face.notch.action !== ""

            onClicked: face.notch.act()
        }
    }
}
