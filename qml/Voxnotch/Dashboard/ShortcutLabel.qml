pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// A shortcut as keycaps: `ctrl+alt+space` as three. Always left to right, as on the keyboard; where the whole stands
// follows the layout, so the row alone is not mirrored.
Item {
    id: caps

    property real size: Theme.type.body
    required property string shortcut
    readonly property string spoken: caps.shortcut.split("+").map(key => caps.keyName(key)).join(" + ")

    function keyName(key: string): string {
        switch (key) {
        case "ctrl":
            return qsTr("Ctrl");
        case "alt":
            return qsTr("Alt");
        case "shift":
            return qsTr("Shift");
        case "super":
            return qsTr("Super");
        case "space":
            return qsTr("Space");
        case "escape":
            return qsTr("Esc");
        case "return":
            return qsTr("Return");
        case "tab":
            return qsTr("Tab");
        case "backspace":
            return qsTr("Backspace");
        case "delete":
            return qsTr("Delete");
        case "ctrl_r":
            return qsTr("Right Ctrl");
        case "ctrl_l":
            return qsTr("Left Ctrl");
        case "alt_r":
            return qsTr("Right Alt");
        case "alt_l":
            return qsTr("Left Alt");
        case "shift_r":
            return qsTr("Right Shift");
        case "shift_l":
            return qsTr("Left Shift");
        case "super_r":
            return qsTr("Right Super");
        case "super_l":
            return qsTr("Left Super");
        default:
            return key.startsWith("mouse") ? qsTr("Mouse %1").arg(key.slice(5)) : key.length <= 3 ? key.toUpperCase(
                                                                                                        ) : key;
        }
    }

    Accessible.name: caps.spoken
    Accessible.role: Accessible.StaticText
    implicitHeight: keys.implicitHeight
    implicitWidth: keys.implicitWidth

    Row {
        id: keys

        LayoutMirroring.enabled: false
        spacing: Theme.space.xs

        Repeater {
            model: caps.shortcut === "" ? [] : caps.shortcut.split("+")

            Rectangle {
                id: cap

                required property string modelData

                border.color: Theme.color.line
                color: Theme.color.fill2
                height: name.implicitHeight + Theme.space.xs
                radius: Theme.radius.control / 2
                width: Math.max(height, name.implicitWidth + Theme.space.s * 2)

                BodyText {
                    id: name

                    Accessible.ignored: true
                    anchors.centerIn: parent
                    font.pixelSize: caps.size
                    text: caps.keyName(cap.modelData)
                    wrapMode: Text.NoWrap
                }
            }
        }
    }
}
