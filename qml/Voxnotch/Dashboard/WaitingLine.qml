import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// A question that nobody answered in time: it can still be answered.
Panel {
    id: line

    required property string callId
    required property string iconUrl
    required property string integration
    readonly property string said: qsTr("Waits for your answer: %1 of %2").arg("\u2068" + line.tool
                                                                               + "\u2069").arg("\u2068"
                                                                                               + line.integration
                                                                                               + "\u2069")
    required property string tool

    signal answerWanted

    Accessible.name: line.said
    Accessible.role: Accessible.ListItem
    implicitHeight: Math.max(words.implicitHeight, button.height) + Theme.space.m * 2

    IntegrationIcon {
        id: picture

        anchors.left: parent.left
        anchors.leftMargin: Theme.space.l
        anchors.verticalCenter: parent.verticalCenter
        size: Theme.size.control * Math.min(Theme.textScale, 1.5)
        url: line.iconUrl
    }

    BodyText {
        id: words

        anchors.left: picture.right
        anchors.leftMargin: Theme.space.m
        anchors.right: button.left
        anchors.rightMargin: Theme.space.m
        anchors.verticalCenter: parent.verticalCenter
        text: line.said
    }

    PillButton {
        id: button

        Accessible.name: qsTr("Answer: %1").arg("\u2068" + line.tool + "\u2069")
        anchors.right: parent.right
        anchors.rightMargin: Theme.space.l
        anchors.verticalCenter: parent.verticalCenter
        primary: true
        text: qsTr("Answer")

        onClicked: line.answerWanted()
    }
}
