import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// A button of a card. `filled` is the one that says yes, in the colour of the accent or of danger.
AbstractButton {
    id: control

    property bool danger: false
    property bool filled: false
    readonly property color back: control.danger ? Theme.notch.bad : Theme.notch.accent

    // Out of use it is no colour of its own: dark ink on half a colour could not be read.
    readonly property bool colored: control.filled && control.enabled
    readonly property color quiet: control.down || control.hovered ? Theme.notch.fill2 : Theme.notch.fill1

    Accessible.name: control.text
    Accessible.role: Accessible.Button
    implicitHeight: Math.max(Theme.size.control, implicitContentHeight + Theme.space.s)
    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    leftPadding: Theme.space.l
    rightPadding: Theme.space.l

    background: Rectangle {
        color: control.colored ? control.down || control.hovered ? Qt.darker(control.back, 1.1) : control.back :
                                                                   control.quiet
        radius: height / 2

        Rectangle {
            anchors.fill: parent
            anchors.margins: -Theme.size.focusRing - Theme.size.hairline
            border.color: Theme.notch.focus
            border.width: Theme.size.focusRing
            color: "transparent"
            radius: height / 2
            visible: control.visualFocus
        }
    }
    contentItem: BlockText {
        Accessible.ignored: true
        color: !control.enabled ? Theme.notch.ink3 : !control.filled ? Theme.notch.ink1 : control.danger
                                                                       ? Theme.notch.badInk :
                                                                         Theme.notch.accentInk
        font.weight: Font.DemiBold
        horizontalAlignment: Text.AlignHCenter
        text: control.text
        verticalAlignment: Text.AlignVCenter
    }

    Keys.onEnterPressed: control.click()
    Keys.onReturnPressed: control.click()
}
