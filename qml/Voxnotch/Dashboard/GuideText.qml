pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Words of an integration's author, made of Markdown by the view model: no pictures, no HTML. A link is opened by the
// browser, after a click; a button for each stands below, since the keyboard does not reach into a text.
Column {
    id: guide

    required property string text
    readonly property list<string> links: guide.text.match(/<a href="[^"]*">.*?<\/a>/g) ?? []
    readonly property string plain: guide.text.replace(/<[^>]*>/g, " ")

    signal linkWanted(url: string)

    function label(styled: string): string {
        return styled.replace(/<[^>]*>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g,
                                                                                                  "\"").replace(
                    /&amp;/g, "&");
    }

    spacing: Theme.space.s

    BodyText {
        id: words

        Accessible.name: guide.plain
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        linkColor: Theme.color.focus
        text: guide.text
        textFormat: Text.StyledText
        width: parent.width

        onLinkActivated: link => guide.linkWanted(link)

        HoverHandler {
            cursorShape: words.hoveredLink === "" ? Qt.ArrowCursor : Qt.PointingHandCursor
        }
    }

    Flow {
        spacing: Theme.space.s
        visible: guide.links.length > 0
        width: parent.width

        Repeater {
            model: guide.links

            PillButton {
                required property string modelData

                // The words of a link may carry marks and entities of their own.
                text: qsTr("Open %1").arg("\u2068" + guide.label(modelData) + "\u2069")
                width: Math.min(implicitWidth, guide.width)

                onClicked: guide.linkWanted(modelData.split("\"")[1].replace(/&amp;/g, "&"))
            }
        }
    }
}
