import Qt.labs.platform
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The ways to add an integration (V-17.1). Each ends in the install sheet; nothing is installed here.
PageSection {
    id: panel

    required property InstallModel install

    // "address", "command", or "" while no field is asked for.
    property string asked: ""

    function ask(what: string): void {
    panel.asked = panel.asked === what ? "" : what;
    field.clear();
    if (panel.asked !== "")
    field.forceActiveFocus(Qt.TabFocusReason);
}

    function plan(): void {
                         if (field.text.trim() === "")
                         return;
                         if (panel.asked === "address")
                         panel.install.planRemote(field.text);
                         else
                         panel.install.planCommand(field.text);
                         panel.asked = "";
                         field.clear();
                     }

    title: qsTr("Add an integration")

    BodyText {
        color: Theme.color.ink2
        text: qsTr(
                  "Choose it here, or drop its folder onto this window. You see what it hears, does and sends before anything of it runs.")
        width: parent.width
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            text: qsTr("Folder…")

            onClicked: {
                folders.open();
                // Only an open dialog takes it.
                folders.currentFolder = StandardPaths.writableLocation(StandardPaths.HomeLocation);
            }
        }

        PillButton {
            text: qsTr("Packed file…")

            onClicked: files.open()
        }

        PillButton {
            text: qsTr("Address…")

            onClicked: panel.ask("address")
        }

        PillButton {
            text: qsTr("Command…")

            onClicked: panel.ask("command")
        }
    }

    Row {
        spacing: Theme.space.s
        visible: panel.asked !== ""
        width: parent.width

        TextInputField {
            id: field

            label: panel.asked === "address" ? qsTr("Address of the server") : qsTr(
                                                   "Command that starts the server")
            maximumLength: 4000
            placeholderText: panel.asked === "address" ? qsTr("https://…") : qsTr(
                                                             "KEY=value command argument …")
            width: parent.width - adding.width - parent.spacing

            Keys.onEscapePressed: panel.ask(panel.asked)
            onAccepted: panel.plan()
        }

        PillButton {
            id: adding

            Accessible.name: qsTr("See what it would bring")
            enabled: field.text.trim() !== ""
            text: qsTr("Next")

            onClicked: panel.plan()
        }
    }

    // Those of the platform, as for the settings file (SettingsFilePanel).
    FolderDialog {
        id: folders

        title: qsTr("Folder of an integration")

        onAccepted: panel.install.planUrl(folders.folder)
    }

    FileDialog {
        id: files

        fileMode: FileDialog.OpenFile
        folder: StandardPaths.writableLocation(StandardPaths.HomeLocation)
        nameFilters: [qsTr("Integrations") + " (*.voxnotch *.zip *.mcpb *.dxt)", qsTr("All files") + " (*)"]
        title: qsTr("Packed integration")

        onAccepted: panel.install.planUrl(files.file)
    }
}
