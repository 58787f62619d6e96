pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// One argument of a tool; an empty one is left out of the call.
Column {
    id: line

    required property list<var> choices
    required property string description
    required property string hint
    required property string kind
    required property string name
    required property bool required
    required property string value
    readonly property string label: line.required ? qsTr("%1 (required)").arg(line.name) : line.name

    // What was chosen here, until the tool is chosen anew.
    property string chosen: line.value

    signal typed(text: string)

    objectName: "argument." + line.name
    spacing: Theme.space.xs

    BodyText {
        Accessible.ignored: true
        text: line.label
        width: parent.width
    }

    Loader {
        anchors.left: parent.left
        sourceComponent: line.kind === "choice" || line.kind === "boolean" ? choice : plainField
        width: parent.width
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: line.description
        visible: text !== ""
        width: parent.width
    }

    Component {
        id: plainField

        TextInputField {
            Accessible.description: line.description
            label: line.label
            placeholderText: line.hint !== "" ? line.hint : line.kind === "json" ? qsTr(
                                                                                       "JSON, such as [1, 2]") :
                                                                                   ""
            text: line.value

            onTextEdited: line.typed(text)
        }
    }

    Component {
        id: choice

        Item {
            implicitHeight: box.implicitHeight

            SelectField {
                id: box

                anchors.left: parent.left
                label: line.label
                options: [
                    {
                        value: "",
                        label: qsTr("Leave out")
                    }
                ].concat(line.kind === "choice" ? line.choices : [
                                                      {
                                                          value: "true",
                                                          label: qsTr("Yes")
                                                      },
                                                      {
                                                          value: "false",
                                                          label: qsTr("No")
                                                      }
                                                  ])
                value: line.chosen
                width: Math.min(implicitWidth, parent.width)

                onChosen: value => {
                    line.chosen = value;
                    line.typed(value);
                }
            }
        }
    }
}
