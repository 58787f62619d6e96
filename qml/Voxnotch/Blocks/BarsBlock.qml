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
    readonly property real zero: block.figures * (block.most > 0 ? 1 : 0) + block.most * block.unitHeight

    function measure(): void {
    let most = 0;
    let least = 0;
    for (let i = 0; i < repeater.count; i++) {
        const bar = repeater.itemAt(i) as BarItem;
        if (bar !== null) {
            most = Math.max(most, bar.share);
            least = Math.min(least, bar.share);
        }
        }
            block.most = most;
            block.least = least;
        }

            Accessible.name: block.summary
            Accessible.role: Accessible.Chart
            implicitHeight: block.room + metrics.height + Theme.space.xs + (title.visible ? title.height : 0)

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
                            unitHeight: block.unitHeight
                            width: block.slot
                            zero: block.zero
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
