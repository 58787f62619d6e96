import QtQuick
import Voxnotch.Blocks
import Voxnotch.Theme
import Voxnotch.ViewModels

// A line to type to the agent. Enter sends it, Escape gives the keyboard back, Up and Down go through what was sent.
FocusScope {
    id: face

    required property NotchModel notch
    required property SurfaceModel surface
    readonly property TypedLineModel line: face.notch.typedLine as TypedLineModel

    focus: true
    implicitHeight: lines.implicitHeight + 2 * Theme.space.m

    Keys.onDownPressed: face.line.newer()
    Keys.onEnterPressed: face.line.send()
    Keys.onEscapePressed: face.line.close()
    Keys.onReturnPressed: face.line.send()
    Keys.onUpPressed: face.line.older()

    Connections {
        function onKeyboardAsked() {
            field.forceActiveFocus(Qt.TabFocusReason);
            face.surface.takeKeyboard();
        }

        target: face.notch
    }

    Column {
        id: lines

        spacing: Theme.space.s

        anchors {
            left: parent.left
            leftMargin: Theme.space.l
            right: parent.right
            rightMargin: Theme.space.l
            top: parent.top
            topMargin: Theme.space.m
        }

        NotchField {
            id: field

            focus: true
            label: qsTr("Ask or tell Voxnotch")
            objectName: "field"
            placeholderText: qsTr("Ask or tell Voxnotch…")
            text: face.line.draft
            width: parent.width

            onKeyboardWanted: face.surface.takeKeyboard()
            onTextEdited: face.line.edit(field.text)
        }

        Item {
            height: Math.max(topic.implicitHeight, fresh.visible ? fresh.height : Theme.space.l)
            width: parent.width

            BlockText {
                id: topic

                color: Theme.notch.ink2
                font.pixelSize: Theme.type.caption
                objectName: "topic"
                text: face.line.goesOn ? qsTr("Goes on with the last topic") : qsTr("New topic")

                anchors {
                    left: parent.left
                    right: fresh.visible ? fresh.left : parent.right
                    rightMargin: Theme.space.s
                    verticalCenter: parent.verticalCenter
                }
            }

            CardButton {
                id: fresh

                anchors.right: parent.right
                objectName: "newTopic"
                text: qsTr("New topic")
                visible: face.line.goesOn

                onClicked: {
                    face.line.newTopic();
                    field.forceActiveFocus(Qt.OtherFocusReason);
                }
            }
        }

        TakeLine {
            notch: face.notch
            width: parent.width
        }
    }
}
