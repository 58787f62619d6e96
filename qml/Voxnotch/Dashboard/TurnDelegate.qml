pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// One turn of the past. Return or a click opens it; the arrow keys go from row to row.
FocusScope {
    id: turn

    required property string answer
    required property string answerModel
    required property string answerStyled
    required property string appName
    required property real audioSeconds
    required property string errorCode
    required property bool hasAudio
    required property int index
    required property bool isFollowUp
    required property bool joinsAbove
    required property bool joinsBelow
    required property string kind
    required property string languageName
    required property string model
    required property string outcome
    required property string rawText
    required property string route
    required property real startedMs
    required property string text
    required property string threadId
    required property int threadSize
    required property string turnId
    readonly property bool agent: turn.kind === "agent"
    required property CatalogueModel catalogue
    required property bool current
    required property bool expanded

    // To the next row.
    required property real gap
    required property HistoryModel history
    readonly property bool lost: turn.hasAudio && ["failed", "cancelled", "recovered"].includes(turn.outcome) && !(
                                     turn.agent && turn.text !== "")
    readonly property bool playing: turn.history.playingId === turn.turnId
    readonly property string time: new Date(turn.startedMs).toLocaleTimeString(Qt.locale(),
                                                                               Locale.ShortFormat)

    signal pasteWanted
    signal removeWanted
    signal threadRemovalWanted
    signal toggled

    Accessible.description: head.outcomeWords
    Accessible.name: [turn.time, turn.appName, turn.text, answered.plain].filter(part => part !== "").join(
        ", ")
    Accessible.role: Accessible.ListItem
    implicitHeight: body.implicitHeight + Theme.space.m * 2

    Keys.onReturnPressed: turn.toggled()
    Keys.onSpacePressed: turn.toggled()
    Keys.onDeletePressed: turn.removeWanted()

    Rectangle {
        anchors.fill: parent
        color: turn.expanded ? Theme.color.fill1 : hover.hovered ? Theme.color.fill1 : "transparent"
        radius: Theme.radius.control

        FocusRing {
            anchors.margins: 0
            radius: Theme.radius.control
            shown: turn.Window.activeFocusItem === turn
        }
    }

    // The turns of a thread hang together by it.
    Rectangle {
        anchors.left: parent.left
        anchors.leftMargin: Theme.space.xs
        color: Theme.color.accentText
        height: parent.height - (turn.joinsAbove ? 0 : Theme.space.m) - (turn.joinsBelow ? 0 : Theme.space.m)
                + (turn.joinsBelow ? turn.gap : 0)
        opacity: 0.6
        visible: turn.joinsAbove || turn.joinsBelow
        width: Theme.size.focusRing
        y: turn.joinsAbove ? 0 : Theme.space.m
    }

    HoverHandler {
        id: hover
    }

    TapHandler {
        onTapped: turn.toggled()
    }

    Column {
        id: body

        anchors.left: parent.left
        anchors.leftMargin: Theme.space.m
        anchors.right: parent.right
        anchors.rightMargin: Theme.space.m
        spacing: Theme.space.xs
        y: Theme.space.m

        Item {
            height: Math.max(head.implicitHeight, actions.implicitHeight)
            width: parent.width

            TurnHead {
                id: head

                anchors.left: parent.left
                anchors.verticalCenter: parent.verticalCenter
                answerModel: turn.answerModel
                appName: turn.appName
                followUp: turn.isFollowUp
                outcome: turn.outcome
                room: parent.width - actions.width - Theme.space.s
                route: turn.route
                time: turn.time
            }

            TurnActions {
                id: actions

                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                agent: turn.agent
                current: turn.current
                hasAnswer: turn.answer !== ""
                hasAudio: turn.hasAudio
                hasText: turn.text !== ""
                opacity: hover.hovered || turn.activeFocus || turn.expanded || turn.playing ? 1 : 0
                playing: turn.playing

                onAnswerCopyWanted: turn.history.copyAnswer(turn.turnId)
                onAskWanted: turn.history.askAgain(turn.turnId)
                onCopyWanted: turn.history.copy(turn.turnId)
                onPasteWanted: turn.pasteWanted()
                onPlayWanted: turn.history.play(turn.turnId)
                onRemoveWanted: turn.removeWanted()
                onRetryWanted: turn.history.retry(turn.turnId, "")
                onStopWanted: turn.history.stopPlaying()
            }
        }

        TranscriptText {
            elide: turn.expanded ? Text.ElideNone : Text.ElideRight
            maximumLineCount: turn.expanded ? 10000 : 2
            text: turn.text
            visible: text !== ""
            width: parent.width
        }

        AnswerText {
            id: answered

            expanded: turn.expanded
            text: turn.answerStyled
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            text: qsTr("The recording is kept.")
            visible: turn.lost && turn.text === "" && turn.outcome !== "failed"
            width: parent.width
        }

        ProblemText {
            code: turn.outcome === "failed" ? turn.errorCode : ""
            width: parent.width
        }

        PillButton {
            Accessible.name: qsTr("Try the take of %1 again").arg(turn.time)
            anchors.left: parent.left
            focusPolicy: turn.current ? Qt.StrongFocus : Qt.NoFocus
            text: qsTr("Try again")
            visible: turn.lost

            onClicked: turn.history.retry(turn.turnId, "")
        }

        Loader {
            active: turn.expanded
            visible: active
            width: parent.width

            sourceComponent: Column {
                spacing: Theme.space.s

                AgentDetails {
                    answerModel: turn.answerModel
                    history: turn.history
                    said: turn.text
                    threadId: turn.threadId
                    threadSize: turn.threadSize
                    turnId: turn.turnId
                    visible: turn.agent
                    width: parent.width

                    onThreadRemovalWanted: turn.threadRemovalWanted()
                }

                TurnDetails {
                    audioSeconds: turn.audioSeconds
                    hasAudio: turn.hasAudio
                    languageName: turn.languageName
                    model: turn.model
                    modelInUse: turn.catalogue.inUse
                    modelOptions: turn.catalogue.options
                    rawText: turn.rawText
                    text: turn.text
                    width: parent.width

                    onRetryWanted: model => turn.history.retry(turn.turnId, model)
                }
            }
        }
    }
}
