import QtQuick
import Voxnotch.Blocks
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The agent works: what the person said, what a fast intent says at once, and who is asked; after a while the time shows.
Item {
    id: face

    required property NotchModel notch
    required property SurfaceModel surface
    readonly property int patienceS: 8
    property int elapsedS: 0
    readonly property string status: face.notch.hint !== "" ? face.notch.hint : face.notch.target !== ""
                                                              ? qsTr("Asking %1…").arg(face.notch.target) :
                                                                qsTr("Thinking…")

    implicitHeight: Math.max(Theme.notchSize.workingHeight, lines.implicitHeight + 2 * Theme.space.m)

    HintTimer {
        notch: face.notch
        shown: face.visible
    }

    Timer {
        interval: 1000
        repeat: true
        running: face.visible
        triggeredOnStart: true

        onTriggered: face.elapsedS = Math.max(0, Math.floor((Date.now() - face.notch.startedMs) / 1000))
    }

    Icon {
        id: glyph

        glyph: Icon.Agent
        ink: Theme.notch.ink2
        visible: !picture.visible

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            verticalCenter: parent.verticalCenter
        }
    }

    CardImage {
        id: picture

        anchors.centerIn: glyph
        source: face.notch.icon
    }

    Column {
        id: lines

        spacing: Theme.space.xs

        anchors {
            left: glyph.right
            leftMargin: Theme.space.m
            right: time.left
            rightMargin: Theme.space.s
            verticalCenter: parent.verticalCenter
        }

        NotchText {
            LayoutMirroring.enabled: false
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            horizontalAlignment: face.notch.rightToLeft ? Text.AlignRight : Text.AlignLeft
            maximumLineCount: 2
            objectName: "said"
            text: face.notch.text
            width: parent.width
            wrapMode: Text.Wrap
        }

        NotchText {
            maximumLineCount: 2
            objectName: "acknowledged"
            text: face.notch.title
            visible: face.notch.title !== ""
            width: parent.width
            wrapMode: Text.Wrap
        }

        NotchText {
            color: face.notch.title !== "" ? Theme.notch.ink2 : Theme.notch.ink1
            font.pixelSize: face.notch.title !== "" ? Theme.type.caption : Theme.type.body
            objectName: "status"
            text: face.status
            width: parent.width
        }
    }

    NotchText {
        id: time

        color: Theme.notch.ink2
        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.caption
        objectName: "elapsed"
        text: face.elapsedS >= face.patienceS ? qsTr("%1 s").arg(face.elapsedS) : ""

        anchors {
            right: cross.left
            rightMargin: Theme.space.xs
            verticalCenter: parent.verticalCenter
        }
    }

    NotchCross {
        id: cross

        name: qsTr("Cancel")
        objectName: "cross"

        onClicked: face.notch.cancel()

        anchors {
            right: parent.right
            rightMargin: Theme.space.s
            verticalCenter: parent.verticalCenter
        }
    }
}
