import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

BodyText {
    Accessible.name: text
    Accessible.role: Accessible.Heading
    font.pixelSize: Theme.type.stat
    font.weight: Font.DemiBold
}
