import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// The rest of a turn: what the recogniser said, how, and a try with another model.
Column {
    id: details

    required property real audioSeconds
    required property bool hasAudio
    required property string languageName
    required property string model
    required property var modelOptions
    required property string modelInUse
    required property string rawText
    required property string text
    property string chosenModel: details.modelInUse
    readonly property int seconds: Math.round(details.audioSeconds)
    readonly property string duration: qsTr("%1:%2").arg(Math.floor(details.seconds / 60)).arg(String(details.seconds
                                                                                                      % 60).padStart(
                                                                                                   2, "0"))

    signal retryWanted(model: string)

    spacing: Theme.space.s

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink3
        font.pixelSize: Theme.type.caption
        text: qsTr("As recognised")
        visible: raw.visible
        width: parent.width
    }

    TranscriptText {
        id: raw

        color: Theme.color.ink2
        text: details.rawText
        visible: details.rawText !== "" && details.rawText !== details.text
        width: parent.width
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        Badge {
            text: qsTr("Length %1").arg(details.duration)
            visible: details.audioSeconds > 0
        }

        Badge {
            text: qsTr("Model %1").arg("\u2068" + details.model + "\u2069")
            visible: details.model !== ""
        }

        Badge {
            text: qsTr("Language %1").arg("\u2068" + details.languageName + "\u2069")
            visible: details.languageName !== ""
        }
    }

    Flow {
        spacing: Theme.space.s
        visible: details.hasAudio && details.modelOptions.length > 0
        width: parent.width

        SelectField {
            label: qsTr("Model for another try")
            options: details.modelOptions
            value: details.chosenModel

            onChosen: value => details.chosenModel = value
        }

        PillButton {
            text: qsTr("Recognise again")

            onClicked: details.retryWanted(details.chosenModel)
        }
    }
}
