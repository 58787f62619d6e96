import QtQuick
import Voxnotch.Theme

// Styled words (`app/ui/viewmodels/markdown.py` writes them); a link is asked for, never followed.
Text {
    id: block

    required property BlockHost host
    required text

    Accessible.name: block.text.replace(/<br>/g, " ").replace(/<[^>]*>/g, "")
    Accessible.role: Accessible.StaticText
    color: Theme.notch.ink1
    font.pixelSize: Theme.type.body
    horizontalAlignment: Text.AlignLeft
    lineHeight: 1.08
    linkColor: Theme.notch.accentText
    textFormat: Text.StyledText
    wrapMode: Text.Wrap

    onLinkActivated: link => block.host.urlAsked(link)

    HoverHandler {
        cursorShape: block.hoveredLink !== "" ? Qt.PointingHandCursor : Qt.ArrowCursor
    }
}
