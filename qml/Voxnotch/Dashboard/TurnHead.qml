import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// When, where, how it ended and who answered; the name of the program gives way when there is no room, then the model.
Row {
    id: head

    required property string answerModel
    required property string appName
    required property bool followUp
    required property string outcome
    readonly property string outcomeWords: [badge.text, answered.text, follow.visible ? follow.text : ""].filter(
        part => part !== "").join(", ")
    required property real room
    required property string route
    required property string time
    readonly property real rest: head.room - clock.width - badge.width - Theme.space.s
    readonly property bool routeFits: answered.implicitWidth + Theme.space.s <= head.rest
    readonly property real nameRoom: head.rest - (answered.visible ? answered.width + Theme.space.s : 0) - (
                                         follow.visible ? follow.width + Theme.space.s : 0)

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
        width: Math.max(0, Math.min(implicitWidth, Theme.size.sidebar, head.nameRoom - Theme.space.s))
        wrapMode: Text.NoWrap
    }

    OutcomeBadge {
        id: badge

        anchors.verticalCenter: parent.verticalCenter
        outcome: head.outcome
    }

    RouteBadge {
        id: answered

        anchors.verticalCenter: parent.verticalCenter
        model: head.answerModel
        route: head.route
        visible: answered.text !== "" && head.routeFits
    }

    BodyText {
        id: follow

        anchors.verticalCenter: parent.verticalCenter
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: qsTr("Follow-up")
        visible: head.followUp && implicitWidth + Theme.space.s + (answered.visible ? answered.width
                                                                                      + Theme.space.s : 0)
                 <= head.rest
        wrapMode: Text.NoWrap
    }
}
