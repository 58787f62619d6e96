import QtQuick
import Voxnotch.Theme

// A small square picture of an integration or program; nothing where there is none or it cannot be read.
Image {
    id: picture

    property real side: Theme.size.icon * Math.max(1, Math.min(Theme.textScale, 1.5))

    Accessible.ignored: true
    asynchronous: false
    fillMode: Image.PreserveAspectFit
    height: picture.visible ? picture.side : 0
    mipmap: true
    sourceSize: Qt.size(4 * picture.side, 4 * picture.side)
    visible: picture.source.toString() !== "" && picture.status === Image.Ready
    width: height
}
