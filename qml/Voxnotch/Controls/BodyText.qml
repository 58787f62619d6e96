import QtQuick
import Voxnotch.Theme

// Words of the interface. Plain text always: a name or an error may hold anything. It stands at the start of the
// line of the interface's language, whatever script it begins with.
Text {
    color: Theme.color.ink1
    font.pixelSize: Theme.type.body
    horizontalAlignment: Text.AlignLeft
    textFormat: Text.PlainText
    wrapMode: Text.Wrap
}
