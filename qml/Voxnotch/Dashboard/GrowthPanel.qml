import QtQuick
import Voxnotch.Controls

// What an integration wants beyond what was allowed (V-17.11). Takes no room while it wants nothing more.
PageSection {
    id: panel

    required property var growth

    signal reviewWanted

    tinted: true
    title: qsTr("It wants more than you allowed")
    visible: grown.count > 0

    PermissionList {
        id: grown

        Accessible.name: qsTr("What it wants")
        lines: panel.growth
        width: parent.width
    }

    PillButton {
        anchors.left: parent.left
        primary: true
        text: qsTr("Review…")

        onClicked: panel.reviewWanted()
    }
}
