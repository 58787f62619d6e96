import QtQuick
import Voxnotch.Theme

Text {
    id: label

    Accessible.ignored: label.text === ""
    Accessible.name: label.text
    Accessible.role: Accessible.StaticText
    color: Theme.notch.ink1
    elide: Text.ElideRight
    font.pixelSize: Theme.type.body
    textFormat: Text.PlainText
}
