import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// An integration that comes with Voxnotch and is not installed yet.
Panel {
    id: line

    required property string folder
    required property string iconUrl
    required property string name
    required property string summary

    signal installWanted

    Accessible.description: line.summary
    Accessible.name: line.name
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

    Column {
        id: words

        anchors.left: picture.right
        anchors.leftMargin: Theme.space.m
        anchors.right: button.left
        anchors.rightMargin: Theme.space.m
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.space.xs / 2

        BodyText {
            font.weight: Font.DemiBold
            text: line.name
            width: parent.width
        }

        BodyText {
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: line.summary
            width: parent.width
        }
    }

    PillButton {
        id: button

        Accessible.name: qsTr("Install %1").arg("\u2068" + line.name + "\u2069")
        anchors.right: parent.right
        anchors.rightMargin: Theme.space.l
        anchors.verticalCenter: parent.verticalCenter
        text: qsTr("Install…")

        onClicked: line.installWanted()
    }
}
