pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

// The last levels of the microphone, oldest first. With `settled` the bars fall to one low height and a light
// travels along them, once and again; with reduced motion they rest.
Item {
    id: wave

    required property list<real> levels
    required property bool settled
    readonly property real barWidth: 3
    readonly property real gap: 2
    readonly property real restHeight: 3
    property real light: 0
    readonly property real lightReach: 0.22

    Accessible.ignored: true
    implicitHeight: 24
    implicitWidth: wave.levels.length * (wave.barWidth + wave.gap) - wave.gap

    NumberAnimation on light {
        duration: Theme.motion.shimmer
        from: -wave.lightReach
        loops: Animation.Infinite
        running: wave.settled && wave.visible && Theme.motion.shimmer > 0
        to: 1 + wave.lightReach
    }

    Repeater {
        model: wave.levels.length

        delegate: Rectangle {
            id: bar

            required property int index
            readonly property real distance: Math.abs(wave.light - bar.index / wave.levels.length)
            readonly property real lit: Math.max(0, 1 - bar.distance / wave.lightReach)
            readonly property real level: wave.levels[bar.index]

            antialiasing: true
            color: Theme.notch.ink1
            height: wave.settled ? wave.restHeight + 3 * bar.lit : Math.max(wave.restHeight, bar.level
                                                                            * wave.height)
            opacity: wave.settled ? 0.3 + 0.7 * bar.lit : bar.level > 0 ? 1 : 0.35
            radius: width / 2
            width: wave.barWidth
            x: bar.index * (wave.barWidth + wave.gap)
            y: (wave.height - height) / 2
        }
    }
}
