import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Icon, name, version, publisher and what it is for.
Item {
    id: names

    required property string iconUrl
    required property string name
    required property string publisher
    required property string summary
    required property string version

    implicitHeight: Math.max(picture.height, lines.implicitHeight)

    IntegrationIcon {
        id: picture

        anchors.left: parent.left
        size: Theme.size.control * 1.75 * Math.min(Theme.textScale, 1.5)
        url: names.iconUrl
    }

    Column {
        id: lines

        anchors.left: picture.right
        anchors.leftMargin: Theme.space.l
        anchors.right: parent.right
        spacing: Theme.space.xs

        PageTitle {
            text: names.name
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: names.publisher === "" ? qsTr("Version %1").arg(names.version) : qsTr("Version %1, by %2").arg(
                                               names.version).arg("\u2068" + names.publisher + "\u2069")
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            text: names.summary
            width: parent.width
        }
    }
}
