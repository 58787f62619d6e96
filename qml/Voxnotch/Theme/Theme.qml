pragma Singleton
import QtQuick

// Every colour, size and duration of the interface; there are no literals elsewhere. `Theme.color` dresses the
// window, `Theme.notch` the notch: the notch stays dark unless the person chose light. The four inputs below are
// bound once, in App/Main.qml. Type sizes follow the system font; `Theme.motion` is 0 with reduced motion.
QtObject {
    id: theme

    // Milliseconds for which a question that has just come up takes no yes; longer than a press that is on its way.
    property int answerPause: 350
    property bool notchDark: true
    property bool reducedMotion: false
    property real textScale: 1
    property bool windowDark: true
    readonly property ColorRoles color: theme.windowDark ? theme.darkRoles : theme.lightRoles
    readonly property ColorRoles notch: theme.notchDark ? theme.darkRoles : theme.lightRoles

    // Ink on surface and surfaceRaised holds WCAG AA (4.5:1); good, bad and accent hold 3:1 as marks and accent
    // also 4.5:1 under accentInk. tests/qml/tst_theme.qml measures it. ink3 of the light set is 60 %, not the 46 % of
    // the design page, which would give 3.4:1; badText and goodText are the same hues made fit for words.
    readonly property ColorRoles darkRoles: ColorRoles {
        accent: "#3987E5"
        bad: "#FF453A"
        badInk: "#000000"
        badText: "#FF6961"
        fill1: Qt.rgba(1, 1, 1, 0.06)
        fill2: Qt.rgba(1, 1, 1, 0.1)
        focus: "#6FA8F0"
        good: "#30D158"
        goodText: "#30D158"
        ink1: Qt.rgba(1, 1, 1, 0.95)
        ink2: Qt.rgba(1, 1, 1, 0.72)
        ink3: Qt.rgba(1, 1, 1, 0.5)
        knob: "#FFFFFF"
        line: Qt.rgba(1, 1, 1, 0.08)
        shade: Qt.rgba(0, 0, 0, 0.5)
        surface: "#000000"
        surfaceRaised: "#141416"
        track: Qt.rgba(1, 1, 1, 0.12)
        accentInk: "#000000"
        accentText: "#6FA8F0"
        warn: "#FF9F0A"
        warnText: "#FFB340"
    }
    readonly property ColorRoles lightRoles: ColorRoles {
        accent: "#2563C9"
        bad: "#D70015"
        badInk: "#FFFFFF"
        badText: "#B80012"
        fill1: Qt.rgba(0, 0, 0, 0.04)
        fill2: Qt.rgba(0, 0, 0, 0.07)
        focus: "#2563C9"
        good: "#1E8E3E"
        goodText: "#176C2F"
        ink1: Qt.rgba(0, 0, 0, 0.92)
        ink2: Qt.rgba(0, 0, 0, 0.72)
        ink3: Qt.rgba(0, 0, 0, 0.6)
        knob: "#FFFFFF"
        line: Qt.rgba(0, 0, 0, 0.09)
        shade: Qt.rgba(0, 0, 0, 0.3)
        surface: "#FFFFFF"
        surfaceRaised: "#F4F4F6"
        track: Qt.rgba(0, 0, 0, 0.1)
        accentInk: "#FFFFFF"
        accentText: "#2056AF"
        warn: "#B25000"
        warnText: "#8A4500"
    }
    readonly property SpaceScale space: SpaceScale {}
    readonly property RadiusScale radius: RadiusScale {}
    readonly property SizeScale size: SizeScale {}
    readonly property NotchScale notchSize: NotchScale {
        scale: theme.textScale
    }
    readonly property TypeScale type: TypeScale {
        scale: theme.textScale
    }
    readonly property MotionScale motion: MotionScale {
        factor: theme.reducedMotion ? 0 : 1
    }

    // For `font.features`: figures of equal width, so that a running clock does not tremble.
    readonly property var tabularFigures: ({
                                               "tnum": 1
                                           })

    component ColorRoles: QtObject {
        required property color accent
        required property color bad
        required property color badInk
        required property color badText
        required property color fill1
        required property color fill2
        required property color focus
        required property color good
        required property color goodText
        required property color ink1
        required property color ink2
        required property color ink3
        required property color knob
        required property color line
        required property color accentInk
        required property color accentText
        required property color shade
        required property color surface
        required property color surfaceRaised
        required property color track
        required property color warn
        required property color warnText

        // Words in a tone of V-9.11 or a colour of V-8.26; `onAccent` has no accent below it on a card.
        function wordsIn(tone: string): color {
            switch (tone) {
            case "good":
            case "success":
                return goodText;
            case "bad":
            case "danger":
                return badText;
            case "warning":
                return warnText;
            case "accent":
                return accentText;
            case "muted":
                return ink2;
            case "subtle":
                return ink3;
            default:
                return ink1;
            }
        }

        // Marks of a chart, and the wash of a badge.
        function markIn(tone: string): color {
            switch (tone) {
            case "good":
            case "success":
                return good;
            case "bad":
            case "danger":
                return bad;
            case "warning":
                return warn;
            case "muted":
            case "subtle":
                return ink3;
            default:
                return accent;
            }
        }
    }
    component MotionScale: QtObject {
        required property real factor

        // Milliseconds. A fade stays below 80 ms with reduced motion instead of vanishing.
        readonly property int open: 220 * factor
        readonly property int heightDelay: 40 * factor
        readonly property int fade: factor > 0 ? 120 : 60
        readonly property int growFirst: 70 * factor
        readonly property int hover: factor > 0 ? 90 : 0
        readonly property int levelRelease: 60 * factor
        readonly property int shimmer: 1400 * factor
        readonly property int easing: Easing.OutCubic
    }
    component NotchScale: QtObject {
        required property real scale

        // Smallest outlines of the states; what has to be read may make them higher.
        readonly property int idleWidth: 184
        readonly property int idleHeight: 28
        readonly property int takeWidth: Math.round(340 * scale)
        readonly property int listeningHeight: Math.round(52 * scale)
        readonly property int workingHeight: Math.round(44 * scale)
        readonly property int cardWidth: Math.round(380 * scale)
        readonly property int confirmWidth: Math.round(400 * scale)
    }
    component RadiusScale: QtObject {
        readonly property int card: 26
        readonly property int control: 8
        readonly property int chip: 999
        readonly property int notch: 14
        readonly property int ear: 6
    }
    component SizeScale: QtObject {
        // Smallest target for a pointer, and the usual height of a control.
        readonly property int target: 28
        readonly property int control: 32
        readonly property int icon: 16
        readonly property int focusRing: 2
        readonly property int hairline: 1
        readonly property int sidebar: 200

        // Charts and other pictures of a card.
        readonly property int bar: 8
        readonly property int chart: 72
        readonly property int ring: 56
        readonly property int chartLine: 2
        readonly property int picture: 240
    }
    component SpaceScale: QtObject {
        readonly property int xs: 4
        readonly property int s: 8
        readonly property int m: 12
        readonly property int l: 16
        readonly property int xl: 24
    }
    component TypeScale: QtObject {
        required property real scale

        // Pixels.
        readonly property int caption: Math.round(11 * scale)
        readonly property int body: Math.round(13 * scale)
        readonly property int title: Math.round(14.5 * scale)
        readonly property int stat: Math.round(24 * scale)
    }
}
