pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme

// A few choices in sight at once; `multiple` lets several be chosen, else one takes the place of the other.
FieldFrame {
    id: block

    required property string bind
    required property var entries
    required property BlockHost host
    required property bool multiple
    required error
    required label
    required mark

    Flow {
        Accessible.name: block.label
        Accessible.role: Accessible.Grouping
        spacing: Theme.space.s
        width: parent.width

        Repeater {
            model: block.entries

            delegate: AbstractButton {
                id: chip

                required property bool chosen
                required property string title
                required property string value

                Accessible.checkable: true
                Accessible.checked: chip.chosen
                Accessible.name: chip.title
                Accessible.role: block.multiple ? Accessible.CheckBox : Accessible.RadioButton
                implicitHeight: Math.max(Theme.size.target, implicitContentHeight + Theme.space.s)
                implicitWidth: Math.min(implicitContentWidth + leftPadding + rightPadding, block.width)
                leftPadding: Theme.space.m
                objectName: "chip." + block.bind + "." + chip.value
                rightPadding: Theme.space.m

                background: Rectangle {
                    border.color: chip.visualFocus ? Theme.notch.focus : chip.chosen ? Theme.notch.accent :
                                                                                       Theme.notch.track
                    border.width: chip.visualFocus ? Theme.size.focusRing : Theme.size.hairline
                    color: chip.chosen ? Qt.alpha(Theme.notch.accent, 0.22) : chip.hovered ? Theme.notch.fill2 :
                                                                                             Theme.notch.fill1
                    radius: height / 2
                }
                contentItem: Row {
                    spacing: Theme.space.xs

                    Icon {
                        id: tick

                        anchors.verticalCenter: parent.verticalCenter
                        glyph: Icon.Check
                        ink: Theme.notch.accentText
                        visible: chip.chosen
                    }

                    BlockText {
                        Accessible.ignored: true
                        anchors.verticalCenter: parent.verticalCenter
                        color: chip.chosen ? Theme.notch.ink1 : Theme.notch.ink2
                        text: chip.title
                        width: Math.min(implicitWidth, block.width - 2 * Theme.space.m - (tick.visible
                                                                                          ? tick.width
                                                                                            + Theme.space.xs :
                                                                                            0))
                    }
                }

                onClicked: {
                    if (block.multiple)
                        block.host.chipToggled(block.bind, chip.value);
                    else
                        block.host.textEdited(block.bind, chip.chosen ? "" : chip.value);
                }
            }
        }
    }
}
