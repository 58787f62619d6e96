import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Asks the model for one word, and says how that went.
Column {
    id: trying

    required property TrialModel trial

    bottomPadding: Theme.space.s
    spacing: Theme.space.s

    PillButton {
        anchors.left: parent.left
        Accessible.name: qsTr("Test the model")
        Accessible.description: qsTr("Asks it for one word.")
        // Not disabled while it runs: the keyboard would lose its place, and a new test takes the place of the old.
        text: trying.trial.testing ? qsTr("Testing…") : qsTr("Test")

        onClicked: trying.trial.start()
    }

    Row {
        spacing: Theme.space.s
        visible: trying.trial.answered
        width: parent.width

        Icon {
            id: sign

            glyph: Icon.Check
            ink: Theme.color.goodText
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.AlertMessage
            color: Theme.color.goodText
            text: qsTr("It answered in %1 s.").arg(trying.trial.seconds.toLocaleString(Qt.locale(), "f", 1))
            width: parent.width - sign.width - parent.spacing
        }
    }

    ProblemText {
        code: trying.trial.problem
        place: trying.trial.problemPlace
        width: parent.width
        here: true
    }
}
