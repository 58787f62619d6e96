import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// What the agent said, behind its sign: in short, or as styled words of the view model, with no pictures, no HTML of
// others, and links that are only words.
Item {
    id: answer

    required property bool expanded
    required property string text
    readonly property string plain: answer.text.replace(/(<br>)+/g, " ").replace(/<[^>]*>/g, "").replace(/&nbsp;/g,
                                                                                                         " ").replace(
                                        /&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, "\"").replace(
                                        /&#x27;/g, "'").replace(/&amp;/g, "&")

    implicitHeight: Math.max(sign.height, words.implicitHeight)
    visible: answer.text !== ""

    Icon {
        id: sign

        anchors.left: parent.left
        glyph: Icon.Agent
        ink: Theme.color.accentText
        y: Math.max(0, (Theme.type.body * 1.5 - height) / 2)
    }

    TranscriptText {
        id: words

        Accessible.name: answer.plain
        anchors.left: sign.right
        anchors.leftMargin: Theme.space.s
        anchors.right: parent.right
        color: Theme.color.ink2
        elide: answer.expanded ? Text.ElideNone : Text.ElideRight
        linkColor: Theme.color.ink2
        maximumLineCount: answer.expanded ? 10000 : 2
        text: answer.expanded ? answer.text : answer.plain
        textFormat: answer.expanded ? Text.StyledText : Text.PlainText
    }
}
