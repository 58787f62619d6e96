import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Takes a folder, a file or an address that is dropped anywhere on the window.
DropArea {
    id: zone

    signal urlDropped(url: url)

    keys: ["text/uri-list"]

    onDropped: drop => {
        if (drop.urls.length > 0) {
            drop.accept(Qt.CopyAction);
            zone.urlDropped(drop.urls[0]);
        }
    }

    Rectangle {
        anchors.fill: parent
        border.color: Theme.color.accent
        border.width: Theme.size.focusRing
        color: Theme.color.shade
        visible: zone.containsDrag

        Panel {
            anchors.centerIn: parent
            height: words.implicitHeight + Theme.space.xl * 2
            width: Math.min(words.implicitWidth + Theme.space.xl * 2, parent.width - Theme.space.xl * 2)

            BodyText {
                id: words

                anchors.centerIn: parent
                font.pixelSize: Theme.type.title
                horizontalAlignment: Text.AlignHCenter
                text: qsTr("Drop it to see what it would bring")
                width: Math.min(implicitWidth, zone.width - Theme.space.xl * 4)
            }
        }
    }
}
