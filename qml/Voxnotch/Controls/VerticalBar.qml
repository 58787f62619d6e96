import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

ScrollBar {
    id: bar

    Accessible.ignored: true
    orientation: Qt.Vertical
    padding: Theme.size.focusRing
    policy: ScrollBar.AsNeeded

    contentItem: Rectangle {
        color: bar.pressed || bar.hovered ? Theme.color.ink3 : Theme.color.track
        implicitWidth: Theme.space.xs + Theme.size.focusRing
        radius: width / 2
        visible: bar.size < 1
    }
}
