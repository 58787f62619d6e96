import QtQuick
import Voxnotch.Theme

// Words of the interface. Plain text always: a name or an error may hold anything.
Text {
    color: Theme.color.ink1
    font.pixelSize: Theme.type.body
    textFormat: Text.PlainText
    wrapMode: Text.Wrap
}
