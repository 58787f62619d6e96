import QtQuick
import QtQuick.Shapes
import Voxnotch.Theme

// The icons of V-9.12 by name: line drawings on a grid of 16, in one ink, drawn for Voxnotch. An unknown name, as "",
// shows nothing. Decoration only: the words beside it say what it means.
Item {
    id: icon

    property color ink: Theme.notch.ink2
    required property string name
    readonly property real side: Theme.size.icon * Math.max(1, Math.min(Theme.textScale, 1.5))
    readonly property var paths: ({
                                      "battery":
                                      "M1.8 5 H12.2 V11 H1.8 Z M14.2 7 V9 M4 7.2 V8.8 M6.2 7.2 V8.8 M8.4 7.2 V8.8",
                                      "bed": "M1.8 3.5 V13 M1.8 11 H14.2 M14.2 13 V9.2 A2 2 0 0 0 12.2 7.2 H7 V11 M5.6 7.4 A1.3 1.3 0 1 0 3 7.4 A1.3 1.3 0 1 0 5.6 7.4",
                                      "bolt": "M9 1.8 L3.2 9.2 H7.4 L6.8 14.2 L12.8 6.6 H8.4 Z",
                                      "calendar":
                                      "M2.5 3.5 H13.5 V13.5 H2.5 Z M2.5 6.6 H13.5 M5.3 2 V4.6 M10.7 2 V4.6 M5.2 9 H5.6 M7.8 9 H8.2 M10.4 9 H10.8 M5.2 11.2 H5.6 M7.8 11.2 H8.2",
                                      "car": "M2 11.6 V8.4 L3.6 4.2 H12.4 L14 8.4 V11.6 Z M2 8.4 H14 M3.2 11.6 V13.2 M12.8 11.6 V13.2 M4.4 10 H5 M11 10 H11.6",
                                      "chart": "M2.2 2.2 V13.8 H13.8 M5.2 11.2 V8.4 M8.2 11.2 V5.2 M11.2 11.2 V6.8",
                                      "check": "M3 8.5 L6.5 12 L13 4.5",
                                      "clock": "M14 8 A6 6 0 1 0 2 8 A6 6 0 1 0 14 8 M8 4.6 V8 L10.4 9.6",
                                      "cloud": "M4.8 12.6 H11.4 A2.7 2.7 0 0 0 11.8 7.3 A3.9 3.9 0 0 0 4.3 6.6 A3 3 0 0 0 4.8 12.6 Z",
                                      "coffee": "M2.6 5.6 H11.4 V9.8 A3 3 0 0 1 8.4 12.8 H5.6 A3 3 0 0 1 2.6 9.8 Z M11.4 6.8 H12.2 A1.8 1.8 0 0 1 12.2 10.4 H11.3 M5.2 1.8 V3.4 M8.4 1.8 V3.4",
                                      "dollar": "M8 1.6 V14.4 M11.2 4.9 Q10.4 3.5 8 3.5 Q4.9 3.5 4.9 5.7 Q4.9 7.5 8 8 Q11.3 8.5 11.3 10.4 Q11.3 12.6 8 12.6 Q5.4 12.6 4.6 11",
                                      "file": "M3.8 1.8 H9.4 L12.4 4.8 V14.2 H3.8 Z M9.2 1.8 V5 H12.4",
                                      "folder": "M1.8 3.4 H6.2 L7.7 5.2 H14.2 V12.8 H1.8 Z",
                                      "globe": "M14 8 A6 6 0 1 0 2 8 A6 6 0 1 0 14 8 M2 8 H14 M8 2 Q11.2 5 11.2 8 Q11.2 11 8 14 M8 2 Q4.8 5 4.8 8 Q4.8 11 8 14",
                                      "heart": "M8 13.6 L2.9 8.4 A3.1 3.1 0 0 1 8 4.9 A3.1 3.1 0 0 1 13.1 8.4 Z",
                                      "home": "M2.5 7.5 L8 2.5 L13.5 7.5 M4 6.5 V13.5 H12 V6.5 M6.6 13.5 V9.6 H9.4 V13.5",
                                      "list": "M6 4 H13.5 M6 8 H13.5 M6 12 H13.5 M2.7 4 H3.1 M2.7 8 H3.1 M2.7 12 H3.1",
                                      "mail": "M1.8 3.6 H14.2 V12.4 H1.8 Z M1.8 4 L8 8.8 L14.2 4",
                                      "message": "M2 3 H14 V11 H7.4 L4.4 13.8 V11 H2 Z",
                                      "mic": "M8 2 A2 2 0 0 1 10 4 V7.5 A2 2 0 0 1 6 7.5 V4 A2 2 0 0 1 8 2 M3.8 7.5 A4.2 4.2 0 0 0 12.2 7.5 M8 11.7 V14",
                                      "moon": "M13.4 9.6 A5.8 5.8 0 1 1 6.4 2.6 A4.8 4.8 0 0 0 13.4 9.6 Z",
                                      "music": "M6.2 12 V3.6 L13 2.2 V10.6 M6.2 12 A1.9 1.9 0 1 1 2.4 12 A1.9 1.9 0 1 1 6.2 12 M13 10.6 A1.9 1.9 0 1 1 9.2 10.6 A1.9 1.9 0 1 1 13 10.6",
                                      "note": "M2.6 2.6 H13.4 V9.6 L9.6 13.4 H2.6 Z M13.2 9.6 H9.6 V13.2 M5.2 5.6 H10.8 M5.2 8.2 H8",
                                      "person": "M10.8 5 A2.8 2.8 0 1 0 5.2 5 A2.8 2.8 0 1 0 10.8 5 M2.6 14 Q3 9.8 8 9.8 Q13 9.8 13.4 14",
                                      "phone": "M3.4 2 H6 L7.2 5.2 L5.4 6.4 A7.4 7.4 0 0 0 9.6 10.6 L10.8 8.8 L14 10 V12.6 A1.4 1.4 0 0 1 12.6 14 A10.6 10.6 0 0 1 2 3.4 A1.4 1.4 0 0 1 3.4 2 Z",
                                      "pin": "M8 14.4 Q3.4 9.6 3.4 6.4 A4.6 4.6 0 0 1 12.6 6.4 Q12.6 9.6 8 14.4 Z M9.7 6.4 A1.7 1.7 0 1 0 6.3 6.4 A1.7 1.7 0 1 0 9.7 6.4",
                                      "plane": "M14.2 1.8 L1.8 6.8 L6.6 9.4 L9.2 14.2 Z M14.2 1.8 L6.6 9.4",
                                      "rain": "M4.8 9.8 H11.4 A2.5 2.5 0 0 0 11.8 4.9 A3.7 3.7 0 0 0 4.5 4.4 A2.75 2.75 0 0 0 4.8 9.8 Z M5 11.8 L4.2 14 M8.3 11.8 L7.5 14 M11.6 11.8 L10.8 14",
                                      "sparkle":
                                      "M7 3 Q7.6 7.4 12 8 Q7.6 8.6 7 13 Q6.4 8.6 2 8 Q6.4 7.4 7 3 Z M12.5 2 V5 M11 3.5 H14",
                                      "star": "M8 1.9 L9.9 6 L14.3 6.5 L11 9.5 L11.9 13.9 L8 11.7 L4.1 13.9 L5 9.5 L1.7 6.5 L6.1 6 Z",
                                      "sun": "M11 8 A3 3 0 1 0 5 8 A3 3 0 1 0 11 8 M8 1.4 V2.8 M8 13.2 V14.6 M1.4 8 H2.8 M13.2 8 H14.6 M3.3 3.3 L4.3 4.3 M11.7 11.7 L12.7 12.7 M12.7 3.3 L11.7 4.3 M4.3 11.7 L3.3 12.7",
                                      "timer": "M13.2 9 A5.2 5.2 0 1 0 2.8 9 A5.2 5.2 0 1 0 13.2 9 M8 6.2 V9 M6.2 1.8 H9.8 M8 1.8 V3.8 M12.2 4.2 L13 5",
                                      "wifi": "M1.8 6.4 Q8 0.9 14.2 6.4 M4 9 Q8 5.6 12 9 M6.2 11.4 Q8 10 9.8 11.4 M8 13.5 V13.6",
                                      "x": "M3.5 3.5 L12.5 12.5 M12.5 3.5 L3.5 12.5"
                                  })
    readonly property bool known: icon.paths[icon.name] !== undefined

    Accessible.ignored: true
    implicitHeight: icon.known ? icon.side : 0
    implicitWidth: icon.known ? icon.side : 0
    visible: icon.known

    Shape {
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
                path: icon.known ? icon.paths[icon.name] : ""
            }
        }
    }
}
