import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// A secret is typed here and never read back; one that is stored can be replaced or taken away.
Row {
    id: secret

    required property string description
    required property FormModel form
    required property string hint
    required property string label
    required property string name
    required property string shownLabel
    required property bool stored

    spacing: Theme.space.s

    TextInputField {
        id: hidden

        Accessible.description: secret.description
        Accessible.passwordEdit: true
        echoMode: TextInput.Password
        inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
        label: secret.shownLabel
        placeholderText: secret.stored ? qsTr("Stored") : secret.hint
        width: parent.width - (removal.visible ? removal.width + parent.spacing : 0)

        onTextEdited: secret.form.setValue(secret.name, text)

        Connections {
            function onCleared(): void {
            hidden.clear();
        }

            target: secret.form
        }
    }

    IconButton {
        id: removal

        anchors.verticalCenter: parent.verticalCenter
        glyph: Icon.Trash
        label: qsTr("Remove the stored value of %1").arg("\u2068" + secret.label + "\u2069")
        visible: secret.stored

        onClicked: {
            hidden.clear();
            secret.form.forget(secret.name);
        }
    }
}
