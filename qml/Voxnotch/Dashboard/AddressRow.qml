import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The address of a server of one's own, and where words go with it: told while it is typed.
SettingRow {
    id: row

    required property AnswersModel answers
    readonly property string problem: row.answers.addressProblem(field.text)

    description: qsTr("Of a server that speaks like OpenAI's, with its version: http://127.0.0.1:11434/v1")
    label: qsTr("Address")
    note: row.answers.addressMeaning(field.text)
    stacked: true

    Column {
        spacing: Theme.space.xs
        width: parent.width

        TextInputField {
            id: field

            anchors.left: parent.left
            Accessible.description: [row.problem, row.note].filter(part => part !== "").join(" ")
            faulty: row.problem !== "" || row.entry.error !== "" || row.answers.addressProblemCode !== ""
            inputMethodHints: Qt.ImhUrlCharactersOnly | Qt.ImhNoPredictiveText
            label: row.label
            maximumLength: 500
            placeholderText: qsTr("http://…/v1")
            text: row.entry.text
            width: Math.min(parent.width, Theme.size.sidebar * 2)

            onEditingFinished: {
                // What cannot be used stays in the field, with what is wrong with it.
                if (row.problem !== "")
                    return;
                const wanted = text;
                text = Qt.binding(() => row.entry.text);
                row.answers.setAddress(wanted);
            }
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.AlertMessage
            color: Theme.color.badText
            font.pixelSize: Theme.type.caption
            text: row.problem
            visible: text !== ""
            width: parent.width
        }

        ProblemText {
            code: field.text === "" ? row.answers.addressProblemCode : ""
            width: parent.width
            here: true
        }
    }
}
