pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

// One to three large numbers beside each other.
Row {
    id: block

    required property var entries

    spacing: Theme.space.m

    Repeater {
        id: repeater

        model: block.entries

        delegate: Column {
            id: stat

            required property string title
            required property string tone
            required property string trailing
            required property string value

            Accessible.name: stat.title + ": " + stat.value + (stat.trailing !== "" ? ", " + stat.trailing :
                                                                                      "")
            Accessible.role: Accessible.StaticText
            width: (block.width - (repeater.count - 1) * block.spacing) / Math.max(1, repeater.count)

            BlockText {
                Accessible.ignored: true
                color: Theme.notch.ink2
                font.pixelSize: Theme.type.caption
                maximumLineCount: 2
                text: stat.title
                width: parent.width
                wrapMode: Text.Wrap
            }

            BlockText {
                Accessible.ignored: true
                font.features: Theme.tabularFigures
                font.pixelSize: Theme.type.stat
                font.weight: Font.DemiBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.type.body
                text: stat.value
                width: parent.width
            }

            BlockText {
                Accessible.ignored: true
                color: stat.tone === "neutral" ? Theme.notch.ink2 : Theme.notch.wordsIn(stat.tone)
                font.features: Theme.tabularFigures
                font.pixelSize: Theme.type.caption
                font.weight: Font.Medium
                text: stat.trailing
                visible: stat.trailing !== ""
                width: parent.width
            }
        }
    }
}
