pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// One value: its name, its control, what it is for. What is typed into a secret is never read back.
Column {
    id: line

    required property list<var> choices
    required property string description
    required property FormModel form
    required property string hint
    required property string kind
    required property string label
    required property string name
    required property string problem
    required property bool required
    required property bool secret
    required property bool stored
    required property string value
    readonly property string shownLabel: line.required ? qsTr("%1 (required)").arg(line.label) : line.label

    objectName: "field." + line.name
    spacing: Theme.space.xs

    BodyText {
        Accessible.ignored: true
        text: line.shownLabel
        visible: line.kind !== "boolean"
        width: parent.width
    }

    Loader {
        anchors.left: parent.left
        width: parent.width
        sourceComponent: line.kind === "boolean" ? toggle : line.kind === "select" ? choice : line.secret
                                                                                     ? secretField :
                                                                                       plainField
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: line.secret ? [line.description, line.stored ? qsTr("A value is stored in the key store.") :
                                                             qsTr("It is stored in the key store, in no file.")].filter(
                                part => part !== "").join(" ") : line.description
        visible: text !== "" && line.kind !== "boolean"
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

    Component {
        id: plainField

        TextInputField {
            id: words

            Accessible.description: line.description
            faulty: line.problem !== ""
            inputMethodHints: line.kind === "number" ? Qt.ImhFormattedNumbersOnly : Qt.ImhNone
            label: line.shownLabel
            placeholderText: line.hint
            text: line.value

            onTextEdited: line.form.setValue(line.name, text)

            Connections {
                function onCleared(): void {
                words.text = Qt.binding(() => line.value);
            }

                target: line.form
            }
        }
    }

    Component {
        id: secretField

        SecretField {
            description: line.description
            form: line.form
            hint: line.hint
            label: line.label
            name: line.name
            shownLabel: line.shownLabel
            stored: line.stored
        }
    }

    Component {
        id: toggle

        ControlRow {
            description: line.description
            label: line.shownLabel

            ToggleSwitch {
                checked: line.value === "true"
                label: line.shownLabel

                onToggled: {
                    const wanted = checked;
                    checked = Qt.binding(() => line.value === "true");
                    line.form.setValue(line.name, wanted ? "true" : "false");
                }
            }
        }
    }

    Component {
        id: choice

        Item {
            implicitHeight: box.implicitHeight

            SelectField {
                id: box

                anchors.left: parent.left
                label: line.shownLabel
                options: line.value === "" ? [
                                                 {
                                                     value: "",
                                                     label: qsTr("Choose…")
                                                 }
                                             ].concat(line.choices) : line.choices
                value: line.value
                width: Math.min(implicitWidth, parent.width)

                onChosen: value => line.form.setValue(line.name, value)
            }
        }
    }
}
