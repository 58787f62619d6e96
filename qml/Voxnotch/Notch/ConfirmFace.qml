import QtQuick
import Voxnotch.Blocks
import Voxnotch.Theme
import Voxnotch.ViewModels

// A question: which action of whom, why it is asked about, the card with its fields, and the answer. Enter says yes
// unless a field of several lines has the keyboard, Escape says no. A card that has just come up takes no yes yet: the
// press was meant for what stood there before.
FocusScope {
    id: face

    required property NotchModel notch
    required property SurfaceModel surface
    readonly property QuestionModel question: face.notch.question as QuestionModel
    readonly property real frame: head.height + foot.height + 2 * Theme.space.m
    readonly property bool ready: !pause.running

    function confirm() {
        if (face.ready)
            face.question.confirm();
    }

    focus: true
    implicitHeight: Math.min(face.frame + scroller.implicitHeight, face.surface.maximumHeight)

    Keys.onEnterPressed: face.confirm()
    Keys.onEscapePressed: face.question.cancel()
    Keys.onReturnPressed: face.confirm()

    BlockHost {
        id: host

        onChipToggled: (bind, value) => face.question.toggleChip(bind, value)
        onCopyAsked: text => face.question.copy(text)
        onKeyboardWanted: face.surface.takeKeyboard()
        onSwitched: (bind, on) => face.question.setOn(bind, on)
        onTextEdited: (bind, text) => face.question.setText(bind, text)
        onUrlAsked: url => face.question.openUrl(url)
    }

    Timer {
        id: pause

        interval: Theme.answerPause
        running: true
    }

    Connections {
        function onChanged() {
            pause.restart();
        }

        target: face.question
    }

    Connections {
        function onKeyboardAsked() {
            const first = face.nextItemInFocusChain(true);
            const goal = first.objectName.startsWith("field.") || first.objectName.startsWith("chip.") ? first :
                                                                                                         foot.yes;
            goal.forceActiveFocus(Qt.TabFocusReason);
            face.surface.takeKeyboard();
        }

        target: face.notch
    }

    ConfirmHead {
        id: head

        question: face.question

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.l
            top: parent.top
        }
    }

    CardScroll {
        id: scroller

        spacing: Theme.space.m

        anchors {
            bottom: foot.top
            bottomMargin: Theme.space.m
            left: parent.left
            right: parent.right
            top: head.bottom
            topMargin: Theme.space.m
        }

        BlockView {
            host: host
            objectName: "blocks"
            model: face.question.blocks
            width: scroller.width - 2 * scroller.margin
        }

        ConfirmReasons {
            reasons: face.question.reasons
            width: scroller.width - 2 * scroller.margin
        }
    }

    ConfirmFoot {
        id: foot

        host: host
        notch: face.notch
        question: face.question
        ready: face.ready

        anchors {
            bottom: parent.bottom
            left: parent.left
            right: parent.right
        }
    }
}
