import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// What failed, what to do next, and the one button that does it. Stays until it is dismissed or a take starts.
Item {
    id: face

    required property NotchModel notch

    implicitHeight: column.implicitHeight + 2 * Theme.space.m

    Icon {
        id: sign

        glyph: Icon.Warning
        ink: Theme.notch.bad

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            top: column.top
            topMargin: (title.firstLineHeight - height) / 2
        }
    }

    Column {
        id: column

        spacing: Theme.space.xs

        anchors {
            left: sign.right
            leftMargin: Theme.space.m
            right: cross.left
            rightMargin: Theme.space.xs
            top: parent.top
            topMargin: Theme.space.m
        }

        NotchText {
            id: title

            readonly property real firstLineHeight: implicitHeight / Math.max(1, lineCount)

            font.weight: Font.DemiBold
            maximumLineCount: 3
            text: face.notch.title
            width: parent.width
            wrapMode: Text.Wrap
        }

        NotchText {
            color: Theme.notch.ink2
            maximumLineCount: 4
            text: face.notch.detail
            width: parent.width
            wrapMode: Text.Wrap
        }

        Item {
            height: Theme.space.xs
            visible: action.visible
            width: 1
        }

        NotchButton {
            id: action

            objectName: "action"
            text: face.notch.action
            visible: face.notch.action !== ""

            onClicked: face.notch.act()
        }
    }

    NotchCross {
        id: cross

        name: qsTr("Close")

        onClicked: face.notch.dismiss()

        anchors {
            right: parent.right
            rightMargin: Theme.space.s
            top: parent.top
            topMargin: Theme.space.s
        }
    }
}
