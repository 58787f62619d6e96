pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

// One bar in two to five parts, and below it what each part is. Parts without a tone fade from the first to the last.
Column {
    id: block

    required property var entries
    required property string summary
    readonly property real gap: Theme.size.focusRing
    readonly property real fading: 0.17

    function partColor(tone: string, index: int): color {
        return tone === "neutral" ? Qt.alpha(Theme.notch.accent, 1 - index * block.fading) : Theme.notch.markIn(
                                        tone);
    }

    Accessible.name: block.summary
    Accessible.role: Accessible.Chart
    spacing: Theme.space.s

    Row {
        id: bar

        readonly property real room: block.width - (parts.count - 1) * block.gap

        height: Theme.space.m
        spacing: block.gap
        width: parent.width

        Repeater {
            id: parts

            model: block.entries

            delegate: Rectangle {
                required property int index
                required property real share
                required property string tone

                color: block.partColor(tone, index)
                height: bar.height
                radius: Math.min(Theme.space.xs, width / 2)
                visible: share > 0
                width: share * bar.room
            }
        }
    }

    Repeater {
        model: block.entries

        delegate: Item {
            id: part

            required property int index
            required property real share
            required property string title
            required property string tone
            required property string trailing
            required property string value

            implicitHeight: name.implicitHeight
            width: block.width

            Rectangle {
                id: sign

                color: block.partColor(part.tone, part.index)
                height: Theme.space.s
                radius: Theme.size.focusRing
                width: Theme.space.s

                anchors {
                    left: parent.left
                    verticalCenter: parent.verticalCenter
                }
            }

            BlockText {
                id: name

                Accessible.ignored: true
                color: Theme.notch.ink2
                text: part.title

                anchors {
                    left: sign.right
                    leftMargin: Theme.space.s
                    right: figure.left
                    rightMargin: Theme.space.s
                }
            }

            BlockText {
                id: figure

                Accessible.ignored: true
                font.features: Theme.tabularFigures
                text: part.value

                anchors {
                    right: percent.left
                    rightMargin: Theme.space.m
                }
            }

            BlockText {
                id: percent

                Accessible.ignored: true
                anchors.right: parent.right
                color: Theme.notch.ink3
                font.features: Theme.tabularFigures
                horizontalAlignment: Text.AlignRight
                text: part.trailing
                width: Math.max(implicitWidth, widest.advanceWidth)
            }
        }
    }

    TextMetrics {
        id: widest

        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.body
        text: "00 %"
    }
}
