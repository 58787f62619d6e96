import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// A yes or no with its words beside it; `checked` is bound by the owner, a click only asks.
CheckBox {
    id: control

    Accessible.checkable: true
    Accessible.checked: control.checked
    Accessible.name: control.text
    Accessible.role: Accessible.CheckBox
    implicitHeight: Math.max(Theme.size.target, implicitContentHeight + topPadding + bottomPadding)
    padding: Theme.space.xs
    spacing: Theme.space.s

    contentItem: BodyText {
        Accessible.ignored: true
        leftPadding: control.mirrored ? 0 : control.indicator.width + control.spacing
        rightPadding: control.mirrored ? control.indicator.width + control.spacing : 0
        text: control.text
        verticalAlignment: Text.AlignVCenter
    }
    indicator: Rectangle {
        border.color: control.checked ? Theme.color.accent : Theme.color.ink3
        border.width: Theme.size.hairline
        color: control.checked ? Theme.color.accent : Theme.color.fill1
        height: width
        radius: Theme.space.xs
        width: Theme.size.icon * Math.max(1, Math.min(Theme.textScale, 1.5)) + Theme.size.focusRing
        x: control.mirrored ? control.width - width - control.rightPadding : control.leftPadding
        y: (control.height - height) / 2

        FocusRing {
            radius: Theme.space.xs + Theme.size.focusRing
            shown: control.visualFocus
        }

        Icon {
            anchors.centerIn: parent
            glyph: Icon.Check
            height: width
            ink: Theme.color.accentInk
            visible: control.checked
            width: parent.width - Theme.size.focusRing
        }
    }

    Keys.onEnterPressed: control.click()
    Keys.onReturnPressed: control.click()
}
