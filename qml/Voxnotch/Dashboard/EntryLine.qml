import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// One value of the environment. It is a secret: hidden while it is typed, and never read back.
Column {
    id: entry

    required property BareServerModel bare
    required property int number
    required property int position
    required property string problem

    signal accepted
    signal closeWanted

    function takeFocus(): void {
    key.forceActiveFocus(Qt.TabFocusReason);
}

    spacing: Theme.space.xs

    Row {
        spacing: Theme.space.s
        width: parent.width

        TextInputField {
            id: key

            Accessible.description: entry.problem
            faulty: entry.problem !== ""
            font.family: "monospace"
            inputMethodHints: Qt.ImhNoAutoUppercase | Qt.ImhNoPredictiveText
            label: qsTr("Name of value %1").arg(entry.position)
            maximumLength: 200
            placeholderText: qsTr("API_KEY")
            width: Math.round((parent.width - removal.width - parent.spacing * 2) * 0.4)

            Keys.onEscapePressed: entry.closeWanted()
            onAccepted: entry.accepted()
            onTextEdited: entry.bare.setEntryName(entry.number, text)
        }

        TextInputField {
            Accessible.description: entry.problem
            Accessible.passwordEdit: true
            echoMode: TextInput.Password
            faulty: entry.problem !== ""
            inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
            label: qsTr("Value %1").arg(entry.position)
            maximumLength: 4000
            placeholderText: qsTr("Value")
            width: parent.width - key.width - removal.width - parent.spacing * 2

            Keys.onEscapePressed: entry.closeWanted()
            onAccepted: entry.accepted()
            onTextEdited: entry.bare.setEntryValue(entry.number, text)
        }

        IconButton {
            id: removal

            anchors.verticalCenter: parent.verticalCenter
            glyph: Icon.Trash
            label: qsTr("Remove value %1").arg(entry.position)

            onClicked: entry.bare.removeEntry(entry.number)
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.AlertMessage
        color: Theme.color.badText
        font.pixelSize: Theme.type.caption
        text: entry.problem
        visible: text !== ""
        width: parent.width
    }
}
