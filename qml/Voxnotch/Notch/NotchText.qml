import QtQuick
import Voxnotch.Theme

Text {
    color: Theme.notch.ink1
    elide: Text.ElideRight
    font.pixelSize: Theme.type.body
    textFormat: Text.PlainText
}
