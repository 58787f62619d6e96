import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Words of an integration's author, made of Markdown by the view model: no pictures, no HTML. A link is opened by the
// browser, after a click.
BodyText {
    id: guide

    Accessible.name: text.replace(/<[^>]*>/g, " ")
    Accessible.role: Accessible.StaticText
    color: Theme.color.ink2
    linkColor: Theme.color.focus
    textFormat: Text.StyledText

    onLinkActivated: link => Qt.openUrlExternally(link)

    HoverHandler {
        cursorShape: guide.hoveredLink === "" ? Qt.ArrowCursor : Qt.PointingHandCursor
    }
}
