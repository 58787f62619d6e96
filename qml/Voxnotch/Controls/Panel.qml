import QtQuick
import Voxnotch.Theme

Rectangle {
    border.color: Theme.color.line
    border.width: Theme.size.hairline
    color: Theme.color.surfaceRaised
    radius: Theme.radius.control + Theme.space.xs
}
