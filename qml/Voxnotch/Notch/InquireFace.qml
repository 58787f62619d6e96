pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Blocks
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// What the agent asks back: the one value that is missing, or which of few things was meant. Enter answers, 1 to 3
// choose, Escape ends the turn; it may be said as well, and a take shows here while it runs.
FocusScope {
    id: face

    required property NotchModel notch
    required property SurfaceModel surface
    readonly property InquiryModel inquiry: face.notch.inquiry as InquiryModel
    readonly property string source: face.inquiry.isChoice ? "" : face.inquiry.integration
    readonly property real inner: scroller.width - 2 * scroller.margin

    focus: true
    implicitHeight: Math.min(scroller.y + scroller.implicitHeight + foot.implicitHeight + Theme.space.m,
                             face.surface.maximumHeight)

    Keys.onEnterPressed: face.inquiry.answer()
    Keys.onEscapePressed: face.inquiry.close()
    Keys.onPressed: event => {
        if (face.inquiry.isChoice && event.key >= Qt.Key_1 && event.key <= Qt.Key_3) {
            face.inquiry.choose(event.key - Qt.Key_1);
            event.accepted = true;
        }
    }
    Keys.onReturnPressed: face.inquiry.answer()

    Connections {
        function onKeyboardAsked() {
            if (!face.inquiry.isChoice)
                field.forceActiveFocus(Qt.TabFocusReason);
            else
                choices.itemAt(0)?.forceActiveFocus(Qt.TabFocusReason);
            face.surface.takeKeyboard();
        }

        target: face.notch
    }

    CardScroll {
        id: scroller

        spacing: Theme.space.s
        y: Theme.space.l

        anchors {
            bottom: foot.top
            bottomMargin: Theme.space.m
            left: parent.left
            right: parent.right
            top: parent.top
            topMargin: Theme.space.l
        }

        Row {
            spacing: Theme.space.s
            visible: face.source !== ""
            width: face.inner

            CardImage {
                id: sign

                anchors.verticalCenter: parent.verticalCenter
                source: face.inquiry.icon
            }

            BlockText {
                anchors.verticalCenter: parent.verticalCenter
                color: Theme.notch.ink2
                font.pixelSize: Theme.type.caption
                text: face.source
                width: parent.width - (sign.visible ? sign.width + parent.spacing : 0)
            }
        }

        BlockText {
            Accessible.role: Accessible.Heading
            font.pixelSize: Theme.type.title
            font.weight: Font.DemiBold
            maximumLineCount: 3
            objectName: "title"
            text: face.inquiry.isChoice ? qsTr("Did you mean?") : qsTr("%1 needs: %2").arg(face.inquiry.tool).arg(
                                              face.inquiry.label)
            width: face.inner
            wrapMode: Text.Wrap
        }

        BlockText {
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            maximumLineCount: 2
            objectName: "said"
            text: face.inquiry.said !== "" ? qsTr("“%1”").arg(face.inquiry.said) : ""
            visible: text !== ""
            width: face.inner
            wrapMode: Text.Wrap
        }

        Column {
            spacing: Theme.space.s
            visible: face.inquiry.isChoice
            width: face.inner

            Repeater {
                id: choices

                model: face.inquiry.isChoice ? face.inquiry.options : null

                delegate: InquireOption {
                    width: face.inner

                    onClicked: face.inquiry.choose(place)
                }
            }
        }

        Flow {
            spacing: Theme.space.s
            visible: !face.inquiry.isChoice && face.inquiry.optionCount > 0
            width: face.inner

            Repeater {
                model: face.inquiry.isChoice ? null : face.inquiry.options

                delegate: CardButton {
                    required property string detail
                    required property string label
                    required property int place

                    Accessible.description: detail
                    objectName: "option" + place
                    text: label
                    width: Math.min(implicitWidth, face.inner)

                    onClicked: face.inquiry.choose(place)
                }
            }
        }

        NotchField {
            id: field

            faulty: face.inquiry.remark !== ""
            focus: true
            label: face.inquiry.label
            objectName: "field"
            placeholderText: face.inquiry.hint
            problem: (face.inquiry.hint + " " + face.inquiry.remark).trim()
            text: face.inquiry.draft
            visible: !face.inquiry.isChoice
            width: face.inner

            onKeyboardWanted: face.surface.takeKeyboard()
            onTextEdited: face.inquiry.edit(field.text)
        }

        ConfirmLine {
            glyph: Icon.Warning
            ink: Theme.notch.warnText
            objectName: "remark"
            text: face.inquiry.remark
            visible: face.inquiry.remark !== ""
            width: face.inner
        }
    }

    Column {
        id: foot

        bottomPadding: Theme.space.m
        spacing: Theme.space.s

        anchors {
            bottom: parent.bottom
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.l
        }

        TakeLine {
            notch: face.notch
            width: parent.width
        }

        Item {
            height: Math.max(cancel.height, answer.height)
            width: parent.width

            CardButton {
                id: cancel

                anchors.left: parent.left
                objectName: "cancel"
                text: face.inquiry.isChoice ? qsTr("None of these") : qsTr("Cancel")
                width: Math.min(implicitWidth, parent.width * 0.45)

                onClicked: face.inquiry.close()
            }

            BlockText {
                color: Theme.notch.ink3
                font.pixelSize: Theme.type.caption
                horizontalAlignment: Text.AlignHCenter
                maximumLineCount: 2
                objectName: "voice"
                text: face.notch.agentKey !== "" && face.notch.take === "" ? qsTr("Or hold %1 and say it").arg(
                                                                                 face.notch.agentKey) : ""
                wrapMode: Text.Wrap

                anchors {
                    left: cancel.right
                    leftMargin: Theme.space.s
                    right: answer.visible ? answer.left : parent.right
                    rightMargin: answer.visible ? Theme.space.s : 0
                    verticalCenter: parent.verticalCenter
                }
            }

            CardButton {
                id: answer

                anchors.right: parent.right
                enabled: face.inquiry.draft.trim() !== ""
                filled: true
                objectName: "answer"
                text: qsTr("Answer")
                visible: !face.inquiry.isChoice
                width: Math.min(implicitWidth, parent.width * 0.45)

                onClicked: face.inquiry.answer()
            }
        }
    }
}
