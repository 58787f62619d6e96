import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// One model server that was found.
Item {
    id: line

    required property string baseUrl
    required property bool inUse
    required property int modelCount
    required property string name
    readonly property string models: qsTr("Models: %L1").arg(line.modelCount)

    signal useWanted

    Accessible.description: [line.baseUrl, line.models].join(", ")
    Accessible.name: line.name
    Accessible.role: Accessible.ListItem
    implicitHeight: Math.max(words.implicitHeight, using.height, used.height) + Theme.space.s

    Column {
        id: words

        anchors.left: parent.left
        anchors.right: line.inUse ? used.left : using.left
        anchors.rightMargin: Theme.space.m
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.space.xs / 2

        BodyText {
            Accessible.ignored: true
            font.weight: Font.DemiBold
            text: line.name
            width: parent.width
        }

        BodyText {
            Accessible.ignored: true
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: line.models
            width: parent.width
        }

        BodyText {
            Accessible.ignored: true
            color: Theme.color.ink3
            font.family: "monospace"
            font.pixelSize: Theme.type.caption
            text: line.baseUrl
            width: parent.width
            wrapMode: Text.WrapAnywhere
        }
    }

    Badge {
        id: used

        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        glyph: Icon.Check
        ink: Theme.color.goodText
        text: qsTr("In use")
        visible: line.inUse
    }

    PillButton {
        id: using

        Accessible.name: qsTr("Use %1").arg("\u2068" + line.name + "\u2069")
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        text: qsTr("Use")
        visible: !line.inUse

        onClicked: line.useWanted()
    }
}
