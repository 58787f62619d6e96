import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// A problem at the control it is about: a sign, what is wrong, what to do. Takes no room while there is none.
Row {
    id: problem

    required property string code
    property bool here: false
    property string place: ""
    property string said: ""

    spacing: Theme.space.xs
    visible: problem.said !== ""

    // Handed over by its signal: when a page goes, an object made by Python is gone before the bindings to it.
    ProblemWords {
        code: problem.code
        language: Qt.uiLanguage
        place: problem.place
        here: problem.here

        onTextChanged: problem.said = text
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
        text: problem.said
        width: problem.width - sign.width - problem.spacing
    }
}
