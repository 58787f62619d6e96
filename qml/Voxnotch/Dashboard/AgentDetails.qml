pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The rest of an agent turn: the calls it made with their cards, and what can be done with it and its thread.
Column {
    id: details

    required property string answerModel
    required property HistoryModel history
    required property string said
    required property string threadId
    required property int threadSize
    required property string turnId

    signal threadRemovalWanted

    spacing: Theme.space.s

    Column {
        Accessible.name: qsTr("What was done")
        Accessible.role: Accessible.List
        spacing: Theme.space.xs
        visible: calls.count > 0
        width: parent.width

        Repeater {
            id: calls

            model: details.history.calls

            CallLine {
                width: details.width

                onCardWanted: details.history.showCard(details.turnId, callId)
            }
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: qsTr("Answered by %1").arg("\u2068" + details.answerModel + "\u2069")
        visible: details.answerModel !== ""
        width: parent.width
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            text: qsTr("Ask again")
            visible: details.said !== ""

            onClicked: details.history.askAgain(details.turnId)
        }

        PillButton {
            text: qsTr("Copy what you said")
            visible: details.said !== ""

            onClicked: details.history.copy(details.turnId)
        }

        PillButton {
            danger: true
            text: qsTr("Delete the whole thread…")
            visible: details.threadSize > 1

            onClicked: details.threadRemovalWanted()
        }
    }
}
