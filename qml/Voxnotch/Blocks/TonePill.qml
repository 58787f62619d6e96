import QtQuick
import Voxnotch.Theme

// A few words on a wash of their tone; the words say what it means.
Rectangle {
    id: pill

    required property string text
    property string tone: "neutral"
    readonly property bool plain: ["neutral", "default", "muted", "subtle", "onAccent"].includes(pill.tone)

    Accessible.name: pill.text
    Accessible.role: Accessible.StaticText
    color: pill.plain ? Theme.notch.fill2 : Qt.alpha(Theme.notch.markIn(pill.tone), 0.18)
    implicitHeight: label.implicitHeight + Theme.space.xs
    implicitWidth: label.implicitWidth + 2 * Theme.space.s
    radius: height / 2

    BlockText {
        id: label

        Accessible.ignored: true
        anchors.centerIn: parent
        color: pill.plain ? Theme.notch.ink2 : Theme.notch.wordsIn(pill.tone)
        font.pixelSize: Theme.type.caption
        font.weight: Font.Medium
        text: pill.text
        width: Math.min(implicitWidth, pill.width - 2 * Theme.space.s)
    }
}
