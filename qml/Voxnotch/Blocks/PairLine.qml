import QtQuick
import Voxnotch.Theme

// Label at the start, value at the end; a long value takes the line below and begins at the start.
Item {
    id: line

    required property string mark
    required property bool quiet
    required property string title
    required property string tone
    required property string value
    readonly property real gap: Theme.space.m
    readonly property bool stacked: line.value.includes("\n") || key.implicitWidth + (origin.visible
                                                                                      ? origin.width
                                                                                        + Theme.space.s : 0)
                                    + line.gap + content.implicitWidth > line.width && content.implicitWidth
                                    > line.width / 2

    Accessible.description: line.mark
    Accessible.name: line.title + ": " + line.value
    Accessible.role: Accessible.ListItem
    implicitHeight: line.stacked ? key.height + content.height : Math.max(key.height, content.height,
                                                                          origin.visible ? origin.height : 0)

    BlockText {
        id: key

        Accessible.ignored: true
        color: line.quiet ? Theme.notch.ink3 : Theme.notch.ink2
        font.pixelSize: line.quiet ? Theme.type.caption : Theme.type.body
        text: line.title
        width: Math.min(implicitWidth, line.width / 2)
        y: line.stacked ? 0 : content.baselineOffset - key.baselineOffset
        anchors.left: parent.left
    }

    TonePill {
        id: origin

        text: line.mark
        tone: "warning"
        visible: line.mark !== ""
        width: Math.min(implicitWidth, line.width / 2)

        anchors {
            left: key.right
            leftMargin: Theme.space.s
            verticalCenter: key.verticalCenter
        }
    }

    BlockText {
        id: content

        Accessible.ignored: true
        color: line.tone === "neutral" || line.tone === "default" ? (line.quiet ? Theme.notch.ink2 :
                                                                                  Theme.notch.ink1) :
                                                                    Theme.notch.wordsIn(line.tone)
        elide: Text.ElideNone
        font.features: Theme.tabularFigures
        font.pixelSize: line.quiet ? Theme.type.caption : Theme.type.body
        font.weight: line.quiet ? Font.Normal : Font.Medium
        horizontalAlignment: line.stacked ? Text.AlignLeft : Text.AlignRight
        text: line.value
        wrapMode: Text.Wrap
        y: line.stacked ? key.height : 0

        anchors {
            left: line.stacked ? parent.left : origin.visible ? origin.right : key.right
            leftMargin: line.stacked ? 0 : line.gap
            right: parent.right
        }
    }
}
