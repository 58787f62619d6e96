pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme

// One of several. The options open within the card: the notch is cut to its shape, and a menu would be cut away.
FieldFrame {
    id: block

    required property string bind
    required property var entries
    required property BlockHost host
    required property string text
    property bool expanded: false
    readonly property int mostRows: 6
    required error
    required label
    required mark

    function choose(value: string): void {
    block.expanded = false;
    head.forceActiveFocus();
    block.host.textEdited(block.bind, value);
}

    Column {
        spacing: Theme.space.xs
        width: parent.width

        AbstractButton {
            id: head

            Accessible.description: [block.text, block.error].filter(part => part !== "").join(", ")
            Accessible.name: block.label
            Accessible.role: Accessible.ComboBox
            implicitHeight: Math.max(Theme.size.control, implicitContentHeight + 2 * Theme.space.s)
            leftPadding: Theme.space.m
            objectName: "field." + block.bind
            rightPadding: Theme.space.m
            width: parent.width

            background: FieldBack {
                faulty: block.error !== ""
                focused: head.visualFocus
                hovered: head.hovered
            }
            contentItem: Item {
                implicitHeight: shown.implicitHeight

                BlockText {
                    id: shown

                    Accessible.ignored: true
                    color: block.text !== "" ? Theme.notch.ink1 : Theme.notch.ink3
                    text: block.text !== "" ? block.text : qsTr("Choose…")

                    anchors {
                        left: parent.left
                        right: arrow.left
                        rightMargin: Theme.space.s
                        verticalCenter: parent.verticalCenter
                    }
                }

                Icon {
                    id: arrow

                    glyph: Icon.ChevronDown
                    ink: Theme.notch.ink2
                    rotation: block.expanded ? 180 : 0

                    anchors {
                        right: parent.right
                        verticalCenter: parent.verticalCenter
                    }
                }
            }

            Keys.onDownPressed: {
                block.expanded = true;
                options.forceActiveFocus(Qt.TabFocusReason);
            }
            onClicked: block.expanded = !block.expanded
            onPressed: block.host.keyboardWanted()
        }

        ListView {
            id: options

            Accessible.name: block.label
            Accessible.role: Accessible.List
            activeFocusOnTab: block.expanded
            boundsBehavior: Flickable.StopAtBounds
            clip: true
            height: visible ? Math.min(contentHeight, block.mostRows * (Theme.size.control - Theme.space.xs)) :
                              0
            keyNavigationEnabled: true
            model: block.expanded ? block.entries : null
            visible: block.expanded
            width: parent.width

            ScrollBar.vertical: VerticalBar {}
            delegate: OptionLine {
                current: ListView.isCurrentItem && options.activeFocus
                width: options.width

                onClicked: block.choose(value)
            }

            Keys.onEscapePressed: {
                block.expanded = false;
                head.forceActiveFocus(Qt.TabFocusReason);
            }
            Keys.onReturnPressed: (options.currentItem as OptionLine)?.click()
            Keys.onSpacePressed: (options.currentItem as OptionLine)?.click()
        }
    }
}
