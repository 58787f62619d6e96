import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// When, where, and how it ended; the name of the program gives way when there is no room.
Row {
    id: head

    required property string appName
    required property string outcome
    readonly property string outcomeWords: badge.text
    required property real room
    required property string time

    spacing: Theme.space.s

    BodyText {
        id: clock

        anchors.verticalCenter: parent.verticalCenter
        color: Theme.color.ink2
        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.caption
        text: head.time
        wrapMode: Text.NoWrap
    }

    BodyText {
        anchors.verticalCenter: parent.verticalCenter
        color: Theme.color.ink2
        elide: Text.ElideRight
        font.pixelSize: Theme.type.caption
        text: head.appName
        visible: text !== "" && width > 0
        width: Math.max(0, Math.min(implicitWidth, Theme.size.sidebar, head.room - clock.width - badge.width
                                    - Theme.space.s * 2))
        wrapMode: Text.NoWrap
    }

    OutcomeBadge {
        id: badge

        anchors.verticalCenter: parent.verticalCenter
        outcome: head.outcome
    }
}
