import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Title, search, export and clearing. Words are searched when the typing pauses.
FocusScope {
    id: head

    required property bool clearable
    required property HistoryModel history

    // A pause that is felt as the end of a word, and shorter than one waits for an answer.
    readonly property int pauseMs: 150

    signal clearWanted
    signal downWanted
    signal searched(words: string)

    implicitHeight: search.y + search.height + exporting.implicitHeight

    PageTitle {
        id: title

        anchors.left: parent.left
        text: qsTr("Home")
    }

    Row {
        anchors.right: parent.right
        anchors.verticalCenter: title.verticalCenter
        spacing: Theme.space.s
        visible: head.clearable

        PillButton {
            text: qsTr("Export…")

            onClicked: exporting.ask()
        }

        PillButton {
            text: qsTr("Delete all…")

            onClicked: head.clearWanted()
        }
    }

    TextInputField {
        id: search

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: title.bottom
        anchors.topMargin: Theme.space.l
        focus: true
        label: qsTr("Search what was said")
        leadingGlyph: Icon.Search
        placeholderText: qsTr("Search what was said")

        Keys.onDownPressed: head.downWanted()
        Keys.onEscapePressed: event => {
            event.accepted = text !== "";
            clear();
        }
        onTextChanged: pause.restart()

        Timer {
            id: pause

            interval: head.pauseMs

            onTriggered: head.searched(search.text)
        }
    }

    HomeExport {
        id: exporting

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: search.bottom
        history: head.history
    }
}
