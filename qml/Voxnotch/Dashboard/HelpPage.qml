pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// How to use it with the shortcuts as they are set, what this desktop can do, and what this program is.
ScrollArea {
    id: page

    required property DesktopModel desktop
    required property HotkeysModel hotkeys
    readonly property var uses: [
        {
            action: "dictate",
            words: qsTr("Write what you say")
        },
        {
            action: "agent",
            words: qsTr("Ask the assistant, or tell it what to do")
        },
        {
            action: "write",
            words: qsTr("Ask it in writing")
        },
        {
            action: "cancel",
            words: qsTr("Cancel the take; the recording is kept")
        },
        {
            action: "lock",
            words: qsTr("While the shortcut is held: keep listening")
        },
        {
            action: "undo",
            words: qsTr("Undo the last insertion")
        },
        {
            action: "paste-last",
            words: qsTr("Paste the last text again")
        },
        {
            action: "card",
            words: qsTr("Give the keyboard to a card that asks you something")
        }
    ]

    PageTitle {
        text: qsTr("Help")
        width: parent.width
    }

    Panel {
        implicitHeight: keys.implicitHeight + Theme.space.l * 2
        width: parent.width

        Column {
            id: keys

            anchors.left: parent.left
            anchors.margins: Theme.space.l
            anchors.right: parent.right
            anchors.top: parent.top
            spacing: Theme.space.m

            Repeater {
                model: page.uses

                Item {
                    id: use

                    required property var modelData
                    readonly property ShortcutEntry entry: page.hotkeys.entry(use.modelData.action)

                    implicitHeight: Math.max(purpose.implicitHeight, caps.height)
                    visible: use.entry.shortcut !== ""
                    width: parent.width

                    BodyText {
                        id: purpose

                        anchors.left: parent.left
                        anchors.right: caps.left
                        anchors.rightMargin: Theme.space.m
                        anchors.verticalCenter: parent.verticalCenter
                        text: use.modelData.words
                    }

                    ShortcutLabel {
                        id: caps

                        anchors.right: parent.right
                        anchors.verticalCenter: parent.verticalCenter
                        shortcut: use.entry.shortcut
                    }
                }
            }
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.Heading
        color: Theme.color.ink2
        font.pixelSize: Theme.type.title
        font.weight: Font.DemiBold
        text: qsTr("This desktop")
        visible: page.desktop.session !== ""
        width: parent.width
    }

    Panel {
        implicitHeight: abilities.implicitHeight + Theme.space.l * 2
        visible: page.desktop.session !== ""
        width: parent.width

        Column {
            id: abilities

            anchors.left: parent.left
            anchors.margins: Theme.space.l
            anchors.right: parent.right
            anchors.top: parent.top
            spacing: Theme.space.m

            Repeater {
                model: page.desktop.capabilities

                AbilityLine {
                    width: parent.width
                }
            }
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        text: qsTr("Voxnotch %1. Free software under the Apache License 2.0.").arg(Application.version)
        width: parent.width
    }
}
