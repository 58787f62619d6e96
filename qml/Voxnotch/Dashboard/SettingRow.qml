import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// One key: what it is, what it does, its control, and what was wrong with the last try. The control stands at the
// end of the line, or below the words where there is no room (`stacked`).
Item {
    id: row

    default property alias control: slot.data
    property string description: ""
    required property SettingEntry entry
    required property string label
    property string note: ""
    property bool resettable: true
    property bool stacked: false
    property string query: ""
    readonly property bool matches: row.query === "" || row.label.toLocaleLowerCase().includes(row.query)
                                    || row.description.toLocaleLowerCase().includes(row.query)
    readonly property real undoRoom: undo.visible ? undo.width + Theme.space.xs : 0
    readonly property bool below: row.stacked || row.width < slot.childrenRect.width + Theme.size.sidebar
                                  * Math.max(1, Theme.textScale)

    implicitHeight: Math.max(words.implicitHeight, row.below ? 0 : slot.height) + (row.below ? slot.height
                                                                                               + Theme.space.s :
                                                                                               0) + Theme.space.m
                    * 2
    objectName: "setting." + row.entry.key
    visible: row.matches

    Column {
        id: words

        anchors.left: parent.left
        spacing: Theme.space.xs / 2
        width: row.below ? parent.width - row.undoRoom : parent.width - slot.width - row.undoRoom
                           - Theme.space.l
        // By hand: an anchor that is taken away while the window is made narrow leaves the item where it put it.
        y: row.below ? Theme.space.m : Math.round((row.height - words.height) / 2)

        BodyText {
            text: row.label
            width: parent.width
        }

        BodyText {
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: row.description
            visible: text !== ""
            width: parent.width
        }

        BodyText {
            color: Theme.color.ink1
            font.pixelSize: Theme.type.caption
            text: row.note
            visible: text !== ""
            width: parent.width
        }

        ProblemText {
            code: row.entry.error
            place: row.entry.asked
            width: parent.width
        }
    }

    IconButton {
        id: undo

        anchors.right: row.below ? parent.right : slot.left
        anchors.rightMargin: row.below ? 0 : Theme.space.xs
        glyph: Icon.Undo
        ink: Theme.color.ink3
        label: qsTr("Back to the usual value: %1").arg(row.label)
        visible: row.resettable && !row.entry.isDefault
        y: row.below ? words.y + (words.height - undo.height) / 2 : slot.y + (slot.height - undo.height) / 2

        onClicked: row.entry.reset()
    }

    Item {
        id: slot

        anchors.right: parent.right
        height: childrenRect.height
        width: row.stacked ? parent.width : childrenRect.width
        y: row.below ? words.y + words.height + Theme.space.s : Math.round((row.height - slot.height) / 2)
    }
}
