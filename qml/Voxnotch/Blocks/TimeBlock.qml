import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

// A clock or a countdown. Its timer waits exactly until the text is another one, and runs only while it is seen.
Column {
    id: block

    required property string kind
    required property string label
    required property BlockTime time
    readonly property bool seen: block.visible && block.Window.visibility !== Window.Hidden

    Accessible.name: block.label !== "" ? block.label + ": " + block.time.text : block.time.text
    Accessible.role: block.kind === "clock" ? Accessible.Clock : Accessible.StaticText

    Timer {
        interval: block.time.waitMs
        running: block.seen && block.time.waitMs > 0

        onTriggered: {
            block.time.refresh();
            if (block.time.waitMs > 0)
                restart();
        }
    }

    Row {
        spacing: Theme.space.s
        visible: block.label !== ""
        width: parent.width

        NamedIcon {
            id: sign

            anchors.verticalCenter: parent.verticalCenter
            ink: Theme.notch.ink3
            name: block.kind === "clock" ? "clock" : "timer"
        }

        BlockText {
            Accessible.ignored: true
            anchors.verticalCenter: parent.verticalCenter
            color: Theme.notch.ink2
            font.pixelSize: Theme.type.caption
            text: block.label
            width: parent.width - sign.width - parent.spacing
        }
    }

    BlockText {
        Accessible.ignored: true
        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.stat
        font.weight: Font.DemiBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.type.body
        text: block.time.text
        width: parent.width
    }
}
