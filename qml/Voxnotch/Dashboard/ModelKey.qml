import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The key of a provider: typed here, kept in the key store of the system, never read back.
Column {
    id: key

    required property AnswersModel answers
    readonly property bool kept: key.answers.keyState === "stored" || key.answers.keyState === "until-quit"
    readonly property string label: key.answers.hosted ? qsTr("Key") : qsTr("Key, if the server wants one")
    readonly property string stateWords: {
        switch (key.answers.keyState) {
        case "stored":
            return qsTr("A key is stored in the key store of your system.");
        case "until-quit":
            return qsTr("A key is kept in memory until Voxnotch quits.");
        case "unknown":
            return qsTr(
                        "The key store does not say whether there is a key. Unlock it, or type the key again.");
        case "none":
            return qsTr("It is stored in the key store of your system, in no file.");
        default:
            return "";
        }
    }

    function store(): void {
    key.answers.storeKey(field.text);
}

    bottomPadding: Theme.space.m
    objectName: "modelKey"
    spacing: Theme.space.xs
    topPadding: Theme.space.m

    Connections {
        function onKeyTaken(): void {
        field.clear();
    }

        target: key.answers
    }

    BodyText {
        Accessible.ignored: true
        text: key.label
        width: parent.width
    }

    Row {
        spacing: Theme.space.s
        width: parent.width

        TextInputField {
            id: field

            Accessible.description: key.stateWords
            Accessible.passwordEdit: true
            echoMode: TextInput.Password
            faulty: key.answers.keyProblemCode !== ""
            inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
            label: key.label
            maximumLength: 4000
            placeholderText: key.kept ? qsTr("Stored") : ""
            width: Math.min(parent.width - storing.width - parent.spacing - (removal.visible ? removal.width
                                                                                               + parent.spacing :
                                                                                               0), Theme.size.sidebar
                            * 1.4)

            onAccepted: key.store()
        }

        PillButton {
            id: storing

            Accessible.name: qsTr("Store the key of %1").arg("\u2068" + key.answers.providerTitle + "\u2069")
            anchors.verticalCenter: parent.verticalCenter
            enabled: field.text.trim() !== ""
            text: qsTr("Store")

            onClicked: {
                // The button goes out at once: the keyboard stays here.
                field.forceActiveFocus(Qt.TabFocusReason);
                key.store();
            }
        }

        IconButton {
            id: removal

            anchors.verticalCenter: parent.verticalCenter
            glyph: Icon.Trash
            label: qsTr("Remove the key of %1").arg("\u2068" + key.answers.providerTitle + "\u2069")
            visible: key.kept

            onClicked: {
                field.forceActiveFocus(Qt.TabFocusReason);
                key.answers.removeKey();
            }
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: key.stateWords
        visible: text !== ""
        width: parent.width
    }

    ProblemText {
        code: key.answers.keyProblemCode
        place: key.answers.providerTitle
        width: parent.width
        here: true
    }

    NoKeyStore {
        visible: key.answers.unstorable
        width: parent.width

        onDropped: key.answers.dropUnstored()
        onKept: key.answers.keepUntilQuit()
    }
}
