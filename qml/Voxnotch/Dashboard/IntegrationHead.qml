pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Who it is, in what state, and the one thing to do about that.
Column {
    id: head

    required property bool canReload
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
    signal reloadWanted
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

    IntegrationNames {
        iconUrl: head.iconUrl
        name: head.name
        publisher: head.publisher
        summary: head.summary
        version: head.version
        width: parent.width
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

        PillButton {
            text: qsTr("Reload")
            visible: head.canReload

            onClicked: head.reloadWanted()
        }
    }

    GrowthPanel {
        growth: head.growth
        width: parent.width

        onReviewWanted: head.reviewWanted()
    }
}
