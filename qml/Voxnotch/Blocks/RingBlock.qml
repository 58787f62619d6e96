import QtQuick
import QtQuick.Shapes
import Voxnotch.Theme

Item {
    id: block

    required property string label
    required property real share
    required property string text
    required property string tone
    readonly property real side: Theme.size.ring * Theme.textScale
    readonly property real stroke: Theme.size.bar * 0.75

    Accessible.description: block.text
    Accessible.name: block.label !== "" ? block.label : qsTr("Progress")
    Accessible.role: Accessible.ProgressBar
    implicitHeight: block.side

    Shape {
        id: ring

        height: block.side
        preferredRendererType: Shape.CurveRenderer
        width: block.side

        anchors {
            left: parent.left
            verticalCenter: parent.verticalCenter
        }

        ShapePath {
            fillColor: "transparent"
            strokeColor: Theme.notch.track
            strokeWidth: block.stroke

            PathAngleArc {
                centerX: block.side / 2
                centerY: block.side / 2
                radiusX: (block.side - block.stroke) / 2
                radiusY: radiusX
                startAngle: 0
                sweepAngle: 360
            }
        }

        ShapePath {
            capStyle: ShapePath.RoundCap
            fillColor: "transparent"
            strokeColor: block.share > 0 ? Theme.notch.markIn(block.tone) : "transparent"
            strokeWidth: block.stroke

            PathAngleArc {
                centerX: block.side / 2
                centerY: block.side / 2
                radiusX: (block.side - block.stroke) / 2
                radiusY: radiusX
                startAngle: -90
                sweepAngle: 360 * block.share
            }
        }

        BlockText {
            Accessible.ignored: true
            anchors.centerIn: parent
            font.features: Theme.tabularFigures
            font.pixelSize: Theme.type.caption
            font.weight: Font.DemiBold
            text: block.text
        }
    }

    BlockText {
        Accessible.ignored: true
        color: Theme.notch.ink2
        maximumLineCount: 3
        text: block.label
        wrapMode: Text.Wrap

        anchors {
            left: ring.right
            leftMargin: Theme.space.m
            right: parent.right
            verticalCenter: parent.verticalCenter
        }
    }
}
