import QtQuick
import Voxnotch.Theme

// The back of an input: where the keyboard is and what is at fault shows at its edge.
Rectangle {
    id: back

    required property bool faulty
    required property bool focused
    property bool hovered: false

    border.color: back.focused ? Theme.notch.focus : back.faulty ? Theme.notch.bad : Theme.notch.track
    border.width: back.focused || back.faulty ? Theme.size.focusRing : Theme.size.hairline
    color: back.hovered ? Theme.notch.fill2 : Theme.notch.fill1
    radius: Theme.radius.control
}
