pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

SettingRow {
    id: row

    readonly property var methods: [
        {
            value: "",
            label: qsTr("As everywhere")
        },
        {
            value: "paste",
            label: qsTr("Paste")
        },
        {
            value: "type",
            label: qsTr("Type")
        },
        {
            value: "copy",
            label: qsTr("Only copy")
        }
    ]
    required property RulesModel rules

    function add(): void {
    row.rules.setApp(program.text, "", "", false);
    program.clear();
}

    stacked: true

    Column {
        spacing: Theme.space.s
        width: parent.width

        Repeater {
            model: row.rules.apps

            Flow {
                id: line

                required property string appId
                required property string chord
                required property string method
                required property bool submit
                readonly property string shownName: "\u2068" + line.appId + "\u2069"

                Accessible.name: line.appId
                Accessible.role: Accessible.ListItem
                spacing: Theme.space.s
                width: parent.width

                BodyText {
                    elide: Text.ElideRight
                    height: method.height
                    text: line.appId
                    verticalAlignment: Text.AlignVCenter
                    width: Theme.size.sidebar / 2 * Math.max(1, Theme.textScale)
                    wrapMode: Text.NoWrap
                }

                SelectField {
                    id: method

                    label: qsTr("How text gets into %1").arg(line.shownName)
                    options: row.methods
                    value: line.method

                    onChosen: value => row.rules.setApp(line.appId, value, line.chord, line.submit)
                }

                TextInputField {
                    label: qsTr("Paste shortcut of %1").arg(line.shownName)
                    placeholderText: qsTr("Paste shortcut")
                    text: line.chord
                    width: Theme.size.sidebar * 0.7 * Math.max(1, Theme.textScale)

                    onEditingFinished: {
                        const wanted = text.trim();
                        text = Qt.binding(() => line.chord);
                        if (wanted !== line.chord)
                            row.rules.setApp(line.appId, line.method, wanted, line.submit);
                    }
                }

                Chip {
                    Accessible.name: qsTr("Press Return after the text in %1").arg(line.shownName)
                    Accessible.role: Accessible.CheckBox
                    checked: line.submit
                    height: method.height
                    text: qsTr("Press Return")

                    onClicked: row.rules.setApp(line.appId, line.method, line.chord, !line.submit)
                }

                IconButton {
                    glyph: Icon.Close
                    height: method.height
                    label: qsTr("Remove %1").arg(line.shownName)

                    onClicked: row.rules.removeApp(line.appId)
                }
            }
        }

        Row {
            spacing: Theme.space.s
            width: parent.width

            TextInputField {
                id: program

                label: qsTr("Program")
                maximumLength: 200
                placeholderText: qsTr("Window class, such as xterm")
                width: Math.min(parent.width - adding.width - parent.spacing, Theme.size.sidebar * 1.5)

                onAccepted: if (text.trim() !== "")
                                row.add()
            }

            PillButton {
                id: adding

                Accessible.name: qsTr("Add the program")
                enabled: program.text.trim() !== ""
                text: qsTr("Add")

                onClicked: row.add()
            }
        }
    }
}
