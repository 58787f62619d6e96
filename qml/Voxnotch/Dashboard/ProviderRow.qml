pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

// Every provider with what it means, in plain sight before one is chosen.
SettingRow {
    id: row

    required property AnswersModel answers

    // As ChoiceRow has them.
    readonly property var options: ["offline", "openai-compatible", "openai", "anthropic", "google",
        "mistral"].map(value => ({
            value: value
        }))

    description: qsTr("A change is saved at once. Another one's key stays where it is.")
    label: qsTr("Language model")
    resettable: false
    stacked: true

    Column {
        Accessible.name: row.label
        Accessible.role: Accessible.List
        spacing: Theme.space.xs
        width: parent.width

        Repeater {
            model: row.answers.providers

            ProviderLine {
                required property string value

                width: parent ? parent.width : 0

                onClicked: row.answers.choose(value)
            }
        }
    }
}
