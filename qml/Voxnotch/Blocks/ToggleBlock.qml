import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// Label at the start, switch at the end; both are pressed.
FieldFrame {
    id: block

    required property string bind
    required property bool checked
    required property BlockHost host
    required property string text
    required error
    required mark

    label: ""

    AbstractButton {
        id: toggle

        Accessible.checkable: true
        Accessible.checked: block.checked
        Accessible.description: block.error
        Accessible.name: block.text
        Accessible.role: Accessible.CheckBox
        implicitHeight: Math.max(Theme.size.target, implicitContentHeight)
        objectName: "field." + block.bind
        width: parent.width

        contentItem: Item {
            implicitHeight: Math.max(words.implicitHeight, rail.height)

            BlockText {
                id: words

                Accessible.ignored: true
                maximumLineCount: 2
                text: block.text
                wrapMode: Text.Wrap

                anchors {
                    left: parent.left
                    right: rail.left
                    rightMargin: Theme.space.m
                    verticalCenter: parent.verticalCenter
                }
            }

            Rectangle {
                id: rail

                border.color: Theme.notch.focus
                border.width: toggle.visualFocus ? Theme.size.focusRing : 0
                color: block.checked ? Theme.notch.accent : Theme.notch.track
                height: Theme.size.target - Theme.space.xs
                radius: height / 2
                width: height * 1.7

                anchors {
                    right: parent.right
                    verticalCenter: parent.verticalCenter
                }

                Rectangle {
                    readonly property real gap: Theme.size.focusRing
                    readonly property bool atEnd: block.checked !== rail.LayoutMirroring.enabled

                    color: block.checked ? Theme.notch.knob : Theme.notch.ink1
                    height: parent.height - 2 * gap
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
        }

        onClicked: block.host.switched(block.bind, !block.checked)
    }
}
