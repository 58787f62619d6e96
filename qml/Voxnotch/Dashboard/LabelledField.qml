import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// A text field under its name; what is wrong with it stands below.
Column {
    id: line

    property string description: ""
    required property string label
    property alias maximumLength: field.maximumLength
    property alias placeholderText: field.placeholderText
    property string problem: ""

    signal accepted
    signal edited(text: string)
    signal closeWanted

    function takeFocus(): void {
    field.forceActiveFocus(Qt.TabFocusReason);
}

    spacing: Theme.space.xs

    BodyText {
        Accessible.ignored: true
        text: line.label
        width: parent.width
    }

    TextInputField {
        id: field

        Accessible.description: [line.problem, line.description].filter(part => part !== "").join(" ")
        faulty: line.problem !== ""
        label: line.label
        width: parent.width

        Keys.onEscapePressed: line.closeWanted()
        onAccepted: line.accepted()
        onTextEdited: line.edited(text)
    }

    BodyText {
        Accessible.ignored: true
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: line.description
        visible: text !== ""
        width: parent.width
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.AlertMessage
        color: Theme.color.badText
        font.pixelSize: Theme.type.caption
        text: line.problem
        visible: text !== ""
        width: parent.width
    }
}
