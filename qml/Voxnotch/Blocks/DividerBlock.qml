import QtQuick
import Voxnotch.Theme

Item {
    Accessible.role: Accessible.Separator
    implicitHeight: Theme.size.hairline

    Rectangle {
        anchors.fill: parent
        color: Theme.notch.track
    }
}
