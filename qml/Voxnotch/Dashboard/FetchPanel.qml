import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Files that are missing, the command that fetches them, and what it says while it runs (V-17.7).
PageSection {
    id: section

    required property string command
    required property InstallModel install
    required property string progress

    title: qsTr("What is missing")

    PermissionRow {
        kind: "runs"
        text: section.command
        width: parent.width
    }

    TickBox {
        checked: section.install.fetchDependencies
        enabled: section.install.state === "plan"
        text: qsTr("Fetch what is missing with this command")
        width: parent.width

        onToggled: {
            const wanted = checked;
            checked = Qt.binding(() => section.install.fetchDependencies);
            section.install.setFetchDependencies(wanted);
        }
    }

    BodyText {
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: qsTr(
                  "The command uses the network and runs with your user's rights. Without it the integration may not start.")
        width: parent.width
    }

    Rectangle {
        color: Theme.color.fill1
        implicitHeight: Math.min(said.implicitHeight, Theme.size.sidebar * 0.8) + Theme.space.s * 2
        radius: Theme.radius.control
        visible: section.progress !== ""
        width: parent.width

        Item {
            anchors.fill: parent
            anchors.margins: Theme.space.s
            clip: true

            BodyText {
                id: said

                Accessible.name: qsTr("What the command says")
                Accessible.description: text
                Accessible.role: Accessible.StaticText
                anchors.bottom: parent.bottom
                color: Theme.color.ink2
                font.family: "monospace"
                font.pixelSize: Theme.type.caption
                text: section.progress
                width: parent.width
                wrapMode: Text.WrapAnywhere
            }
        }
    }
}
