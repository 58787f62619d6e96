import QtQuick
import QtQuick.Window
import Voxnotch.Theme
import Voxnotch.ViewModels

// A transparent window of fixed size; only the shape in it moves. It takes no focus, no place in the task bar and no
// input outside the shape; `surface` (Python) places it and cuts its outline. The window manager is passed by, as for
// notifications: it must neither move nor focus it nor put it below a full-screen window that it may cover.
Window {
    id: window

    required property NotchModel notch
    required property ShellModel shell
    required property SurfaceModel surface
    readonly property bool wanted: window.notch.state !== "idle" || !window.shell.hiddenUntilUsed

    function cardWords(): string {
        const glance = window.notch.glance as GlanceModel;
        return glance === null ? "" : glance.words;
    }

    function turnWords(): string {
        const status = window.notch.target !== "" ? qsTr("Asking %1…").arg(window.notch.target) : qsTr(
                                                        "Thinking…");
        return (window.notch.title + " " + status).trim();
    }

    function inquiryWords(): string {
        const inquiry = window.notch.inquiry as InquiryModel;
        if (inquiry === null)
            return "";
        const asked = inquiry.isChoice ? qsTr("Did you mean?") : qsTr("%1 needs: %2").arg(inquiry.tool).arg(
                                             inquiry.label);
        return (asked + " " + inquiry.remark).trim();
    }

    function announcement(): string {
        switch (window.notch.state) {
        case "listening":
            return window.notch.hint !== "" ? window.notch.hint : window.notch.target !== "" ? qsTr(
                                                                                                   "Listening for %1").arg(
                                                                                                   window.notch.target) :
                                                                                               qsTr("Listening");
        case "finishing":
            return qsTr("Finishing");
        case "working":
            return window.notch.hint !== "" ? window.notch.hint : window.notch.ofTurn ? window.turnWords() :
                                                                                        window.notch.kind
                                                                                        === "call" ? qsTr(
                                                                                                         "Asking %1…").arg(
                                                                                                         window.notch.target) :
                                                                                                     qsTr("Working");
        case "said":
            // Told once it is whole, not word by word.
            return window.notch.hint !== "" ? window.notch.hint : window.notch.ofTurn ? qsTr("Answering") :
                                                                                        window.notch.title;
        case "card":
            return (window.notch.title + " " + window.notch.text + " " + (window.notch.hasBlocks
                                                                          ? window.cardWords() : "")).trim();
        case "confirm":
            return qsTr("A question: %1").arg(window.notch.questionTitle);
        case "inquire":
            return window.inquiryWords();
        case "write":
            return qsTr("Type what you want, then press Enter");
        case "error":
            return window.notch.title + " " + window.notch.detail;
        default:
            return qsTr("Ready");
        }
    }

    // Without a compositor the mask cuts through half-covered pixels at the curves; they must not be black.
    color: window.surface.composited ? "transparent" : Theme.notch.surface
    flags: Qt.Tool | Qt.FramelessWindowHint | Qt.WindowStaysOnTopHint | Qt.WindowDoesNotAcceptFocus | Qt.BypassWindowManagerHint
           | Qt.NoDropShadowWindowHint
    height: window.surface.windowHeight
    title: qsTr("Voxnotch")
    visible: window.surface.allowed && (window.wanted || body.moving)
    width: window.surface.windowWidth

    onFrameSwapped: window.surface.tellFrame(body.settled)

    Connections {
        function onShown() {
            body.Accessible.announce(window.announcement());
        }

        target: window.notch
    }

    NotchBody {
        id: body

        Accessible.description: window.announcement()
        Accessible.name: qsTr("Voxnotch")
        Accessible.role: Accessible.Pane
        LayoutMirroring.childrenInherit: true
        LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft
        anchors.fill: parent
        notch: window.notch
        surface: window.surface
        wanted: window.wanted
    }
}
