import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// One speech model: what it is, in what state, and the one thing to do about it.
Panel {
    id: line

    required property bool inUse
    required property string languages
    required property string name
    required property string problem
    required property real progress
    required property real sizeBytes
    required property string modelState
    required property bool usable
    readonly property bool fetching: line.modelState === "fetching"
    readonly property string stateWords: {
        switch (line.modelState) {
        case "absent":
            return qsTr("Not on this computer");
        case "fetching":
            return qsTr("Downloading: %1").arg(Math.round(line.progress * 100).toLocaleString(Qt.locale(), "f",
                                                                                              0) + Qt.locale(
                                                   ).percent);
        case "damaged":
            return qsTr("Damaged");
        case "loaded":
            return qsTr("Loaded");
        default:
            return qsTr("Ready");
        }
    }

    signal fetchWanted
    signal useWanted

    Accessible.description: line.stateWords
    Accessible.name: line.name
    Accessible.role: Accessible.ListItem
    implicitHeight: Math.max(words.implicitHeight, doing.height) + Theme.space.l * 2

    Column {
        id: words

        anchors.left: parent.left
        anchors.leftMargin: Theme.space.l
        anchors.right: doing.left
        anchors.rightMargin: Theme.space.l
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.space.xs

        BodyText {
            font.pixelSize: Theme.type.title
            font.weight: Font.DemiBold
            text: line.name
            width: parent.width
        }

        Flow {
            spacing: Theme.space.s
            width: parent.width

            Badge {
                glyph: Icon.Check
                ink: Theme.color.goodText
                text: qsTr("In use")
                visible: line.inUse
            }

            Badge {
                glyph: line.modelState === "damaged" ? Icon.Warning : -1
                ink: line.modelState === "damaged" ? Theme.color.badText : Theme.color.ink2
                text: line.stateWords
            }

            Badge {
                text: line.languages === "en" ? qsTr("English") : qsTr("Many languages")
            }

            Badge {
                text: Qt.locale().formattedDataSize(line.sizeBytes, line.sizeBytes < 1e9 ? 0 : 1,
                                                    Locale.DataSizeSIFormat)
            }
        }

        ProblemText {
            code: line.problem
            place: line.name
            width: parent.width
        }
    }

    Row {
        id: doing

        anchors.right: parent.right
        anchors.rightMargin: Theme.space.l
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.space.s

        ProgressRing {
            label: qsTr("Downloading %1").arg(line.name)
            progress: line.progress
            visible: line.fetching
        }

        PillButton {
            Accessible.name: line.modelState === "damaged" ? qsTr("Repair %1").arg(line.name) : qsTr(
                                                                 "Download %1").arg(line.name)
            text: line.modelState === "damaged" ? qsTr("Repair") : qsTr("Download")
            visible: !line.usable && !line.fetching

            onClicked: line.fetchWanted()
        }

        PillButton {
            Accessible.name: qsTr("Use %1").arg(line.name)
            text: qsTr("Use")
            visible: line.usable && !line.inUse

            onClicked: line.useWanted()
        }
    }
}
