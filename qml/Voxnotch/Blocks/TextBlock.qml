import QtQuick
import Voxnotch.Theme

BlockText {
    id: block

    required property string tone
    required property string variant
    required text

    color: block.tone === "default" && block.variant === "caption" ? Theme.notch.ink2 : Theme.notch.wordsIn(
                                                                         block.tone)
    elide: Text.ElideNone
    font.pixelSize: block.variant === "title" ? Theme.type.title : block.variant === "caption"
                                                ? Theme.type.caption : Theme.type.body
    font.weight: block.variant === "title" ? Font.DemiBold : Font.Normal
    lineHeight: 1.08
    wrapMode: Text.Wrap
}
