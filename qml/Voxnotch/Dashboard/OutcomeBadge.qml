import Voxnotch.Controls
import Voxnotch.Theme

// How a turn ended, in a word and a sign.
Badge {
    id: badge

    required property string outcome
    readonly property bool bad: badge.outcome === "failed"

    glyph: {
        switch (badge.outcome) {
        case "answered":
        case "inserted":
            return Icon.Check;
        case "copied":
            return Icon.Clipboard;
        case "shown":
        case "nothing-heard":
            return Icon.Info;
        case "cancelled":
            return Icon.Cross;
        case "failed":
            return Icon.Warning;
        default:
            return Icon.Retry;
        }
    }
    ink: badge.bad ? Theme.color.badText : ["answered", "inserted"].includes(badge.outcome)
                     ? Theme.color.goodText : Theme.color.ink2
    text: {
        switch (badge.outcome) {
        case "answered":
            return qsTr("Answered");
        case "inserted":
            return qsTr("Inserted");
        case "copied":
            return qsTr("Copied");
        case "shown":
            return qsTr("Not inserted");
        case "nothing-heard":
            return qsTr("Nothing heard");
        case "cancelled":
            return qsTr("Cancelled");
        case "failed":
            return qsTr("Failed");
        case "recovered":
            return qsTr("Recovered");
        default:
            return qsTr("Not yet");
        }
    }
}
