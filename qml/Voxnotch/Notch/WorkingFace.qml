import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The words are final and on their way, or an integration is asked; after a while the time shows.
Item {
    id: face

    required property NotchModel notch
    readonly property int patienceS: 8
    property int elapsedS: 0
    property double startedMs: Date.now()
    readonly property bool asks: face.notch.kind === "call"
    readonly property string status: face.notch.hint !== "" ? face.notch.hint : face.asks ? qsTr(
                                                                                                "Asking %1…").arg(
                                                                                                face.notch.target) :
                                                                                            face.notch.kind
                                                                                            === "agent" ? qsTr(
                                                                                                              "Working…") :
                                                                                                          face.notch.target
                                                                                                          !== "" ? qsTr(
                                                                                                                       "Inserting into %1…").arg(
                                                                                                                       face.notch.target) :
                                                                                                                   qsTr("Inserting…")

    implicitHeight: Theme.notchSize.workingHeight

    HintTimer {
        notch: face.notch
        shown: face.visible
    }

    Timer {
        interval: 1000
        repeat: true
        running: face.visible

        onTriggered: face.elapsedS = Math.round((Date.now() - face.startedMs) / 1000)
    }

    Icon {
        id: glyph

        glyph: face.notch.kind === "dictate" ? Icon.Paste : Icon.Agent
        ink: Theme.notch.ink2
        visible: !picture.visible

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            verticalCenter: parent.verticalCenter
        }
    }

    Image {
        id: picture

        anchors.fill: glyph
        fillMode: Image.PreserveAspectFit
        mipmap: true
        source: face.asks ? face.notch.icon : ""
        sourceSize: Qt.size(4 * Theme.size.icon, 4 * Theme.size.icon)
        visible: face.asks && status === Image.Ready
    }

    NotchText {
        text: face.status

        anchors {
            left: glyph.right
            leftMargin: Theme.space.m
            right: time.left
            rightMargin: Theme.space.s
            verticalCenter: parent.verticalCenter
        }
    }

    NotchText {
        id: time

        color: Theme.notch.ink2
        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.caption
        text: face.elapsedS >= face.patienceS ? qsTr("%1 s").arg(face.elapsedS) : ""

        anchors {
            right: cross.left
            rightMargin: Theme.space.xs
            verticalCenter: parent.verticalCenter
        }
    }

    NotchCross {
        id: cross

        objectName: "cross"
        name: qsTr("Cancel")

        onClicked: face.notch.cancel()

        anchors {
            right: parent.right
            rightMargin: Theme.space.s
            verticalCenter: parent.verticalCenter
        }
    }
}
