import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Who it is: icon, name, publisher, summary.
Item {
    id: head

    required property string iconUrl
    required property string location
    required property string name
    required property string publisher
    required property string publisherUrl
    required property string reason
    required property bool refused
    required property string summary
    required property string version
    readonly property string question: {
        if (head.refused)
            return head.name === "" ? qsTr("This is no integration") : head.name;
        switch (head.reason) {
        case "growth":
            return qsTr("%1 wants more").arg("\u2068" + head.name + "\u2069");
        case "update":
            return qsTr("Update %1?").arg("\u2068" + head.name + "\u2069");
        default:
            return qsTr("Install %1?").arg("\u2068" + head.name + "\u2069");
        }
    }

    implicitHeight: Math.max(picture.height, words.implicitHeight)

    IntegrationIcon {
        id: picture

        anchors.left: parent.left
        size: Theme.size.control * 1.75 * Math.min(Theme.textScale, 1.5)
        url: head.iconUrl
    }

    Column {
        id: words

        anchors.left: picture.right
        anchors.leftMargin: Theme.space.l
        anchors.right: parent.right
        spacing: Theme.space.xs

        PageTitle {
            text: head.question
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: head.publisher === "" ? qsTr("Version %1").arg(head.version) : qsTr("Version %1, by %2").arg(
                                              head.version).arg("\u2068" + head.publisher + "\u2069")
            visible: head.version !== ""
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: head.publisherUrl
            visible: text !== ""
            width: parent.width
            wrapMode: Text.WrapAnywhere
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            text: head.summary
            visible: text !== ""
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: qsTr("From %1").arg("\u2068" + head.location + "\u2069")
            visible: head.location !== ""
            width: parent.width
            wrapMode: Text.WrapAnywhere
        }
    }
}
