pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

SettingRow {
    id: row

    required property RulesModel rules

    // A field holds one line: this sign stands for a line break in it.
    readonly property string lineBreak: "⏎"

    function oneLine(written: string): string {
        return written.split("\n").join(row.lineBreak);
    }

    function breakLine(event: KeyEvent, field: TextInputField): void {
    event.accepted = event.key === Qt.Key_Return && (event.modifiers & Qt.ShiftModifier) !== 0;
    if (event.accepted)
    field.insert(field.cursorPosition, row.lineBreak);
}

    function manyLines(shown: string): string {
        return shown.split(row.lineBreak).join("\n");
    }

        function add(): void {
                            row.rules.setReplacement(spoken.text, row.manyLines(written.text));
                            spoken.clear();
                            written.clear();
                            spoken.forceActiveFocus();
                        }

        stacked: true

        Column {
            spacing: Theme.space.s
            width: parent.width

            Repeater {
                model: row.rules.replacements

                RowLayout {
                    id: line

                    required property string spoken
                    required property string written

                    Accessible.name: qsTr("%1 becomes %2").arg("\u2068" + line.spoken + "\u2069").arg(
                                         "\u2068" + line.written + "\u2069")
                    Accessible.role: Accessible.ListItem
                    spacing: Theme.space.s
                    width: parent.width

                    TranscriptText {
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        text: line.spoken
                    }

                    TextInputField {
                        id: replacement

                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        label: qsTr("Written for %1").arg("\u2068" + line.spoken + "\u2069")
                        maximumLength: 2000
                        text: row.oneLine(line.written)

                        Keys.onPressed: event => row.breakLine(event, replacement)
                        onEditingFinished: {
                            const wanted = text;
                            text = Qt.binding(() => row.oneLine(line.written));
                            if (wanted !== row.oneLine(line.written))
                                row.rules.setReplacement(line.spoken, row.manyLines(wanted));
                        }
                    }

                    IconButton {
                        glyph: Icon.Close
                        label: qsTr("Remove %1").arg("\u2068" + line.spoken + "\u2069")

                        onClicked: row.rules.removeReplacement(line.spoken)
                    }
                }
            }

            RowLayout {
                spacing: Theme.space.s
                width: parent.width

                TextInputField {
                    id: spoken

                    Layout.fillWidth: true
                    Layout.preferredWidth: 1
                    label: qsTr("Spoken words")
                    maximumLength: 200
                    placeholderText: qsTr("You say")

                    onAccepted: written.forceActiveFocus()
                }

                TextInputField {
                    id: written

                    Layout.fillWidth: true
                    Layout.preferredWidth: 1
                    label: qsTr("Written words")
                    maximumLength: 2000
                    placeholderText: qsTr("Voxnotch writes")

                    Keys.onPressed: event => row.breakLine(event, written)
                    onAccepted: if (spoken.text.trim() !== "")
                                    row.add()
                }

                PillButton {
                    Accessible.name: qsTr("Add the replacement")
                    enabled: spoken.text.trim() !== ""
                    text: qsTr("Add")

                    onClicked: row.add()
                }
            }
        }
    }
