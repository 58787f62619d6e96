import QtQuick
import QtQuick.Shapes
import Voxnotch.Theme

// The pill that hangs from the screen edge: round bottom corners, the top corners flared outward ("ears"). The item
// is as wide as the body plus both ears.
Shape {
    id: shape

    required property real ear
    required property real cornerRadius
    readonly property real corner: Math.min(shape.cornerRadius, Math.max(0, shape.height - shape.ear))

    preferredRendererType: Shape.CurveRenderer

    ShapePath {
        fillColor: Theme.notch.surface
        startX: 0
        startY: 0
        strokeColor: Theme.notch.line
        strokeWidth: Theme.size.hairline

        PathArc {
            radiusX: shape.ear
            radiusY: shape.ear
            x: shape.ear
            y: shape.ear
        }

        PathLine {
            x: shape.ear
            y: shape.height - shape.corner
        }

        PathArc {
            direction: PathArc.Counterclockwise
            radiusX: shape.corner
            radiusY: shape.corner
            x: shape.ear + shape.corner
            y: shape.height
        }

        PathLine {
            x: shape.width - shape.ear - shape.corner
            y: shape.height
        }

        PathArc {
            direction: PathArc.Counterclockwise
            radiusX: shape.corner
            radiusY: shape.corner
            x: shape.width - shape.ear
            y: shape.height - shape.corner
        }

        PathLine {
            x: shape.width - shape.ear
            y: shape.ear
        }

        PathArc {
            radiusX: shape.ear
            radiusY: shape.ear
            x: shape.width
            y: 0
        }

        // The rim ends above the screen: no line along its edge.
        PathLine {
            x: shape.width
            y: -shape.ear
        }

        PathLine {
            x: 0
            y: -shape.ear
        }

        PathLine {
            x: 0
            y: 0
        }
    }
}
