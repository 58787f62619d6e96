import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

Button {
    id: control

    property bool danger: false
    property bool primary: false
    readonly property color back: control.primary ? Theme.color.accent : control.down || control.hovered
                                                    ? Theme.color.fill2 : Theme.color.fill1
    readonly property color ink: control.primary ? Theme.color.accentInk : control.danger
                                                   ? Theme.color.badText : Theme.color.ink1

    Accessible.name: control.text
    Accessible.role: Accessible.Button
    bottomPadding: Theme.space.xs
    leftPadding: Theme.space.l
    opacity: control.enabled ? 1 : 0.45
    rightPadding: Theme.space.l
    topPadding: Theme.space.xs
    implicitHeight: Math.max(Theme.size.control, implicitContentHeight + topPadding + bottomPadding)

    background: Rectangle {
        border.color: Theme.color.line
        border.width: control.primary ? 0 : Theme.size.hairline
        color: control.primary && (control.down || control.hovered) ? Qt.darker(control.back, 1.08) :
                                                                      control.back

        radius: height / 2

        FocusRing {
            radius: height / 2
            shown: control.visualFocus
        }
    }
    contentItem: BodyText {
        color: control.ink
        elide: Text.ElideRight
        horizontalAlignment: Text.AlignHCenter
        text: control.text
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.NoWrap
    }

    Keys.onEnterPressed: control.click()
    Keys.onReturnPressed: control.click()
}
