import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Who answers what is said to the agent: nobody, a server of one's own, or somebody on the internet.
Column {
    id: part

    required property AnswersModel answers
    required property SettingsModel settings
    readonly property bool offline: part.answers.provider === "offline"

    spacing: Theme.space.l

    Component.onCompleted: part.answers.open()
    Component.onDestruction: part.answers.close()

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        text: qsTr(
                  "Commands and tools work without a language model. With one, the agent also answers questions and combines tools.")
        width: parent.width
    }

    // Above the choice: what does not work is seen before anything else.
    PageSection {
        title: qsTr("The last answer failed")
        tinted: true
        visible: part.answers.trial.lastFault !== ""
        width: parent.width

        ProblemText {
            code: part.answers.trial.lastFault
            place: part.answers.trial.lastFaultPlace
            width: parent.width
            here: true
        }
    }

    PageSection {
        title: qsTr("Who answers")
        width: parent.width

        ProviderRow {
            answers: part.answers
            entry: part.settings.entry("agent.provider")
            width: parent.width
        }
    }

    FoundServers {
        answers: part.answers
        visible: !part.answers.hosted
        width: parent.width
    }

    PageSection {
        title: part.answers.providerTitle
        visible: !part.offline
        width: parent.width

        AddressRow {
            answers: part.answers
            entry: part.settings.entry("agent.base_url")
            visible: part.answers.provider === "openai-compatible"
            width: parent.width
        }

        ModelNameRow {
            answers: part.answers
            entry: part.settings.entry("agent.model")
            width: parent.width
        }

        ModelKey {
            answers: part.answers
            width: parent.width
        }

        AnswersTrial {
            trial: part.answers.trial
            width: parent.width
        }
    }

    AnswerLimits {
        selected: !part.offline
        settings: part.settings
        width: parent.width
    }
}
