import QtQuick
import Voxnotch.Theme

// Stands for an HTML card with its label, so that the place is never blank.
Rectangle {
    id: block

    required property string text

    Accessible.name: block.text
    Accessible.role: Accessible.StaticText
    color: Theme.notch.fill1
    implicitHeight: words.implicitHeight + 2 * Theme.space.l
    radius: Theme.radius.control + Theme.space.xs

    NamedIcon {
        id: sign

        name: "sparkle"

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            verticalCenter: parent.verticalCenter
        }
    }

    BlockText {
        id: words

        Accessible.ignored: true
        text: block.text
        wrapMode: Text.Wrap

        anchors {
            left: sign.right
            leftMargin: Theme.space.m
            right: parent.right
            rightMargin: Theme.space.l
            verticalCenter: parent.verticalCenter
        }
    }
}
