import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Things under one heading. `tinted` is for what must not be overlooked.
Column {
    id: section

    default property alias content: lines.data
    property bool tinted: false
    required property string title

    spacing: Theme.space.s

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.Heading
        color: Theme.color.ink2
        font.pixelSize: Theme.type.title
        font.weight: Font.DemiBold
        text: section.title
        width: parent.width
    }

    Panel {
        border.color: section.tinted ? Theme.color.accent : Theme.color.line
        color: section.tinted ? Qt.tint(Theme.color.surfaceRaised, Qt.alpha(Theme.color.accent, 0.14)) :
                                Theme.color.surfaceRaised
        implicitHeight: lines.implicitHeight + Theme.space.m * 2
        width: parent.width

        Column {
            id: lines

            anchors.left: parent.left
            anchors.margins: Theme.space.l
            anchors.right: parent.right
            spacing: Theme.space.s
            y: Theme.space.m
        }
    }
}
