import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// What a control is for, and the control: at the end of the line, or below the words where there is no room.
Item {
    id: row

    default property alias control: slot.data
    property string description: ""
    required property string label
    readonly property bool below: row.width < slot.childrenRect.width + Theme.size.sidebar * Math.max(1,
                                                                                                      Theme.textScale)

    implicitHeight: (row.below ? words.height + Theme.space.s + slot.height : Math.max(words.height,
                                                                                       slot.height))
                    + Theme.space.s * 2

    Column {
        id: words

        anchors.left: parent.left
        spacing: Theme.space.xs / 2
        width: row.below ? parent.width : parent.width - slot.width - Theme.space.l
        y: row.below ? Theme.space.s : Math.round((row.height - height) / 2)

        BodyText {
            text: row.label
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: row.description
            visible: text !== ""
            width: parent.width
        }
    }

    Item {
        id: slot

        anchors.right: parent.right
        height: childrenRect.height
        width: row.below ? parent.width : childrenRect.width
        y: row.below ? words.y + words.height + Theme.space.s : Math.round((row.height - height) / 2)
    }
}
