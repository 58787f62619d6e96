pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The questions that wait for an answer (V-8.50). Takes no room while there are none.
Column {
    id: list

    // So many are shown; the others stand on the page of the integrations.
    property int most: 1000
    required property WaitingModel waiting

    signal restWanted

    Accessible.name: qsTr("Questions that wait for you")
    Accessible.role: Accessible.List
    spacing: Theme.space.s
    visible: list.waiting.count > 0

    Repeater {
        model: list.waiting.questions

        WaitingLine {
            required property int index

            visible: index < list.most
            width: parent ? parent.width : 0

            onAnswerWanted: list.waiting.answer(callId)
        }
    }

    PillButton {
        anchors.left: parent.left
        text: qsTr("Show all %1").arg(list.waiting.count.toLocaleString(Qt.locale(), "f", 0))
        visible: list.waiting.count > list.most

        onClicked: list.restWanted()
    }
}
