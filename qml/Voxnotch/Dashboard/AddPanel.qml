pragma ComponentBehavior: Bound
import Qt.labs.platform
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The ways to add an integration (V-17.1). Each ends in the install sheet; nothing is installed here.
PageSection {
    id: panel

    required property InstallModel install

    function ask(kind: string): void {
    const open = panel.install.bare.kind;
    panel.install.bare.choose("");
    if (open !== kind)
    panel.install.bare.choose(kind);
}

    title: qsTr("Add an integration")

    // What was typed goes with the page.
    Component.onDestruction: panel.install.bare.choose("")

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
            id: byAddress

            text: qsTr("Address…")

            onClicked: panel.ask("address")
        }

        PillButton {
            id: byCommand

            text: qsTr("Command…")

            onClicked: panel.ask("command")
        }
    }

    Loader {
        active: panel.install.bare.kind !== ""
        visible: active
        width: parent.width

        sourceComponent: BareServerForm {
            bare: panel.install.bare
            width: parent ? parent.width : 0

            onCloseWanted: {
                const way = ofCommand ? byCommand : byAddress;
                panel.install.bare.choose("");
                way.forceActiveFocus(Qt.TabFocusReason);
            }
        }

        onLoaded: (item as BareServerForm).takeFocus()
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
