pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Who it is, in what state, and the one thing to do about that.
Column {
    id: head

    required property bool canRestart
    required property string failure
    required property var growth
    required property string iconUrl
    required property string name
    required property string publisher
    required property list<string> remarks
    required property bool signedIn
    required property bool signsIn
    required property string status
    required property string statusWords
    required property string summary
    required property string version

    signal backWanted
    signal restartWanted
    signal reviewWanted
    signal signInWanted
    signal signOutWanted

    spacing: Theme.space.m

    PillButton {
        anchors.left: parent.left
        text: qsTr("All integrations")

        onClicked: head.backWanted()
    }

    Item {
        implicitHeight: Math.max(picture.height, names.implicitHeight)
        width: parent.width

        IntegrationIcon {
            id: picture

            anchors.left: parent.left
            size: Theme.size.control * 1.75 * Math.min(Theme.textScale, 1.5)
            url: head.iconUrl
        }

        Column {
            id: names

            anchors.left: picture.right
            anchors.leftMargin: Theme.space.l
            anchors.right: parent.right
            spacing: Theme.space.xs

            PageTitle {
                text: head.name
                width: parent.width
            }

            BodyText {
                Accessible.name: text
                Accessible.role: Accessible.StaticText
                color: Theme.color.ink2
                font.pixelSize: Theme.type.caption
                text: head.publisher === "" ? qsTr("Version %1").arg(head.version) : qsTr("Version %1, by %2").arg(
                                                  head.version).arg("\u2068" + head.publisher + "\u2069")
                width: parent.width
            }

            BodyText {
                Accessible.name: text
                Accessible.role: Accessible.StaticText
                text: head.summary
                width: parent.width
            }
        }
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        StatusBadge {
            height: Math.max(implicitHeight, restart.height)
            status: head.status
            text: head.statusWords
        }

        PillButton {
            id: restart

            text: qsTr("Restart")
            visible: head.canRestart

            onClicked: head.restartWanted()
        }

        PillButton {
            primary: head.status === "needs-sign-in"
            text: head.signedIn ? qsTr("Sign out") : qsTr("Sign in")
            visible: head.signsIn

            onClicked: head.signedIn ? head.signOutWanted() : head.signInWanted()
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.AlertMessage
        color: Theme.color.badText
        text: head.failure
        visible: text !== ""
        width: parent.width
    }

    Column {
        spacing: Theme.space.xs
        visible: head.remarks.length > 0
        width: parent.width

        Repeater {
            model: head.remarks

            BodyText {
                required property string modelData

                Accessible.name: text
                Accessible.role: Accessible.StaticText
                color: Theme.color.ink2
                text: modelData
                width: parent ? parent.width : 0
            }
        }
    }

    PageSection {
        tinted: true
        title: qsTr("It wants more than you allowed")
        visible: grown.count > 0
        width: parent.width

        PermissionList {
            id: grown

            Accessible.name: qsTr("What it wants")
            lines: head.growth
            width: parent.width
        }

        PillButton {
            anchors.left: parent.left
            primary: true
            text: qsTr("Review…")

            onClicked: head.reviewWanted()
        }
    }
}
