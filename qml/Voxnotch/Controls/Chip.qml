import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// One of a row of choices; `checked` is bound by the owner, a click only asks.
AbstractButton {
    id: control

    Accessible.checkable: true
    Accessible.checked: control.checked
    Accessible.name: control.text
    Accessible.role: Accessible.RadioButton
    bottomPadding: Theme.space.xs
    implicitHeight: Math.max(Theme.size.target, implicitContentHeight + topPadding + bottomPadding)
    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    leftPadding: Theme.space.m
    rightPadding: Theme.space.m
    topPadding: Theme.space.xs

    background: Rectangle {
        border.color: control.checked ? Theme.color.ink2 : Theme.color.line
        border.width: Theme.size.hairline
        color: control.checked ? Theme.color.track : control.hovered ? Theme.color.fill1 : "transparent"
        radius: height / 2

        FocusRing {
            radius: height / 2
            shown: control.visualFocus
        }
    }
    contentItem: BodyText {
        color: control.checked ? Theme.color.ink1 : Theme.color.ink2
        text: control.text
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.NoWrap
    }

    Keys.onEnterPressed: control.click()
    Keys.onReturnPressed: control.click()
}
