pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

// One to twelve bars from a common zero line; those of negative values hang below it.
Item {
    id: block

    required property var entries
    required property string summary
    required property string unit
    readonly property real gap: Theme.space.xs
    readonly property real widest: Theme.space.xl * 1.5
    readonly property real barWidth: Math.min(block.widest, (block.width - (repeater.count - 1) * block.gap)
                                              / Math.max(1, repeater.count) - block.gap)
    readonly property real slot: block.width / Math.max(1, repeater.count)
    property real most: 0
    property real least: 0

    // Room for the figures above the highest bar and below the lowest.
    readonly property real figures: metrics.height
    readonly property real room: Theme.size.chart * Theme.textScale
    readonly property real unitHeight: (block.room - block.figures * (block.least < 0 ? 2 : 1)) / Math.max(
                                           block.most - block.least, 0.001)
    readonly property real zero: block.most === 0 && block.least === 0 ? block.room : block.figures * (
                                                                             block.most > 0 ? 1 : 0)
                                                                         + block.most * block.unitHeight

    // Where labels do not fit below their bars, every second, third ... is shown; the outer ones move inward by half.
    property real widestLabel: 0
    readonly property int labelStep: block.widestLabel <= block.slot ? 1 : Math.ceil(1.5 * block.widestLabel
                                                                                     / Math.max(1,
                                                                                                block.slot)
                                                                                     - 0.5)

    function measure(): void {
    let most = 0;
    let least = 0;
    let longest = 0;
    for (let i = 0; i < repeater.count; i++) {
        const bar = repeater.itemAt(i) as BarItem;
        if (bar !== null) {
            most = Math.max(most, bar.share);
            least = Math.min(least, bar.share);
            longest = Math.max(longest, bar.labelWidth);
        }
        }
            block.most = most;
            block.least = least;
            block.widestLabel = longest;
        }

            Accessible.name: block.summary
            Accessible.role: Accessible.Chart
            implicitHeight: block.room + metrics.height + Theme.space.xs + (title.visible ? title.height : 0)

            Component.onCompleted: block.measure()

            FontMetrics {
                id: metrics

                font.pixelSize: Theme.type.caption
            }

            BlockText {
                id: title

                Accessible.ignored: true
                color: Theme.notch.ink3
                font.pixelSize: Theme.type.caption
                text: block.unit
                visible: block.unit !== ""
                width: block.width
            }

            Item {
                id: plot

                height: block.room
                width: block.width
                y: title.visible ? title.height : 0

                Row {
                    anchors.fill: parent

                    Repeater {
                        id: repeater

                        model: block.entries

                        delegate: BarItem {
                            barWidth: block.barWidth
                            figures: block.figures
                            height: plot.height
                            labelAt: plot.height + Theme.space.xs
                            labelStep: block.labelStep
                            plotWidth: block.width
                            unitHeight: block.unitHeight
                            width: block.slot
                            zero: block.zero

                            onLabelWidthChanged: block.measure()
                        }

                        onItemAdded: block.measure()
                        onItemRemoved: block.measure()
                    }
                }

                Rectangle {
                    color: Theme.notch.track
                    height: Theme.size.hairline
                    width: parent.width
                    y: Math.round(block.zero)
                }
            }
        }
