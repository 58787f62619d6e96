import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Which voice reads answers: the one for their language, or one of this computer. One that is gone stays listed.
SettingRow {
    id: row

    required property VoicesModel voices
    readonly property string chosen: row.entry.text
    readonly property bool known: row.chosen === "" || row.voices.options.some(one => one.value
                                                                                      === row.chosen)

    stacked: true

    // Listing them starts a program: not before somebody looks.
    Component.onCompleted: if (row.visible)
                               row.voices.find()
    onVisibleChanged: if (row.visible)
                          row.voices.find()

    Column {
        spacing: Theme.space.xs
        width: parent.width

        SelectField {
            label: row.label
            options: [
                {
                    value: "",
                    label: qsTr("The one for the language")
                }
            ].concat(row.known ? [] : [
                                     {
                                         value: row.chosen,
                                         label: row.chosen
                                     }
                                 ], row.voices.options)
            value: row.chosen
            width: Math.min(parent.width, Theme.size.sidebar * 1.4 * Math.max(1, Theme.textScale))

            onChosen: value => row.entry.setText(value)
        }

        ProblemText {
            code: row.voices.problemCode
            width: parent.width
        }
    }
}
