pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

// Labels with values, one pair a line; `quiet` for what is good to know (metadata).
Column {
    id: block

    required property var entries
    property string label: ""
    property bool quiet: false

    Accessible.name: block.label
    Accessible.role: Accessible.List
    spacing: block.quiet ? Theme.space.xs : Theme.space.xs + Theme.size.focusRing

    BlockText {
        Accessible.ignored: true
        color: Theme.notch.ink3
        font.pixelSize: Theme.type.caption
        font.weight: Font.DemiBold
        text: block.label
        visible: block.label !== ""
        width: parent.width
    }

    Repeater {
        model: block.entries

        delegate: PairLine {
            quiet: block.quiet
            width: block.width
        }
    }
}
