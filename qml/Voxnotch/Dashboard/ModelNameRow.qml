import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The name of the model: typed, or taken from a list where one is known.
SettingRow {
    id: row

    required property AnswersModel answers
    readonly property bool known: row.answers.modelNames.some(option => option.value === row.entry.text)

    description: qsTr("As its provider calls it. One that can use tools is needed.")
    label: qsTr("Model")
    stacked: true

    Column {
        spacing: Theme.space.xs
        width: parent.width

        Flow {
            spacing: Theme.space.s
            width: parent.width

            TextInputField {
                Accessible.description: row.description
                faulty: row.entry.error !== "" || row.answers.modelProblemCode !== ""
                inputMethodHints: Qt.ImhNoPredictiveText | Qt.ImhNoAutoUppercase
                label: row.label
                maximumLength: 200
                placeholderText: qsTr("Name of a model")
                text: row.entry.text
                width: Math.min(parent.width, Theme.size.sidebar * 1.4)

                onEditingFinished: {
                    const wanted = text;
                    text = Qt.binding(() => row.entry.text);
                    row.answers.setModel(wanted);
                }
            }

            SelectField {
                label: qsTr("Models to choose from")
                options: (row.known ? [] : [
                                          {
                                              value: "",
                                              label: qsTr("Choose…")
                                          }
                                      ]).concat(row.answers.modelNames)
                value: row.known ? row.entry.text : ""
                visible: row.answers.modelNames.length > 0
                width: Math.min(implicitWidth, parent.width)

                onChosen: value => row.answers.setModel(value)
            }
        }

        ProblemText {
            code: row.answers.modelProblemCode
            place: row.answers.providerTitle
            width: parent.width
            here: true
        }
    }
}
