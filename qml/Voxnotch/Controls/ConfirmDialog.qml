import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// Asks once more before something is gone for good. Escape and Cancel leave all as it is.
Popup {
    id: dialog

    required property string actionText
    required property string question
    required property string detail

    // What else the person may want with it; "" offers nothing.
    property string tick: ""
    readonly property alias ticked: box.checked

    signal confirmed

    anchors.centerIn: Overlay.overlay
    focus: true
    modal: true
    padding: Theme.space.xl
    width: Math.min(Theme.size.sidebar * 2 * Theme.textScale, (parent ? parent.width : 0) - Theme.space.xl
                    * 2)

    Overlay.modal: Rectangle {
        color: Theme.color.shade
    }
    background: Panel {}
    contentItem: Column {
        Accessible.description: dialog.detail
        Accessible.name: dialog.question
        Accessible.role: Accessible.Dialog
        spacing: Theme.space.m

        BodyText {
            font.pixelSize: Theme.type.title
            font.weight: Font.DemiBold
            text: dialog.question
            width: parent.width
        }

        BodyText {
            color: Theme.color.ink2
            text: dialog.detail
            width: parent.width
        }

        TickBox {
            id: box

            objectName: "tick"
            text: dialog.tick
            visible: dialog.tick !== ""
            width: parent.width
        }

        Flow {
            layoutDirection: Application.layoutDirection === Qt.RightToLeft ? Qt.LeftToRight : Qt.RightToLeft
            spacing: Theme.space.s
            width: parent.width

            PillButton {
                danger: true
                text: dialog.actionText

                onClicked: {
                    dialog.close();
                    dialog.confirmed();
                }
            }

            PillButton {
                focus: true
                text: qsTr("Cancel")

                onClicked: dialog.close()
            }
        }
    }

    onAboutToShow: box.checked = false
}
