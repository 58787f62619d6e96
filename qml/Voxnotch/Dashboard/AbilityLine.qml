import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// One thing this desktop session can or cannot do.
Item {
    id: ability

    required property bool available
    required property string name
    readonly property string words: {
        switch (ability.name) {
        case "hotkeys":
            return qsTr("Shortcuts that work everywhere");
        case "paste":
            return qsTr("Pasting into other programs");
        case "type":
            return qsTr("Typing into other programs");
        case "frontmost-app":
            return qsTr("Knowing the program in front");
        case "placement":
            return qsTr("Placing the notch");
        case "media":
            return qsTr("Lowering or pausing other sound");
        case "paste-receipt":
            return qsTr("Knowing that the text was taken");
        default:
            return ability.name;
        }
    }

    implicitHeight: Math.max(what.implicitHeight, whether.height)

    BodyText {
        id: what

        anchors.left: parent.left
        anchors.right: whether.left
        anchors.rightMargin: Theme.space.m
        anchors.verticalCenter: parent.verticalCenter
        text: ability.words
    }

    Badge {
        id: whether

        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        glyph: ability.available ? Icon.Check : Icon.Cross
        ink: ability.available ? Theme.color.goodText : Theme.color.ink2
        text: ability.available ? qsTr("Works") : qsTr("Not here")
    }
}
