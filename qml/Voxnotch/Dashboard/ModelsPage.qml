pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// What recognises speech, and who answers: two parts, one of them shown.
ScrollArea {
    id: page

    required property AnswersModel answers
    required property CatalogueModel catalogue

    // "" for speech, "answers" for who answers.
    required property string part
    required property SettingsModel settings
    readonly property bool ofAnswers: page.part === "answers"

    signal partWanted(part: string)

    PageTitle {
        text: qsTr("Models")
        width: parent.width
    }

    Flow {
        Accessible.name: qsTr("Kinds of models")
        Accessible.role: Accessible.PageTabList
        spacing: Theme.space.xs
        width: parent.width

        Chip {
            checked: !page.ofAnswers
            text: qsTr("Speech recognition")

            onClicked: page.partWanted("")
        }

        Chip {
            checked: page.ofAnswers
            text: qsTr("Answers")

            onClicked: page.partWanted("answers")
        }
    }

    SpeechModels {
        catalogue: page.catalogue
        visible: !page.ofAnswers
        width: parent.width
    }

    Loader {
        active: page.ofAnswers
        visible: active
        width: parent.width

        sourceComponent: AnswersPart {
            answers: page.answers
            settings: page.settings
        }
    }
}
