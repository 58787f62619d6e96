import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Rows under one heading. With words to find, only rows that hold them stay, and the heading only with one of them.
Column {
    id: section

    property string query: ""
    default property list<SettingRow> rows
    property bool selected: true
    required property string title
    readonly property bool titleMatches: section.title.toLocaleLowerCase().includes(section.query)
    readonly property bool anyMatch: section.titleMatches || section.rows.some(row => row.matches)

    spacing: Theme.space.s
    visible: section.query === "" ? section.selected : section.anyMatch

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.Heading
        anchors.left: parent.left
        color: Theme.color.ink2
        font.pixelSize: Theme.type.title
        font.weight: Font.DemiBold
        text: section.title
    }

    Panel {
        implicitHeight: lines.implicitHeight + Theme.space.xs * 2
        width: parent.width

        Column {
            id: lines

            anchors.left: parent.left
            anchors.margins: Theme.space.l
            anchors.right: parent.right
            data: section.rows
            y: Theme.space.xs
        }
    }
}
