import QtQuick
import Voxnotch.Theme

// A pressable word in the notch. The notch takes no keyboard focus, so there is no focus ring; assistive
// technology presses it by its action.
Rectangle {
    id: button

    property bool primary: true
    required property string text

    signal clicked

    Accessible.focusable: true
    Accessible.name: button.text
    Accessible.role: Accessible.Button
    color: button.primary ? Theme.notch.accent : hover.hovered ? Theme.notch.fill2 : Theme.notch.fill1
    implicitHeight: Math.max(Theme.size.target, label.implicitHeight + 2 * Theme.space.xs)
    implicitWidth: label.implicitWidth + 2 * Theme.space.l
    opacity: tap.pressed ? 0.8 : 1
    radius: height / 2

    Accessible.onPressAction: button.clicked()

    NotchText {
        id: label

        Accessible.ignored: true
        anchors.centerIn: parent
        color: button.primary ? Theme.notch.accentInk : Theme.notch.ink1
        font.weight: Font.DemiBold
        text: button.text
    }

    HoverHandler {
        id: hover

        cursorShape: Qt.PointingHandCursor
    }

    TapHandler {
        id: tap

        onTapped: button.clicked()
    }
}
