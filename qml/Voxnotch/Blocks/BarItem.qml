import QtQuick
import Voxnotch.Theme

// One bar with its figure at its end and its label below the plot.
Item {
    id: item

    required property real barWidth
    required property real figures
    required property int index
    required property real labelAt
    required property int labelStep
    required property real plotWidth
    required property real share
    required property string title
    required property real unitHeight
    required property string value
    required property real zero
    readonly property real labelWidth: natural.advanceWidth + Theme.space.xs
    readonly property real extent: Math.abs(item.share) * item.unitHeight

    TextMetrics {
        id: natural

        font: label.font
        text: item.title
    }

    Rectangle {
        id: bar

        anchors.horizontalCenter: parent.horizontalCenter
        antialiasing: true
        color: item.share < 0 ? Theme.notch.bad : Theme.notch.accent
        height: Math.max(Theme.size.hairline, item.extent)
        radius: Math.min(Theme.space.xs, height / 2)
        width: item.barWidth
        y: item.share < 0 ? item.zero : item.zero - height
    }

    BlockText {
        Accessible.ignored: true
        anchors.horizontalCenter: parent.horizontalCenter
        color: Theme.notch.ink2
        elide: Text.ElideNone
        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.caption
        fontSizeMode: Text.HorizontalFit
        height: item.figures
        horizontalAlignment: Text.AlignHCenter
        minimumPixelSize: Theme.type.caption * 0.7
        text: item.value
        verticalAlignment: item.share < 0 ? Text.AlignTop : Text.AlignBottom
        width: item.width
        y: item.share < 0 ? bar.y + bar.height : bar.y - height
    }

    BlockText {
        id: label

        Accessible.ignored: true
        color: Theme.notch.ink3
        font.pixelSize: Theme.type.caption
        horizontalAlignment: Text.AlignHCenter
        text: item.title
        visible: item.index % item.labelStep === 0
        width: Math.min(item.labelStep * item.width, Math.max(item.labelWidth, item.width))
               - Theme.size.focusRing
        x: Math.max(-item.x, Math.min((item.width - width) / 2, item.plotWidth - item.x - width))
        y: item.labelAt
    }
}
