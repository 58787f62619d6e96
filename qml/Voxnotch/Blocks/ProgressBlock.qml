import QtQuick
import Voxnotch.Theme

Item {
    id: block

    required property string label
    required property real share
    required property string text
    required property string tone

    Accessible.description: block.text
    Accessible.name: block.label !== "" ? block.label : qsTr("Progress")
    Accessible.role: Accessible.ProgressBar
    implicitHeight: words.implicitHeight + Theme.space.xs + bar.height

    BlockText {
        id: words

        Accessible.ignored: true
        color: Theme.notch.ink2
        text: block.label

        anchors {
            left: parent.left
            right: figure.left
            rightMargin: Theme.space.s
        }
    }

    BlockText {
        id: figure

        Accessible.ignored: true
        anchors.right: parent.right
        font.features: Theme.tabularFigures
        font.weight: Font.Medium
        text: block.text
    }

    Rectangle {
        id: bar

        anchors.bottom: parent.bottom
        color: Theme.notch.track
        height: Theme.size.bar
        radius: height / 2
        width: parent.width

        Rectangle {
            anchors.left: parent.left
            color: Theme.notch.markIn(block.tone)
            height: parent.height
            radius: height / 2
            visible: block.share > 0
            width: Math.max(height, block.share * parent.width)
        }
    }
}
