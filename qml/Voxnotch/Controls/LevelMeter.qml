import QtQuick
import Voxnotch.Theme

// Loudness from left to right, on a scale of decibels so that speech fills its middle.
Item {
    id: meter

    required property string label
    required property real level
    readonly property real floorDb: -54
    readonly property real db: meter.level > 0 ? 20 * Math.log(meter.level) / Math.LN10 : meter.floorDb
    readonly property real part: Math.max(0, Math.min(1, 1 - meter.db / meter.floorDb))

    Accessible.name: meter.label
    Accessible.role: Accessible.Indicator
    implicitHeight: Theme.space.s
    implicitWidth: Theme.size.sidebar

    Rectangle {
        anchors.fill: parent
        color: Theme.color.track
        radius: height / 2
    }

    Rectangle {
        anchors.left: parent.left
        color: Theme.color.good
        height: parent.height
        radius: height / 2
        width: parent.width * meter.part

        Behavior on width {
            NumberAnimation {
                duration: Theme.motion.levelRelease
            }
        }
    }
}
