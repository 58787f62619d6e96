import QtQuick
import Voxnotch.Theme

// Words on a card: plain text always, at the start of the line of the interface's language.
Text {
    id: label

    Accessible.ignored: label.text === ""
    Accessible.name: label.text
    Accessible.role: Accessible.StaticText
    color: Theme.notch.ink1
    elide: Text.ElideRight
    font.pixelSize: Theme.type.body
    horizontalAlignment: Text.AlignLeft
    textFormat: Text.PlainText
}
