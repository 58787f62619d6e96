import QtQuick
import Voxnotch.Blocks
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Why an answer did not count, a take that runs meanwhile, and the two answers: no at the left, yes at the right.
Item {
    id: foot

    required property BlockHost host
    required property NotchModel notch
    required property QuestionModel question
    required property bool ready
    readonly property Item yes: confirm
    readonly property string problem: foot.question.wholeError !== "" ? foot.question.wholeError :
                                                                        foot.question.remark

    implicitHeight: lines.implicitHeight + Theme.size.hairline

    Rectangle {
        color: Theme.notch.line
        height: Theme.size.hairline
        width: parent.width
    }

    Column {
        id: lines

        bottomPadding: Theme.space.m
        spacing: Theme.space.s
        topPadding: Theme.space.m

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.l
        }

        ConfirmLine {
            glyph: Icon.Warning
            ink: Theme.notch.warnText
            objectName: "remark"
            text: foot.problem
            visible: foot.problem !== ""
            width: parent.width
        }

        TakeLine {
            notch: foot.notch
            width: parent.width
        }

        BlockText {
            color: Theme.notch.ink3
            font.pixelSize: Theme.type.caption
            objectName: "voice"
            text: qsTr("Or hold %1 and say “yes” or “cancel”").arg(foot.notch.agentKey)
            visible: foot.notch.agentKey !== "" && foot.notch.take === "" && foot.problem === ""
            width: parent.width
            wrapMode: Text.Wrap
        }

        ActionsBlock {
            entries: foot.question.footButtons
            host: foot.host
            visible: implicitHeight > 0
            width: parent.width
        }

        Item {
            height: Math.max(cancel.height, confirm.height)
            width: parent.width

            CardButton {
                id: cancel

                anchors.left: parent.left
                objectName: "cancel"
                text: foot.question.cancelLabel
                width: Math.min(implicitWidth, parent.width * 0.45)

                onClicked: foot.question.cancel()
            }

            BlockText {
                color: Theme.notch.ink3
                font.pixelSize: Theme.type.caption
                horizontalAlignment: Text.AlignHCenter
                maximumLineCount: 2
                objectName: "waiting"
                text: foot.question.waiting > 0 ? qsTr("%n more waiting", "", foot.question.waiting) : ""
                wrapMode: Text.Wrap

                anchors {
                    left: cancel.right
                    leftMargin: Theme.space.s
                    right: confirm.left
                    rightMargin: Theme.space.s
                    verticalCenter: parent.verticalCenter
                }
            }

            CardButton {
                id: confirm

                anchors.right: parent.right
                danger: foot.question.dangerous
                enabled: foot.ready
                filled: true
                objectName: "confirm"
                text: foot.question.confirmLabel
                width: Math.min(implicitWidth, parent.width * 0.45)

                onClicked: foot.question.confirm()
            }
        }
    }
}
