import QtQuick
import Voxnotch.Theme

// A short state in words with a mark; the colour only repeats what both say.
Item {
    id: badge

    property int glyph: -1
    property color ink: Theme.color.ink2
    required property string text

    Accessible.name: badge.text
    Accessible.role: Accessible.StaticText
    implicitHeight: label.implicitHeight + Theme.space.xs
    implicitWidth: row.implicitWidth + Theme.space.s * 2

    Rectangle {
        anchors.fill: parent
        color: Theme.color.fill1
        radius: height / 2
    }

    Row {
        id: row

        anchors.centerIn: parent
        spacing: Theme.space.xs

        Icon {
            anchors.verticalCenter: parent.verticalCenter
            glyph: Math.max(badge.glyph, 0)
            height: label.font.pixelSize
            implicitWidth: height
            ink: badge.ink
            visible: badge.glyph >= 0
            width: height
        }

        BodyText {
            id: label

            Accessible.ignored: true
            color: badge.ink
            font.pixelSize: Theme.type.caption
            text: badge.text
            wrapMode: Text.NoWrap
        }
    }
}
