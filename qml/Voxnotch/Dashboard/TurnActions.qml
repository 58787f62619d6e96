import QtQuick
import Voxnotch.Controls

// What can be done with one turn. Only the current row's buttons are stops of the Tab key.
Row {
    id: actions

    required property bool agent
    required property bool current
    required property bool hasAnswer
    required property bool hasAudio
    required property bool hasText
    required property bool playing
    readonly property int policy: actions.current ? Qt.StrongFocus : Qt.NoFocus

    signal answerCopyWanted
    signal askWanted
    signal copyWanted
    signal pasteWanted
    signal playWanted
    signal removeWanted
    signal retryWanted
    signal stopWanted

    IconButton {
        focusPolicy: actions.policy
        glyph: Icon.Copy
        label: qsTr("Copy the answer")
        visible: actions.agent && actions.hasAnswer

        onClicked: actions.answerCopyWanted()
    }

    IconButton {
        focusPolicy: actions.policy
        glyph: Icon.Agent
        label: qsTr("Ask again")
        visible: actions.agent && actions.hasText

        onClicked: actions.askWanted()
    }

    IconButton {
        focusPolicy: actions.policy
        glyph: Icon.Copy
        label: qsTr("Copy")
        visible: actions.hasText && !actions.agent

        onClicked: actions.copyWanted()
    }

    IconButton {
        focusPolicy: actions.policy
        glyph: Icon.Paste
        label: qsTr("Paste again")
        visible: actions.hasText && !actions.agent

        onClicked: actions.pasteWanted()
    }

    IconButton {
        focusPolicy: actions.policy
        glyph: actions.playing ? Icon.Stop : Icon.Play
        label: actions.playing ? qsTr("Stop playing") : qsTr("Play the recording")
        visible: actions.hasAudio

        onClicked: actions.playing ? actions.stopWanted() : actions.playWanted()
    }

    IconButton {
        focusPolicy: actions.policy
        glyph: Icon.Retry
        label: qsTr("Recognise again")
        visible: actions.hasAudio && !actions.agent

        onClicked: actions.retryWanted()
    }

    IconButton {
        focusPolicy: actions.policy
        glyph: Icon.Trash
        label: qsTr("Delete")

        onClicked: actions.removeWanted()
    }
}
