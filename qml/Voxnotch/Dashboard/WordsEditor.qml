pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

SettingRow {
    id: row

    required property RulesModel rules

    function add(): void {
    row.rules.addWord(field.text);
    field.clear();
    field.forceActiveFocus();
}

    stacked: true

    Column {
        spacing: Theme.space.s
        width: parent.width

        Row {
            spacing: Theme.space.s
            width: parent.width

            TextInputField {
                id: field

                label: qsTr("New word")
                maximumLength: 80
                placeholderText: qsTr("A name or word")
                width: Math.min(parent.width - adding.width - parent.spacing, Theme.size.sidebar * 1.5)

                onAccepted: row.add()
            }

            PillButton {
                id: adding

                Accessible.name: qsTr("Add the word")
                enabled: field.text.trim() !== ""
                text: qsTr("Add")

                onClicked: row.add()
            }
        }

        Flow {
            Accessible.name: row.label
            Accessible.role: Accessible.List
            spacing: Theme.space.s
            visible: words.count > 0
            width: parent.width

            Repeater {
                id: words

                model: row.rules.words

                Rectangle {
                    id: tag

                    required property string word

                    Accessible.name: tag.word
                    Accessible.role: Accessible.ListItem
                    color: Theme.color.fill2
                    height: Math.max(Theme.size.target, name.implicitHeight + Theme.space.xs)
                    radius: height / 2
                    width: name.width + removal.width + Theme.space.m

                    TranscriptText {
                        id: name

                        anchors.left: parent.left
                        anchors.leftMargin: Theme.space.m
                        anchors.verticalCenter: parent.verticalCenter
                        elide: Text.ElideRight
                        lineHeight: 1
                        text: tag.word
                        width: Math.min(implicitWidth, row.width - removal.width - Theme.space.m)
                        wrapMode: Text.NoWrap
                    }

                    IconButton {
                        id: removal

                        anchors.right: parent.right
                        anchors.verticalCenter: parent.verticalCenter
                        glyph: Icon.Close
                        label: qsTr("Remove %1").arg("\u2068" + tag.word + "\u2069")

                        onClicked: row.rules.removeWord(tag.word)
                    }
                }
            }
        }
    }
}
