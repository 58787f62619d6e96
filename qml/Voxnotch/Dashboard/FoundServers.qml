pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Model servers that answer on this machine, each used by one press.
PageSection {
    id: section

    required property AnswersModel answers

    title: qsTr("Found on this computer")

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        text: section.answers.looked ? qsTr(
                                           "No model server answers. Start Ollama, LM Studio, llama.cpp or vLLM, then look again.") :
                                       qsTr("Looking…")
        visible: servers.count === 0
        width: parent.width
    }

    Repeater {
        id: servers

        model: section.answers.servers

        ServerLine {
            width: parent ? parent.width : 0

            onUseWanted: section.answers.useServer(baseUrl)
        }
    }

    PillButton {
        anchors.left: parent.left
        // Not disabled while it looks: the keyboard would lose its place.
        text: section.answers.finding ? qsTr("Looking…") : qsTr("Look again")

        onClicked: section.answers.find()
    }
}
