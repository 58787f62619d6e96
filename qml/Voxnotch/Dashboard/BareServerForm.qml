pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// A server without a manifest: its name, and its command with arguments and environment, or its address (V-17.3).
Column {
    id: form

    required property BareServerModel bare
    readonly property bool ofCommand: form.bare.kind === "command"

    signal closeWanted

    function takeFocus(): void {
    (form.ofCommand ? command : address).takeFocus();
}

    spacing: Theme.space.m

    Connections {
        function onRefused(): void {
        const all = [address, command, arguments_].concat(Array.from(lines.children));
        all.find(field => field.visible && field.problem)?.takeFocus();
    }

        target: form.bare
    }

    LabelledField {
        id: address

        label: qsTr("Address of the server")
        maximumLength: 4000
        placeholderText: qsTr("https://…")
        problem: form.bare.addressProblem
        visible: !form.ofCommand
        width: parent.width

        onAccepted: form.bare.plan()
        onEdited: text => form.bare.setText("address", text)
        onCloseWanted: form.closeWanted()
    }

    LabelledField {
        id: command

        description: qsTr("The program that is the server. A path with spaces goes in quotation marks.")
        label: qsTr("Command")
        maximumLength: 4000
        placeholderText: qsTr("npx")
        problem: form.bare.commandProblem
        visible: form.ofCommand
        width: parent.width

        onAccepted: form.bare.plan()
        onEdited: text => form.bare.setText("command", text)
        onCloseWanted: form.closeWanted()
    }

    LabelledField {
        id: arguments_

        label: qsTr("Arguments")
        maximumLength: 4000
        placeholderText: qsTr("-y @example/server")
        problem: form.bare.argumentsProblem
        visible: form.ofCommand
        width: parent.width

        onAccepted: form.bare.plan()
        onEdited: text => form.bare.setText("arguments", text)
        onCloseWanted: form.closeWanted()
    }

    LabelledField {
        description: qsTr("As you want to call it. Without one it is called after its program or address.")
        label: qsTr("Name")
        maximumLength: 60
        width: parent.width

        onAccepted: form.bare.plan()
        onEdited: text => form.bare.setText("name", text)
        onCloseWanted: form.closeWanted()
    }

    Column {
        id: lines

        Accessible.name: qsTr("Environment")
        Accessible.role: Accessible.List
        spacing: Theme.space.s
        visible: form.ofCommand
        width: parent.width

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            text: qsTr("Environment")
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            font.pixelSize: Theme.type.caption
            text: qsTr(
                      "Values that the server reads, such as a key. They are stored in the key store, in no file.")
            width: parent.width
        }

        Repeater {
            model: form.bare.entries

            onItemAdded: (_, item) => (item as EntryLine).takeFocus()
            onItemRemoved: adding.forceActiveFocus(Qt.TabFocusReason)

            EntryLine {
                required property int index

                bare: form.bare
                position: index + 1
                width: parent ? parent.width : 0

                onAccepted: form.bare.plan()
                onCloseWanted: form.closeWanted()
            }
        }

        PillButton {
            id: adding

            anchors.left: parent.left
            text: qsTr("Add a value")

            onClicked: form.bare.addEntry()
        }
    }

    PillButton {
        Accessible.name: qsTr("See what it would bring")
        anchors.right: parent.right
        primary: true
        text: qsTr("Next")

        onClicked: form.bare.plan()
    }
}
