import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// The icon that an integration brought, or a plug.
Rectangle {
    id: icon

    required property real size
    required property string url

    color: picture.visible ? "transparent" : Theme.color.fill2
    height: icon.size
    radius: Theme.radius.control
    width: icon.size

    Image {
        id: picture

        anchors.fill: parent
        asynchronous: true
        fillMode: Image.PreserveAspectFit
        source: icon.url
        sourceSize: Qt.size(icon.size * 2, icon.size * 2)
        visible: picture.status === Image.Ready
    }

    Icon {
        anchors.centerIn: parent
        glyph: Icon.Plug
        height: icon.size / 2
        visible: !picture.visible
        width: height
    }
}
