import QtQuick
import QtQuick.Shapes
import Voxnotch.Theme

// Line drawings on a grid of 16, in one ink. Decoration only: the control that holds it carries the name.
Item {
    id: icon

    enum Glyph {
        Home,
        Settings,
        Model,
        Help,
        Search,
        Copy,
        Paste,
        Play,
        Stop,
        Retry,
        Trash,
        Close,
        ChevronDown,
        Check,
        Warning,
        Microphone,
        Plus,
        Cross,
        Info,
        Undo,
        Clipboard,
        Agent,
        Lock,
        Plug,
        Globe,
        Terminal,
        Bell,
        Disk,
        Bolt,
        Layers,
        Speaker
    }

    property color ink: Theme.color.ink2
    required property int glyph
    readonly property list<string> paths:
        ["M2.5 7.5 L8 2.5 L13.5 7.5 M4 6.5 V13.5 H12 V6.5 M6.6 13.5 V9.6 H9.4 V13.5",
        "M2 4.5 H7 M11 4.5 H14 M2 11.5 H5 M9 11.5 H14 M11 4.5 A2 2 0 1 0 7 4.5 A2 2 0 1 0 11 4.5 M9 11.5 A2 2 0 1 0 5 11.5 A2 2 0 1 0 9 11.5",
        "M4.5 4.5 H11.5 V11.5 H4.5 Z M6.5 2 V4.5 M9.5 2 V4.5 M6.5 11.5 V14 M9.5 11.5 V14 M2 6.5 H4.5 M2 9.5 H4.5 M11.5 6.5 H14 M11.5 9.5 H14",
        "M14 8 A6 6 0 1 0 2 8 A6 6 0 1 0 14 8 M6.2 6.4 A1.9 1.9 0 1 1 8.9 8 Q8 8.4 8 9.3 M8 11.2 V11.5",
        "M11.2 6.8 A4.4 4.4 0 1 0 2.4 6.8 A4.4 4.4 0 1 0 11.2 6.8 M10 10 L13.6 13.6",
        "M5.5 5.5 H13.5 V13.5 H5.5 Z M10.5 5.5 V2.5 H2.5 V10.5 H5.5",
        "M2.5 8 H10 M7 4.8 L10.2 8 L7 11.2 M13.5 2.5 V13.5", "M4.5 2.8 L13 8 L4.5 13.2 Z", "M4 4 H12 V12 H4 Z",
        "M13.2 8 A5.2 5.2 0 1 1 11.6 4.3 M11.9 1.8 V4.6 H9.1",
        "M2.5 4.2 H13.5 M6 4.2 V2.5 H10 V4.2 M4 4.2 L4.7 13.5 H11.3 L12 4.2 M6.7 7 V11 M9.3 7 V11",
        "M3.5 3.5 L12.5 12.5 M12.5 3.5 L3.5 12.5", "M4 6 L8 10 L12 6", "M3 8.5 L6.5 12 L13 4.5",
        "M8 2.2 L14.2 13.2 H1.8 Z M8 6.4 V9.4 M8 11.3 V11.6",
        "M8 2 A2 2 0 0 1 10 4 V7.5 A2 2 0 0 1 6 7.5 V4 A2 2 0 0 1 8 2 M3.8 7.5 A4.2 4.2 0 0 0 12.2 7.5 M8 11.7 V14",
        "M8 3 V13 M3 8 H13", "M14 8 A6 6 0 1 0 2 8 A6 6 0 1 0 14 8 M5.8 5.8 L10.2 10.2 M10.2 5.8 L5.8 10.2",
        "M14 8 A6 6 0 1 0 2 8 A6 6 0 1 0 14 8 M8 7.2 V11.2 M8 4.8 V5.1",
        "M5.5 3 L2.5 6 L5.5 9 M2.5 6 H9.5 A3.5 3.5 0 0 1 9.5 13 H5.5",
        "M4 3.5 H12 V13.5 H4 Z M6.2 2.3 H9.8 V4.7 H6.2 Z",
        "M7 3 Q7.6 7.4 12 8 Q7.6 8.6 7 13 Q6.4 8.6 2 8 Q6.4 7.4 7 3 Z M12.5 2 V5 M11 3.5 H14",
        "M3.8 7.3 H12.2 V13.5 H3.8 Z M5.5 7.3 V5 A2.5 2.5 0 0 1 10.5 5 V7.3",
        "M6 2.2 V5 M10 2.2 V5 M3.8 5 H12.2 V7.6 A4.2 4.2 0 0 1 3.8 7.6 Z M8 11.8 V14",
        "M14 8 A6 6 0 1 0 2 8 A6 6 0 1 0 14 8 M2.2 8 H13.8 M8 2 Q4.6 8 8 14 M8 2 Q11.4 8 8 14",
        "M2 3 H14 V13 H2 Z M4.6 6 L6.8 8 L4.6 10 M8.4 10.2 H11.4",
        "M3.5 11.2 H12.5 L11.3 9.6 V6.8 A3.3 3.3 0 0 0 4.7 6.8 V9.6 Z M6.8 13.4 H9.2",
        "M3 4.2 A5 1.8 0 1 0 13 4.2 A5 1.8 0 1 0 3 4.2 M3 4.2 V11.8 A5 1.8 0 0 0 13 11.8 V4.2",
        "M9 1.8 L3.8 9 H7.6 L7 14.2 L12.2 7 H8.4 Z",
        "M8 2.2 L14 5.4 L8 8.6 L2 5.4 Z M2 8.2 L8 11.4 L14 8.2 M2 11 L8 14.2 L14 11",
        "M2.2 6.2 H4.8 L8.2 3.2 V12.8 L4.8 9.8 H2.2 Z M10.6 5.8 A3.2 3.2 0 0 1 10.6 10.2 M12.3 3.9 A6 6 0 0 1 12.3 12.1"]

    Accessible.ignored: true
    implicitHeight: Theme.size.icon * Math.max(1, Math.min(Theme.textScale, 1.5))
    implicitWidth: implicitHeight

    Shape {
        id: drawing

        anchors.centerIn: parent
        height: Theme.size.icon
        preferredRendererType: Shape.CurveRenderer
        scale: icon.height / Theme.size.icon
        width: Theme.size.icon

        ShapePath {
            capStyle: ShapePath.RoundCap
            fillColor: "transparent"
            joinStyle: ShapePath.RoundJoin
            strokeColor: icon.ink
            strokeWidth: 1.4

            PathSvg {
                path: icon.paths[icon.glyph]
            }
        }
    }
}
