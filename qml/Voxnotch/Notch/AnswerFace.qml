import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

// What the agent answers, at most three lines; more scrolls. While it grows the newest line is in sight and the cross
// cancels; then it goes by itself, but never from under the pointer and never while it is spoken.
Item {
    id: face

    required property NotchModel notch
    required property SurfaceModel surface
    readonly property int mostLines: 3
    readonly property int baseMs: 6000
    readonly property int perCharacterMs: 40
    readonly property bool growing: face.notch.ofTurn

    // Since when it has been seen growing, in ms.
    property double growingSince: Date.now()
    readonly property string status: face.notch.hint !== "" ? face.notch.hint : face.notch.speaking ? qsTr(
                                                                                                          "Speaking") :
                                                                                                      face.growing
                                                                                                      && face.notch.target
                                                                                                      !== "" ? qsTr(
                                                                                                                   "Asking %1…").arg(
                                                                                                                   face.notch.target) :
                                                                                                               ""
    readonly property real linesHeight: Math.max(scroller.height, cross.implicitHeight)

    implicitHeight: 2 * Theme.space.m + face.linesHeight + (face.status !== "" ? foot.height : 0)

    // Who could not have read so fast begins at the beginning; who read along stays there.
    onGrowingChanged: {
        if (!face.growing && Date.now() - face.growingSince < face.perCharacterMs * face.notch.title.length)
            scroller.contentY = 0;
    }

    HintTimer {
        notch: face.notch
        shown: face.visible
    }

    HoverHandler {
        id: hover
    }

    Timer {
        id: fading

        interval: face.baseMs + face.perCharacterMs * face.notch.title.length
        objectName: "fading"
        running: face.visible && !hover.hovered && !face.growing && !face.notch.speaking && !scroller.moving

        onTriggered: face.notch.fade()
    }

    FontMetrics {
        id: metrics

        font: words.font
    }

    Flickable {
        id: scroller

        function follow() {
            if (face.growing)
                scroller.contentY = Math.max(0, scroller.contentHeight - scroller.height);
        }

        boundsBehavior: Flickable.StopAtBounds
        clip: true
        contentHeight: words.implicitHeight
        // Three lines of markup may be higher than three of plain text; they are not to scroll.
        height: words.lineCount <= face.mostLines ? words.implicitHeight : Math.ceil(face.mostLines
                                                                                     * metrics.lineSpacing)
        interactive: contentHeight > height
        objectName: "scroller"
        y: Theme.space.m + Math.max(0, (cross.implicitHeight - height) / 2)

        onContentHeightChanged: scroller.follow()
        onHeightChanged: scroller.follow()

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: cross.left
            rightMargin: Theme.space.s
        }

        Text {
            id: words

            Accessible.name: face.notch.title
            Accessible.role: Accessible.StaticText
            LayoutMirroring.enabled: false
            color: Theme.notch.ink1
            font.pixelSize: Theme.type.body
            horizontalAlignment: face.notch.rightToLeft ? Text.AlignRight : Text.AlignLeft
            linkColor: Theme.notch.accentText
            objectName: "answer"
            text: face.notch.styled
            textFormat: Text.StyledText
            width: scroller.width
            wrapMode: Text.Wrap

            onLinkActivated: link => face.notch.openUrl(link)
        }
    }

    // How far it is scrolled; nothing where all words are in sight.
    Rectangle {
        color: Theme.notch.ink3
        height: Math.max(Theme.space.m, scroller.visibleArea.heightRatio * scroller.height)
        objectName: "scrollMark"
        radius: width / 2
        visible: scroller.contentHeight > scroller.height + 1
        width: Theme.space.xs
        y: scroller.y + scroller.visibleArea.yPosition / Math.max(1 - scroller.visibleArea.heightRatio, 0.001)
           * (scroller.height - height)

        anchors {
            right: scroller.right
            rightMargin: -Theme.space.s
        }
    }

    NotchCross {
        id: cross

        name: face.growing ? qsTr("Cancel") : qsTr("Close")
        objectName: "cross"

        onClicked: {
            if (face.growing)
                face.notch.cancel();
            else
                face.notch.dismiss();
        }

        anchors {
            right: parent.right
            rightMargin: Theme.space.s
            top: parent.top
            topMargin: Theme.space.m
        }
    }

    Item {
        id: foot

        height: Math.max(Theme.size.target, note.implicitHeight)
        visible: face.status !== ""
        y: Theme.space.m + face.linesHeight + Theme.space.xs

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.s
        }

        NotchText {
            id: note

            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            horizontalAlignment: Text.AlignLeft
            maximumLineCount: 2
            objectName: "status"
            text: face.status
            wrapMode: Text.Wrap

            anchors {
                left: parent.left
                right: mark.left
                verticalCenter: parent.verticalCenter
            }
        }

        SpeakingMark {
            id: mark

            notch: face.notch

            anchors {
                right: parent.right
                verticalCenter: parent.verticalCenter
            }
        }
    }
}
