import QtQuick
import Voxnotch.Theme

// Shows where the keyboard is. Fills its control with a small gap.
Rectangle {
    id: ring

    required property bool shown

    anchors.fill: parent
    anchors.margins: -Theme.size.focusRing
    border.color: Theme.color.focus
    border.width: Theme.size.focusRing
    color: "transparent"
    radius: Theme.radius.control + Theme.size.focusRing
    visible: ring.shown
}
