pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

// One row of a list: icon, title over subtitle, and at the end what it comes to.
Item {
    id: line

    required property var badgeTones
    required property var badges
    required property string icon
    required property int index
    required property string subtitle
    required property string title
    required property string trailing

    Accessible.description: [line.subtitle, line.trailing, ...line.badges].filter(part => part !== "").join(
        ", ")
    Accessible.name: line.title
    Accessible.role: Accessible.ListItem
    implicitHeight: Math.max(words.implicitHeight + 2 * Theme.space.xs + Theme.size.focusRing,
                             end.implicitHeight)

    Rectangle {
        color: Theme.notch.line
        height: Theme.size.hairline
        visible: line.index > 0

        anchors {
            left: words.left
            right: parent.right
            top: parent.top
        }
    }

    NamedIcon {
        id: sign

        name: line.icon

        anchors {
            left: parent.left
            verticalCenter: parent.verticalCenter
        }
    }

    Column {
        id: words

        anchors {
            left: sign.visible ? sign.right : parent.left
            leftMargin: sign.visible ? Theme.space.m : 0
            right: end.left
            rightMargin: end.width > 0 ? Theme.space.m : 0
            verticalCenter: parent.verticalCenter
        }

        BlockText {
            Accessible.ignored: true
            maximumLineCount: 2
            text: line.title
            width: parent.width
            wrapMode: Text.Wrap
        }

        BlockText {
            Accessible.ignored: true
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            maximumLineCount: 2
            text: line.subtitle
            visible: line.subtitle !== ""
            width: parent.width
            wrapMode: Text.Wrap
        }
    }

    // Beside each other where both fit into half of the line, else the badges below.
    Grid {
        id: end

        readonly property real room: line.width / 2

        columnSpacing: Theme.space.s
        columns: line.trailing !== "" && line.badges.length > 0 && after.implicitWidth + pills.implicitWidth
                 + columnSpacing <= end.room ? 2 : 1
        horizontalItemAlignment: Grid.AlignRight
        rowSpacing: Theme.space.xs
        verticalItemAlignment: Grid.AlignVCenter

        anchors {
            right: parent.right
            verticalCenter: parent.verticalCenter
        }

        BlockText {
            id: after

            Accessible.ignored: true
            color: Theme.notch.ink2
            font.features: Theme.tabularFigures
            text: line.trailing
            visible: line.trailing !== ""
            width: Math.min(implicitWidth, end.room)
        }

        Row {
            id: pills

            spacing: Theme.space.xs
            visible: line.badges.length > 0

            Repeater {
                model: line.badges

                delegate: TonePill {
                    required property int index
                    required property string modelData

                    Accessible.ignored: true
                    text: modelData
                    tone: line.badgeTones[index] ?? "neutral"
                    width: Math.min(implicitWidth, (end.room - (line.badges.length - 1) * pills.spacing)
                                    / line.badges.length)
                }
            }
        }
    }
}
