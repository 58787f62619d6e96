import Voxnotch.Controls

// Who answered: a fast intent, the offline router, or a language model by its name.
Badge {
    id: badge

    required property string model
    required property string route

    glyph: badge.route === "intent" ? Icon.Bolt : badge.route === "router" ? Icon.Layers : Icon.Agent
    text: {
        switch (badge.route) {
        case "intent":
            return qsTr("Fast intent");
        case "router":
            return qsTr("Offline router");
        case "model":
            return badge.model === "" ? qsTr("Language model") : "\u2068" + badge.model + "\u2069";
        default:
            return "";
        }
    }
    visible: badge.text !== ""
}
