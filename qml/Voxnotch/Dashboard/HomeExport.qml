import Qt.labs.platform
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// All of history to a file: asks where, and says what became of it. Takes no room before.
Column {
    id: exporting

    // Always there, unlike Documents: in a folder that is not there the dialog forgets the name it should propose.
    readonly property url folder: StandardPaths.writableLocation(StandardPaths.HomeLocation)
    required property HistoryModel history

    function ask(): void {
    saving.open();
    // Only an open dialog takes the name of a file that is not there yet.
    saving.currentFile = exporting.folder + "/voxnotch-history.json";
}

    topPadding: written.visible || problem.visible ? Theme.space.s : 0

    BodyText {
        id: written

        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: qsTr("Written to %1").arg("\u2068" + exporting.history.exportPath + "\u2069")
        visible: exporting.history.exportPath !== "" && exporting.history.exportProblem === ""
        width: parent.width
        wrapMode: Text.WrapAnywhere
    }

    ProblemText {
        id: problem

        code: exporting.history.exportProblem
        place: exporting.history.exportPath
        width: parent.width
    }

    // Not those of QtQuick.Dialogs: see SettingsFilePanel.
    FileDialog {
        id: saving

        defaultSuffix: "json"
        fileMode: FileDialog.SaveFile
        folder: exporting.folder
        nameFilters: [qsTr("History") + " (*.json)"]
        title: qsTr("Export history")

        onAccepted: exporting.history.exportTo(file)
    }
}
