import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// An intent or a tool on the routing panel, with the button that shows its arguments.
Item {
    id: line

    property bool canCall: true
    required property string description
    required property string filling
    property string mark: ""

    // Something would come of it; the mark says what.
    property bool marked: true

    // How well it matches, 0 to 1; below 0 when that is not asked.
    property real percent: -1
    property string subtitle: ""
    required property string title

    signal chosen

    Accessible.description: [score.text, line.mark, line.filling, line.description].filter(part => part
                                                                                                   !== "").join(
        ", ")
    Accessible.name: line.title
    Accessible.role: Accessible.ListItem
    implicitHeight: Math.max(words.implicitHeight, button.height) + Theme.space.s

    Column {
        id: words

        anchors.left: parent.left
        anchors.right: button.left
        anchors.rightMargin: Theme.space.m
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.space.xs / 2

        Flow {
            spacing: Theme.space.s
            width: parent.width

            BodyText {
                font.weight: Font.DemiBold
                text: line.title
                width: Math.min(implicitWidth, parent.width)
            }

            Badge {
                id: score

                text: line.percent < 0 ? "" : Math.round(line.percent * 100).toLocaleString(Qt.locale(), "f",
                                                                                            0) + Qt.locale(
                                             ).percent
                visible: text !== ""
            }

            Badge {
                glyph: line.marked ? Icon.Check : -1
                ink: line.marked ? Theme.color.goodText : Theme.color.ink2
                text: line.mark
                visible: text !== ""
            }
        }

        BodyText {
            Accessible.ignored: true
            font.pixelSize: Theme.type.caption
            text: line.filling
            visible: text !== ""
            width: parent.width
        }

        BodyText {
            Accessible.ignored: true
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: line.description
            visible: text !== ""
            width: parent.width
        }

        BodyText {
            Accessible.ignored: true
            color: Theme.color.ink3
            font.family: "monospace"
            font.pixelSize: Theme.type.caption
            text: line.subtitle
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WrapAnywhere
        }
    }

    PillButton {
        id: button

        Accessible.name: qsTr("Show the arguments of %1").arg("\u2068" + line.title + "\u2069")
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        enabled: line.canCall
        text: qsTr("Call…")

        onClicked: line.chosen()
    }
}
