import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// A problem at the control it is about: a sign, what is wrong, what to do. Takes no room while there is none.
Row {
    id: problem

    property alias code: words.code
    property alias place: words.place

    spacing: Theme.space.xs
    visible: words.text !== ""

    ProblemWords {
        id: words

        language: Qt.uiLanguage
    }

    Icon {
        id: sign

        glyph: Icon.Warning
        ink: Theme.color.badText
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.AlertMessage
        color: Theme.color.badText
        text: words.text
        width: problem.width - sign.width - problem.spacing
    }
}
