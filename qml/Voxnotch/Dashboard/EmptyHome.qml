import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Home before the first take, or when nothing was found.
Column {
    id: empty

    required property string agentShortcut
    required property string mode
    required property string query
    required property string shortcut

    spacing: Theme.space.m

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.Heading
        font.pixelSize: Theme.type.title
        font.weight: Font.DemiBold
        horizontalAlignment: Text.AlignHCenter
        text: empty.query === "" ? qsTr("Nothing said yet") : qsTr("Nothing found")
        width: parent.width
    }

    ShortcutLabel {
        anchors.horizontalCenter: parent.horizontalCenter
        shortcut: empty.shortcut
        size: Theme.type.title
        visible: empty.query === "" && empty.shortcut !== ""
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        horizontalAlignment: Text.AlignHCenter
        text: {
            if (empty.query !== "")
                return qsTr("Nothing said or answered holds these words. The last word may be a beginning.");
            if (empty.shortcut === "")
                return qsTr("There is no shortcut for dictation. Choose one in Settings, under Shortcuts.");
            switch (empty.mode) {
            case "hold":
                return qsTr("Put the cursor where you want to write. Hold the shortcut, speak, and let go.");
            case "toggle":
                return qsTr(
                            "Put the cursor where you want to write. Press the shortcut, speak, and press it again.");
            case "double-tap":
                return qsTr(
                            "Put the cursor where you want to write. Press the shortcut twice, speak, and press it again.");
            default:
                return qsTr(
                            "Put the cursor where you want to write. Hold the shortcut while you speak, or tap it to start and tap it to stop.");
            }
        }
        width: parent.width
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        horizontalAlignment: Text.AlignHCenter
        text: qsTr("To ask for something to be done, use this shortcut instead:")
        visible: agentKeys.visible
        width: parent.width
    }

    ShortcutLabel {
        id: agentKeys

        anchors.horizontalCenter: parent.horizontalCenter
        shortcut: empty.agentShortcut
        visible: empty.query === "" && empty.agentShortcut !== ""
    }
}
