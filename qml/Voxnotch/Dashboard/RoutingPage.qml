pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Try a sentence: what it would reach, without running anything; and a call of one tool by hand (V-6.34).
ScrollArea {
    id: page

    required property RoutingModel routing

    // As Home's search: a pause that is felt as the end of a word.
    readonly property int pauseMs: 150

    signal backWanted

    Component.onCompleted: page.routing.open()
    Component.onDestruction: page.routing.close()

    // A tool was chosen further down: its first field, or its button, comes into view.
    Connections {
        function onChosenChanged(): void {
        if (page.routing.chosenTitle !== "")
        Qt.callLater(() => calling.nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason));
    }

        target: page.routing
    }

    PillButton {
        anchors.left: parent.left
        text: qsTr("All integrations")

        onClicked: page.backWanted()
    }

    PageTitle {
        text: qsTr("Try a sentence")
        width: parent.width
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        text: qsTr(
                  "Type what you would say. You see which intents match and which actions would be offered; nothing runs until you press Call.")
        width: parent.width
    }

    TextInputField {
        id: sentence

        focus: true
        label: qsTr("What you would say")
        maximumLength: 2000
        placeholderText: qsTr("What you would say")
        width: parent.width

        Keys.onEscapePressed: event => {
            event.accepted = text !== "";
            clear();
        }
        onTextChanged: pause.restart()

        Timer {
            id: pause

            interval: page.pauseMs

            onTriggered: page.routing.route(sentence.text)
        }
    }

    PageSection {
        objectName: "routing.outcome"
        tinted: true
        title: qsTr("What would happen")
        visible: page.routing.outcome !== ""
        width: parent.width

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.AlertMessage
            text: page.routing.outcome
            width: parent.width
        }
    }

    CallPanel {
        id: calling

        routing: page.routing
        visible: page.routing.chosenTitle !== ""
        width: parent.width
    }

    PageSection {
        title: qsTr("Intents that match")
        visible: page.routing.routed
        width: parent.width

        BodyText {
            color: Theme.color.ink2
            text: qsTr("None.")
            visible: intents.count === 0
            width: parent.width
        }

        Repeater {
            id: intents

            model: page.routing.intents

            RoutedLine {
                required property bool callable
                required property string intent
                required property int number
                required property real score
                required property bool wouldWin

                canCall: callable
                description: ""
                mark: wouldWin ? qsTr("Would run") : ""
                percent: score
                subtitle: intent
                width: parent ? parent.width : 0

                onChosen: page.routing.chooseIntent(number)
            }
        }
    }

    PageSection {
        title: qsTr("Actions that would be offered")
        visible: page.routing.routed
        width: parent.width

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: qsTr("How well each fits, and what would come of it where no language model answers.")
            visible: page.routing.asked && tools.count > 0
            width: parent.width
        }

        BodyText {
            color: Theme.color.ink2
            text: qsTr("None. Install an integration, or enable one.")
            visible: tools.count === 0
            width: parent.width
        }

        Repeater {
            id: tools

            model: page.routing.tools

            RoutedLine {
                required property string effectiveName
                required property string integration
                required property real score
                required property string tool
                required property string verdict
                required property bool wouldAct

                mark: page.routing.asked ? verdict : ""
                marked: wouldAct
                percent: page.routing.asked ? score : -1
                subtitle: effectiveName
                width: parent ? parent.width : 0

                onChosen: page.routing.chooseTool(integration, tool)
            }
        }
    }
}
