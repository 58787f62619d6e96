import QtQuick
import Voxnotch.Theme

// A picture of a card (`data:`), never wider than the card; what cannot be read shows its words.
Item {
    id: block

    required property string image
    required property string summary
    required property real tall
    readonly property bool isRead: picture.status === Image.Ready
    readonly property real wanted: block.tall > 0 ? block.tall : Math.min(Theme.size.picture,
                                                                          picture.implicitHeight)
    readonly property real ratio: block.isRead ? picture.implicitWidth / Math.max(1, picture.implicitHeight) :
                                                 1

    Accessible.name: block.summary
    Accessible.role: Accessible.Graphic
    implicitHeight: block.isRead ? Math.min(block.wanted, block.width / block.ratio) : instead.implicitHeight

    Image {
        id: picture

        anchors.centerIn: parent
        asynchronous: false
        fillMode: Image.PreserveAspectFit
        height: parent.height
        mipmap: true
        source: block.image
        visible: block.isRead
        width: Math.min(block.width, height * block.ratio)
    }

    BlockText {
        id: instead

        color: Theme.notch.ink2
        text: block.summary !== "" ? block.summary : qsTr("A picture that cannot be shown")
        visible: !block.isRead
        width: block.width
        wrapMode: Text.Wrap
    }
}
