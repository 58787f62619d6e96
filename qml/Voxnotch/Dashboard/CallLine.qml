import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// A call that a turn made: which tool of whom, whether it worked and why not, and its card once more.
Item {
    id: line

    required property string callId
    required property bool failed
    required property bool hasCard
    required property string iconUrl
    required property string integrationName
    required property string outcome
    required property string toolTitle

    // Picture, words and button stand in the middle of the line.
    readonly property real lineHeight: Math.max(picture.height, words.implicitHeight, button.visible &&
                                                !line.stacked ? button.height : 0)

    // At large type the button takes a line of its own.
    readonly property bool stacked: button.visible && line.width - picture.width - button.implicitWidth
                                    - Theme.space.m * 2 < Theme.size.sidebar * Theme.textScale
    readonly property string shownTitle: "\u2068" + line.toolTitle + "\u2069"

    signal cardWanted

    Accessible.description: line.failed ? line.outcome : qsTr("Done")
    Accessible.name: qsTr("%1, %2").arg(line.shownTitle).arg("\u2068" + line.integrationName + "\u2069")
    Accessible.role: Accessible.ListItem
    implicitHeight: line.lineHeight + (line.stacked ? button.height + Theme.space.s : 0) + Theme.space.s * 2

    Rectangle {
        anchors.fill: parent
        border.color: Theme.color.line
        border.width: Theme.size.hairline
        color: "transparent"
        radius: Theme.radius.control
    }

    IntegrationIcon {
        id: picture

        anchors.left: parent.left
        anchors.leftMargin: Theme.space.s
        size: Theme.size.target * Math.min(Theme.textScale, 1.5)
        url: line.iconUrl
        y: Theme.space.s + Math.round((line.lineHeight - height) / 2)
    }

    Column {
        id: words

        anchors.left: picture.right
        anchors.leftMargin: Theme.space.m
        anchors.right: parent.right
        anchors.rightMargin: Theme.space.s + (button.visible && !line.stacked ? button.width + Theme.space.m :
                                                                                0)
        spacing: Theme.space.xs
        y: Theme.space.s + Math.round((line.lineHeight - height) / 2)

        Flow {
            spacing: Theme.space.s
            width: parent.width

            BodyText {
                font.weight: Font.DemiBold
                text: line.toolTitle
                width: Math.min(implicitWidth, parent.width)
            }

            BodyText {
                color: Theme.color.ink2
                text: line.integrationName
                width: Math.min(implicitWidth, parent.width)
            }

            Badge {
                glyph: line.failed ? Icon.Warning : Icon.Check
                ink: line.failed ? Theme.color.badText : Theme.color.goodText
                text: line.failed ? qsTr("Failed") : qsTr("Done")
            }
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            text: line.outcome
            visible: text !== ""
            width: parent.width
        }
    }

    PillButton {
        id: button

        Accessible.name: qsTr("Show the card of %1").arg(line.shownTitle)
        anchors.right: parent.right
        anchors.rightMargin: Theme.space.s
        text: qsTr("Show card")
        visible: line.hasCard
        y: line.stacked ? line.lineHeight + Theme.space.s * 2 : Theme.space.s + Math.round((line.lineHeight
                                                                                            - height) / 2)

        onClicked: line.cardWanted()
    }
}
