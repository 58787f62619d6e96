import QtQuick
import QtQuick.Shapes
import Voxnotch.Theme

Item {
    id: ring

    required property string label
    required property real progress
    readonly property real stroke: Theme.size.focusRing

    Accessible.description: Math.round(ring.progress * 100).toLocaleString(Qt.locale(), "f", 0) + Qt.locale(
                                ).percent

    Accessible.name: ring.label
    Accessible.role: Accessible.ProgressBar
    implicitHeight: Theme.size.target
    implicitWidth: Theme.size.target

    Shape {
        anchors.fill: parent
        preferredRendererType: Shape.CurveRenderer

        ShapePath {
            fillColor: "transparent"
            strokeColor: Theme.color.track
            strokeWidth: ring.stroke

            PathAngleArc {
                centerX: ring.width / 2
                centerY: ring.height / 2
                radiusX: ring.width / 2 - ring.stroke
                radiusY: radiusX
                startAngle: 0
                sweepAngle: 360
            }
        }

        ShapePath {
            capStyle: ShapePath.RoundCap
            fillColor: "transparent"
            strokeColor: Theme.color.accent
            strokeWidth: ring.stroke

            PathAngleArc {
                centerX: ring.width / 2
                centerY: ring.height / 2
                radiusX: ring.width / 2 - ring.stroke
                radiusY: radiusX
                startAngle: -90
                sweepAngle: 360 * Math.max(0, Math.min(1, ring.progress))
            }
        }
    }
}
