import QtQuick
import Voxnotch.Theme

// The newest two lines of what was heard: committed words at full ink, tentative ones at 60 %. The direction is that
// of the whole text, told by its first strong letter (A15), not of the part that is in sight.
Item {
    id: view

    required property string committed
    required property bool rightToLeft
    required property string tentative
    readonly property int mostLines: 2
    readonly property int mostCharacters: 400
    readonly property color faded: Qt.alpha(Theme.notch.ink1, Theme.notch.ink1.a * 0.6)
    readonly property string mark: view.rightToLeft ? "\u200F" : "\u200E"
    readonly property string shown: view.committed.slice(-view.mostCharacters)

    function escaped(words: string): string {
        return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    }

    Accessible.name: (view.committed + " " + view.tentative).trim()
    Accessible.role: Accessible.StaticText
    clip: true
    implicitHeight: Math.min(words.implicitHeight, Math.ceil(view.mostLines * metrics.lineSpacing))

    FontMetrics {
        id: metrics

        font: words.font
    }

    Text {
        id: words

        Accessible.ignored: true
        LayoutMirroring.enabled: false
        anchors.bottom: parent.bottom
        color: Theme.notch.ink1
        font.pixelSize: Theme.type.body
        horizontalAlignment: view.rightToLeft ? Text.AlignRight : Text.AlignLeft
        text: view.mark + view.escaped(view.shown) + (view.tentative ? (view.shown ? " " : "")
                                                                       + '<font color="' + view.faded + '">'
                                                                       + view.escaped(view.tentative)
                                                                       + "</font>" : "")
        textFormat: Text.StyledText
        width: view.width
        wrapMode: Text.Wrap
    }
}
