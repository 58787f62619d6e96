import Qt.labs.platform
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// All settings to a file and back.
Column {
    id: panel

    // Always there, unlike Documents: in a folder that is not there the dialog forgets the name it should propose.
    readonly property url folder: StandardPaths.writableLocation(StandardPaths.HomeLocation)
    required property SettingsModel settings

    spacing: Theme.space.s

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            text: qsTr("Export settings…")

            onClicked: {
                saving.open();
                // Only an open dialog takes the name of a file that is not there yet.
                saving.currentFile = panel.folder + "/voxnotch-settings.json";
            }
        }

        PillButton {
            text: qsTr("Import settings…")

            onClicked: opening.open()
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: panel.settings.exportedTo === "" ? "" : qsTr("Written to %1").arg("\u2068"
                                                                                + panel.settings.exportedTo
                                                                                + "\u2069")
        visible: text !== ""
        width: parent.width
        wrapMode: Text.WrapAnywhere
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.AlertMessage
        color: Theme.color.badText
        text: qsTr("Nothing was changed. The file has a fault at %1").arg("\u2068"
                                                                          + panel.settings.fileFaults
                                                                          + "\u2069")
        visible: panel.settings.fileFaults !== ""
        width: parent.width
    }

    ProblemText {
        code: panel.settings.fileProblem
        width: parent.width
    }

    // Not those of QtQuick.Dialogs: where the desktop brings no dialog of its own, they neither show the proposed name
    // nor take Return (Qt 6.11).
    FileDialog {
        id: saving

        defaultSuffix: "json"
        fileMode: FileDialog.SaveFile
        folder: panel.folder
        nameFilters: [qsTr("Settings") + " (*.json)"]
        title: qsTr("Export settings")

        onAccepted: panel.settings.exportTo(file)
    }

    FileDialog {
        id: opening

        fileMode: FileDialog.OpenFile
        folder: panel.folder
        nameFilters: [qsTr("Settings") + " (*.json)"]
        title: qsTr("Import settings")

        onAccepted: panel.settings.importFrom(file)
    }
}
