import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Title, search and clearing. Words are searched when the typing pauses.
FocusScope {
    id: head

    required property bool clearable

    // A pause that is felt as the end of a word, and shorter than one waits for an answer.
    readonly property int pauseMs: 150

    signal clearWanted
    signal downWanted
    signal searched(words: string)

    implicitHeight: title.implicitHeight + Theme.space.l + search.implicitHeight

    PageTitle {
        id: title

        anchors.left: parent.left
        text: qsTr("Home")
    }

    PillButton {
        anchors.right: parent.right
        anchors.verticalCenter: title.verticalCenter
        text: qsTr("Delete all…")
        visible: head.clearable

        onClicked: head.clearWanted()
    }

    TextInputField {
        id: search

        anchors.bottom: parent.bottom
        anchors.left: parent.left
        anchors.right: parent.right
        focus: true
        label: qsTr("Search what you said")
        leadingGlyph: Icon.Search
        placeholderText: qsTr("Search what you said")

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
}
