import QtQuick
import Voxnotch.Theme

// Words a person said. With no alignment set, Qt takes the direction of each paragraph from its first strong letter
// and orders runs of the other direction by the Unicode algorithm (A15); the mirrored layout does not touch it.
Text {
    Accessible.name: text
    Accessible.role: Accessible.StaticText
    color: Theme.color.ink1
    font.pixelSize: Theme.type.body
    lineHeight: 1.25
    textFormat: Text.PlainText
    wrapMode: Text.Wrap
}
