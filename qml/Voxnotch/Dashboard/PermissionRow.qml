import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// One sentence about what an integration hears, does, sends or runs. What deserves a second look is red, and has a
// warning sign and a word for it too.
Item {
    id: row

    required property string kind
    required property string text
    readonly property bool alarming: row.kind === "anywhere"
    readonly property int glyph: {
        switch (row.kind) {
        case "hears":
            return Icon.Microphone;
        case "anywhere":
        case "rights":
            return Icon.Warning;
        case "background":
            return Icon.Layers;
        case "reminders":
            return Icon.Bell;
        case "own-data":
            return Icon.Disk;
        case "network":
        case "address":
            return Icon.Globe;
        case "nowhere":
        case "hosted":
        case "wants":
            return Icon.Info;
        default:
            return Icon.Terminal;
        }
    }

    Accessible.name: words.text
    Accessible.role: Accessible.ListItem
    implicitHeight: Math.max(sign.height, words.implicitHeight)
    objectName: "permission." + row.kind

    FontMetrics {
        id: metrics

        font: words.font
    }

    Icon {
        id: sign

        anchors.left: parent.left
        anchors.top: parent.top
        // On the middle of the first line.
        anchors.topMargin: Math.max(0, Math.round((metrics.height - sign.height) / 2))
        glyph: row.glyph
        ink: row.alarming ? Theme.color.badText : Theme.color.ink2
    }

    BodyText {
        id: words

        Accessible.ignored: true
        anchors.left: sign.right
        anchors.leftMargin: Theme.space.s
        anchors.right: parent.right
        color: row.alarming ? Theme.color.badText : Theme.color.ink1
        font.weight: row.alarming ? Font.DemiBold : Font.Normal
        text: row.alarming ? qsTr("Warning: %1").arg(row.text) : row.text
        wrapMode: row.kind === "runs" ? Text.WrapAnywhere : Text.Wrap
    }
}
