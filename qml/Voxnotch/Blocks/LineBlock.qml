import QtQuick
import QtQuick.Shapes
import Voxnotch.Theme

// A line over its points with a wash below it; highest, lowest and last value stand at its end.
Item {
    id: block

    required property real baseShare
    required property bool hasBase
    required property var numbers
    required property string summary
    required property string tone
    required property var words
    readonly property real room: Theme.size.chart * Theme.textScale
    readonly property bool mirrored: block.LayoutMirroring.enabled
    readonly property list<real> heights: block.numbers
    readonly property color ink: Theme.notch.markIn(block.tone)
    readonly property point end: block.pointAt(block.heights.length - 1)

    function pointAt(index: int): point {
        const along = block.heights.length > 1 ? index / (block.heights.length - 1) : 0;
        const x = dot.radius + along * (plot.width - 2 * dot.radius);
        return Qt.point(block.mirrored ? plot.width - x : x, block.level(block.heights[index] ?? 0));
    }

    function level(share: real): real {
        const margin = dot.radius + Theme.size.hairline;
        return margin + (1 - share) * (plot.height - 2 * margin);
    }

    function points(): list<point> {
        const found = [];
        for (let index = 0; index < block.heights.length; index++) {
            found.push(block.pointAt(index));
        }
        return found;
    }

    function area(): list<point> {
        const found = block.points();
        if (found.length === 0)
            return found;
        return [Qt.point(found[0].x, plot.height), ...found, Qt.point(found[found.length - 1].x,
                                                                      plot.height)];

    }

    Accessible.name: block.summary
    Accessible.role: Accessible.Chart
    implicitHeight: Math.max(block.room, figures.implicitHeight)

    Item {
        id: plot

        height: block.room

        anchors {
            left: parent.left
            right: figures.left
            rightMargin: Theme.space.m
            verticalCenter: parent.verticalCenter
        }

        Shape {
            anchors.fill: parent
            preferredRendererType: Shape.CurveRenderer

            ShapePath {
                fillColor: Qt.alpha(block.ink, 0.14)
                strokeColor: "transparent"
                strokeWidth: 0

                PathPolyline {
                    path: block.area()
                }
            }

            ShapePath {
                dashPattern: [3, 4]
                fillColor: "transparent"
                startX: 0
                startY: block.level(block.baseShare)
                strokeColor: block.hasBase ? Theme.notch.ink3 : "transparent"
                strokeStyle: ShapePath.DashLine
                strokeWidth: Theme.size.hairline

                PathLine {
                    x: plot.width
                    y: block.level(block.baseShare)
                }
            }

            ShapePath {
                capStyle: ShapePath.RoundCap
                fillColor: "transparent"
                joinStyle: ShapePath.RoundJoin
                strokeColor: block.ink
                strokeWidth: Theme.size.chartLine

                PathPolyline {
                    path: block.points()
                }
            }
        }

        Rectangle {
            id: dot

            antialiasing: true
            border.color: Theme.notch.surface
            border.width: Theme.size.hairline
            color: block.ink
            height: 2 * radius
            radius: Theme.space.xs
            width: 2 * radius
            x: block.end.x - radius
            y: block.end.y - radius
        }
    }

    Column {
        id: figures

        anchors {
            right: parent.right
            verticalCenter: parent.verticalCenter
        }

        BlockText {
            Accessible.ignored: true
            anchors.right: parent.right
            color: Theme.notch.ink3
            font.features: Theme.tabularFigures
            font.pixelSize: Theme.type.caption
            text: "↑ " + (block.words[0] ?? "")
        }

        BlockText {
            Accessible.ignored: true
            anchors.right: parent.right
            font.features: Theme.tabularFigures
            font.pixelSize: Theme.type.title
            font.weight: Font.DemiBold
            text: block.words[2] ?? ""
        }

        BlockText {
            Accessible.ignored: true
            anchors.right: parent.right
            color: Theme.notch.ink3
            font.features: Theme.tabularFigures
            font.pixelSize: Theme.type.caption
            text: "↓ " + (block.words[1] ?? "")
        }
    }
}
