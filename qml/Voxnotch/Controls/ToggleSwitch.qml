import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

Switch {
    id: control

    required property string label

    Accessible.checkable: true
    Accessible.checked: control.checked
    Accessible.name: control.label
    Accessible.role: Accessible.CheckBox
    implicitHeight: Theme.size.target
    implicitWidth: Theme.size.target * 1.5
    padding: 0

    indicator: Rectangle {
        anchors.centerIn: parent
        color: control.checked ? Theme.color.accent : Theme.color.track
        height: Theme.size.target - Theme.space.xs
        radius: height / 2
        width: Theme.size.target * 1.5 - Theme.space.xs

        FocusRing {
            radius: height / 2
            shown: control.visualFocus
        }

        Rectangle {
            readonly property real gap: Theme.size.focusRing
            readonly property bool atEnd: control.checked !== control.mirrored

            color: control.checked ? Theme.color.knob : Theme.color.ink1
            height: parent.height - gap * 2
            radius: height / 2
            width: height
            x: atEnd ? parent.width - width - gap : gap
            y: gap

            Behavior on x {
                NumberAnimation {
                    duration: Theme.motion.hover
                }
            }
        }
    }

    Keys.onEnterPressed: control.click()
    Keys.onReturnPressed: control.click()
}
