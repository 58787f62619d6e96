import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

ToolTip {
    id: tip

    delay: 600
    padding: Theme.space.s

    background: Rectangle {
        border.color: Theme.color.line
        color: Theme.color.surfaceRaised
        radius: Theme.radius.control
    }
    contentItem: BodyText {
        font.pixelSize: Theme.type.caption
        text: tip.text
        wrapMode: Text.NoWrap
    }
}
