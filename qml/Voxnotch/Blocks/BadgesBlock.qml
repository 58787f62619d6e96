pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

Flow {
    id: block

    required property var entries

    spacing: Theme.space.s

    Repeater {
        model: block.entries

        delegate: TonePill {
            required property string title
            required tone

            text: title
            width: Math.min(implicitWidth, block.width)
        }
    }
}
