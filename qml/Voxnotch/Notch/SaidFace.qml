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

    // A long remark would be cut off beside its button: then the button goes below.
    readonly property bool stacked: face.hasAction && beside.lineCount > 2

    implicitHeight: 2 * Theme.space.m + (face.stacked ? line.implicitHeight + Theme.space.s
                                                        + button.implicitHeight : Math.max(line.implicitHeight,
                                                                                           face.hasAction
                                                                                           ? button.implicitHeight :
                                                                                             0))

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
        id: beside

        Accessible.ignored: true
        text: face.notch.title
        visible: false
        width: face.width - Theme.space.l - 2 * Theme.space.m - button.implicitWidth
        wrapMode: Text.Wrap
    }

    NotchText {
        id: line

        horizontalAlignment: face.hasAction ? Text.AlignLeft : Text.AlignHCenter
        maximumLineCount: 3
        text: face.notch.title
        wrapMode: Text.Wrap
        y: face.stacked ? Theme.space.m : Math.round((face.height - line.height) / 2)

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: face.hasAction && !face.stacked ? button.left : parent.right
            rightMargin: face.hasAction && !face.stacked ? Theme.space.m : Theme.space.l
        }
    }

    NotchButton {
        id: button

        primary: false
        text: face.notch.action
        visible: face.hasAction
        y: face.stacked ? line.y + line.height + Theme.space.s : Math.round((face.height - button.height) / 2)

        onClicked: face.notch.act()

        anchors {
            right: parent.right
            rightMargin: face.stacked ? Theme.space.l : Theme.space.m
        }
    }
}
