import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

// One remark, at most three lines; it goes by itself, but never from under the pointer.
Item {
    id: face

    required property bool hovered
    required property NotchModel notch
    // A remark stays 6 s and 40 ms a character; a receipt ("Inserted into …") must not cover the screen for so long.
    readonly property int baseMs: face.notch.brief ? 2500 : 6000
    readonly property int perCharacterMs: 40
    readonly property bool hasAction: face.notch.action !== ""

    implicitHeight: Math.max(line.implicitHeight, face.hasAction ? button.implicitHeight : 0) + 2
                    * Theme.space.m

    Timer {
        id: fading

        objectName: "fading"
        interval: face.baseMs + face.perCharacterMs * face.notch.title.length
        running: face.visible && !face.hovered

        onTriggered: face.notch.fade()
    }

    Connections {
        function onShown() {
            if (fading.running) {
                fading.restart();
            }
        }

        target: face.notch
    }

    NotchText {
        id: line

        horizontalAlignment: face.hasAction ? Text.AlignLeft : Text.AlignHCenter
        maximumLineCount: 3
        text: face.notch.title
        wrapMode: Text.Wrap

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: face.hasAction ? button.left : parent.right
            rightMargin: face.hasAction ? Theme.space.m : Theme.space.l
            verticalCenter: parent.verticalCenter
        }
    }

    NotchButton {
        id: button

        primary: false
        text: face.notch.action
        visible: face.hasAction

        onClicked: face.notch.act()

        anchors {
            right: parent.right
            rightMargin: Theme.space.m
            verticalCenter: parent.verticalCenter
        }
    }
}
