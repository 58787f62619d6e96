import Voxnotch.Controls
import Voxnotch.Theme

// In what state the server of an integration is (V-19.1).
Badge {
    id: badge

    required property string status

    glyph: {
        switch (badge.status) {
        case "connected":
            return Icon.Check;
        case "starting":
            return Icon.Retry;
        case "crashed":
        case "needs-approval":
            return Icon.Warning;
        case "needs-setup":
        case "needs-sign-in":
        case "not-supported":
            return Icon.Info;
        default:
            return -1;
        }
    }
    ink: {
        switch (badge.status) {
        case "connected":
            return Theme.color.goodText;
        case "crashed":
        case "needs-approval":
            return Theme.color.badText;
        default:
            return Theme.color.ink2;
        }
    }
}
