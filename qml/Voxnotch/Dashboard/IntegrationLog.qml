pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The last lines of what its server and the host said about it (V-19.6), folded away until they are asked for.
PageSection {
    id: section

    required property LogModel log

    title: qsTr("Log")

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            text: section.log.open ? qsTr("Hide the log") : qsTr("Show the log")

            onClicked: section.log.toggle()
        }

        PillButton {
            text: qsTr("Refresh")
            visible: section.log.open

            onClicked: section.log.refresh()
        }

        PillButton {
            enabled: list.count > 0
            text: qsTr("Copy")
            visible: section.log.open

            onClicked: {
                paper.text = section.log.asText();
                paper.selectAll();
                paper.copy();
                paper.clear();
            }
        }
    }

    TextInputField {
        label: qsTr("Lines that hold")
        leadingGlyph: Icon.Search
        placeholderText: qsTr("Lines that hold…")
        visible: section.log.open
        width: parent.width

        Keys.onEscapePressed: event => {
            event.accepted = text !== "";
            clear();
        }
        onTextChanged: section.log.setFilter(text)
    }

    BodyText {
        color: Theme.color.ink2
        text: section.log.filter === "" ? qsTr("The log is empty.") : qsTr("No line holds these words.")
        visible: section.log.open && list.count === 0
        width: parent.width
    }

    ListView {
        id: list

        Accessible.name: qsTr("Lines of the log")
        Accessible.role: Accessible.List
        activeFocusOnTab: true
        boundsBehavior: Flickable.StopAtBounds
        clip: true
        height: Math.min(contentHeight, Theme.size.sidebar * 1.6)
        highlightMoveDuration: 0
        keyNavigationEnabled: true
        model: section.log.lines
        visible: section.log.open && count > 0
        width: parent.width

        ScrollBar.vertical: VerticalBar {}
        delegate: BodyText {
            required property real atMs
            required property string source
            required property int index
            // The one above it is named `text` and would be overwritten.
            required property var model
            readonly property string time: new Date(atMs).toLocaleTimeString(Qt.locale(), "HH:mm:ss")

            Accessible.name: text
            Accessible.role: Accessible.ListItem
            color: source === "stderr" ? Theme.color.ink1 : Theme.color.ink2
            font.family: "monospace"
            font.pixelSize: Theme.type.caption
            rightPadding: Theme.space.m
            text: time + "  " + source + "  " + model.text
            width: ListView.view.width
            wrapMode: Text.WrapAnywhere

            Rectangle {
                anchors.fill: parent
                color: parent.ListView.isCurrentItem && list.activeFocus ? Theme.color.fill2 : "transparent"
                z: -1
            }
        }

        onCountChanged: list.positionViewAtEnd()
    }

    TextEdit {
        id: paper

        Accessible.ignored: true
        visible: false
    }
}
