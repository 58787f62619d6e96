pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Blocks
import Voxnotch.Controls
import Voxnotch.Theme

// Everybody who wants the person to be asked, with the reason (V-8.46).
Column {
    id: block

    required property list<string> reasons

    Accessible.name: qsTr("Why you are asked")
    Accessible.role: Accessible.List
    spacing: Theme.space.xs

    Repeater {
        model: block.reasons

        delegate: Item {
            id: line

            required property string modelData

            implicitHeight: words.implicitHeight
            width: block.width

            Icon {
                id: sign

                anchors.left: parent.left
                glyph: Icon.Info
                height: Theme.type.body
                ink: Theme.notch.ink3
                width: height
            }

            BlockText {
                id: words

                Accessible.role: Accessible.ListItem
                color: Theme.notch.ink3
                font.pixelSize: Theme.type.caption
                objectName: "reason"
                text: line.modelData
                wrapMode: Text.Wrap

                anchors {
                    left: sign.right
                    leftMargin: Theme.space.s
                    right: parent.right
                }
            }
        }
    }
}
