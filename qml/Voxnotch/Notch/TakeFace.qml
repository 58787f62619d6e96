import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Listening and finishing: who listens for whom, the live level, the time, and the words so far.
Item {
    id: face

    required property NotchModel notch
    readonly property bool finishing: face.notch.state === "finishing"
    readonly property bool hasWords: face.notch.committed !== "" || face.notch.tentative !== ""
    readonly property bool hasLine: face.hasWords || face.notch.hint !== ""
    property int elapsedS: 0
    property double startedMs: Date.now()

    function minutes(seconds: int): string {
        return Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
    }

    implicitHeight: header.height + (face.hasLine ? below.implicitHeight + Theme.space.m : 0)

    HintTimer {
        notch: face.notch
        shown: face.visible
    }

    Timer {
        interval: 250
        repeat: true
        running: face.notch.state === "listening" && face.visible

        onTriggered: face.elapsedS = Math.floor((Date.now() - face.startedMs) / 1000)
    }

    Item {
        id: header

        height: Theme.notchSize.listeningHeight

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.l
            top: parent.top
        }

        Row {
            id: who

            spacing: Theme.space.s

            anchors {
                left: parent.left
                right: wave.left
                rightMargin: Theme.space.m
                verticalCenter: parent.verticalCenter
            }

            Rectangle {
                anchors.verticalCenter: parent.verticalCenter
                color: face.finishing ? Theme.notch.fill2 : Theme.notch.accent
                height: width
                radius: width / 2
                width: Theme.space.xl

                Icon {
                    anchors.centerIn: parent
                    glyph: face.notch.locked ? Icon.Lock : face.notch.kind === "agent" ? Icon.Agent :
                                                                                         Icon.Microphone
                    ink: face.finishing ? Theme.notch.ink2 : Theme.notch.accentInk
                }
            }

            NotchText {
                anchors.verticalCenter: parent.verticalCenter
                color: Theme.notch.ink2
                font.pixelSize: Theme.type.caption
                text: face.notch.target
                width: who.width - Theme.space.xl - who.spacing
            }
        }

        Waveform {
            id: wave

            levels: face.notch.levels
            settled: face.finishing

            anchors {
                right: time.left
                rightMargin: Theme.space.m
                verticalCenter: parent.verticalCenter
            }
        }

        NotchText {
            id: time

            Accessible.ignored: true
            color: Theme.notch.ink2
            font.features: Theme.tabularFigures
            font.pixelSize: Theme.type.caption
            text: face.minutes(face.elapsedS)

            anchors {
                right: parent.right
                verticalCenter: parent.verticalCenter
            }
        }
    }

    Column {
        id: below

        spacing: Theme.space.xs

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.l
            top: header.bottom
        }

        WordsView {
            committed: face.notch.committed
            rightToLeft: face.notch.rightToLeft
            tentative: face.notch.tentative
            visible: face.hasWords
            width: parent.width
        }

        NotchText {
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            text: face.notch.hint
            visible: face.notch.hint !== ""
            width: parent.width
        }
    }
}
