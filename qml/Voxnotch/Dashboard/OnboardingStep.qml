import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// One thing to try; the tick comes only when it worked.
Panel {
    id: step

    default property alias control: content.data
    required property string description
    required property bool done
    required property string title

    Accessible.description: step.done ? qsTr("Works") : qsTr("Not tried yet")
    Accessible.name: step.title
    Accessible.role: Accessible.Grouping
    implicitHeight: words.implicitHeight + Theme.space.l * 2

    Rectangle {
        id: mark

        anchors.left: parent.left
        anchors.leftMargin: Theme.space.l
        border.color: step.done ? Theme.color.good : Theme.color.ink3
        border.width: step.done ? 0 : Theme.size.hairline
        color: step.done ? Theme.color.good : "transparent"
        height: Theme.size.target
        radius: height / 2
        width: height
        y: Theme.space.l

        Icon {
            anchors.centerIn: parent
            glyph: Icon.Check
            ink: Theme.color.surface
            visible: step.done
        }
    }

    Column {
        id: words

        anchors.left: mark.right
        anchors.margins: Theme.space.l
        anchors.right: parent.right
        spacing: Theme.space.s
        y: Theme.space.l

        BodyText {
            font.pixelSize: Theme.type.title
            font.weight: Font.DemiBold
            text: step.title
            width: parent.width
        }

        BodyText {
            color: Theme.color.ink2
            text: step.description
            width: parent.width
        }

        Column {
            id: content

            spacing: Theme.space.s
            width: parent.width
        }
    }
}
