import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme

// One integration in the list: press it to see its page, or switch it on and off at once.
Panel {
    id: line

    required property string failure
    required property string iconUrl
    required property string integrationId
    required property bool isEnabled
    required property string name
    required property string status
    required property string statusWords
    required property string summary
    required property string version

    signal enabledWanted(on: bool)
    signal opened

    implicitHeight: words.implicitHeight + Theme.space.l * 2

    AbstractButton {
        id: button

        Accessible.description: line.statusWords
        Accessible.name: line.name
        Accessible.role: Accessible.Button
        anchors.bottom: parent.bottom
        anchors.left: parent.left
        anchors.right: toggle.left
        anchors.rightMargin: Theme.space.m
        anchors.top: parent.top
        text: line.name

        background: Rectangle {
            color: button.down || button.hovered ? Theme.color.fill1 : "transparent"
            radius: line.radius

            FocusRing {
                anchors.margins: 0
                radius: line.radius
                shown: button.visualFocus
            }
        }
        contentItem: Item {
            IntegrationIcon {
                id: picture

                anchors.left: parent.left
                anchors.leftMargin: Theme.space.l
                anchors.verticalCenter: parent.verticalCenter
                size: Theme.size.control * Math.min(Theme.textScale, 1.5)
                url: line.iconUrl
            }

            Column {
                id: words

                anchors.left: picture.right
                anchors.leftMargin: Theme.space.m
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.space.xs

                Flow {
                    spacing: Theme.space.s
                    width: parent.width

                    BodyText {
                        font.pixelSize: Theme.type.title
                        font.weight: Font.DemiBold
                        text: line.name
                        width: Math.min(implicitWidth, parent.width)
                    }

                    StatusBadge {
                        status: line.status
                        text: line.statusWords
                    }
                }

                BodyText {
                    color: Theme.color.ink2
                    text: line.summary
                    width: parent.width
                }

                BodyText {
                    Accessible.name: text
                    Accessible.role: Accessible.AlertMessage
                    color: Theme.color.badText
                    font.pixelSize: Theme.type.caption
                    maximumLineCount: 2
                    elide: Text.ElideRight
                    text: line.failure
                    visible: text !== ""
                    width: parent.width
                }
            }
        }

        Keys.onEnterPressed: button.click()
        Keys.onReturnPressed: button.click()
        onClicked: line.opened()
    }

    ToggleSwitch {
        id: toggle

        anchors.right: parent.right
        anchors.rightMargin: Theme.space.l
        anchors.verticalCenter: parent.verticalCenter
        checked: line.isEnabled
        label: qsTr("Enable %1").arg("\u2068" + line.name + "\u2069")

        onToggled: {
            const wanted = checked;
            checked = Qt.binding(() => line.isEnabled);
            line.enabledWanted(wanted);
        }
    }
}
