pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

Column {
    id: block

    required property var entries
    required property string label

    Accessible.name: block.label
    Accessible.role: Accessible.List
    spacing: Theme.space.xs

    BlockText {
        Accessible.ignored: true
        color: Theme.notch.ink3
        font.pixelSize: Theme.type.caption
        font.weight: Font.DemiBold
        text: block.label
        visible: block.label !== ""
        width: parent.width
    }

    Column {
        width: parent.width

        Repeater {
            model: block.entries

            delegate: ListLine {
                width: block.width
            }
        }
    }
}
