import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// What stands around an input of a card: its label above with where the value comes from, and what is wrong below.
Column {
    id: frame

    default property alias content: place.data
    required property string error
    required property string label
    required property string mark
    property bool needed: false

    spacing: Theme.space.xs

    Item {
        height: Math.max(caption.implicitHeight, origin.visible ? origin.implicitHeight : 0)
        visible: frame.label !== "" || frame.mark !== ""
        width: parent.width

        BlockText {
            id: caption

            Accessible.ignored: true
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            text: frame.needed ? qsTr("%1 (required)").arg(frame.label) : frame.label

            anchors {
                left: parent.left
                right: origin.visible ? origin.left : parent.right
                rightMargin: origin.visible ? Theme.space.s : 0
                verticalCenter: parent.verticalCenter
            }
        }

        TonePill {
            id: origin

            text: frame.mark
            tone: "warning"
            visible: frame.mark !== ""
            width: Math.min(implicitWidth, parent.width / 2)

            anchors {
                right: parent.right
                verticalCenter: parent.verticalCenter
            }
        }
    }

    Item {
        id: place

        implicitHeight: childrenRect.height
        width: parent.width
    }

    Row {
        spacing: Theme.space.xs
        visible: frame.error !== ""
        width: parent.width

        Icon {
            id: sign

            glyph: Icon.Warning
            ink: Theme.notch.badText
        }

        BlockText {
            Accessible.role: Accessible.AlertMessage
            color: Theme.notch.badText
            font.pixelSize: Theme.type.caption
            text: frame.error
            width: parent.width - sign.width - parent.spacing
            wrapMode: Text.Wrap
        }
    }
}
