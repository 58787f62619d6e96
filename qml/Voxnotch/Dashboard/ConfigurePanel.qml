import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The values of an integration, and whether its server can be reached with them (V-5.19).
PageSection {
    id: section

    required property SetupModel setup

    title: qsTr("Configure")

    BodyText {
        color: Theme.color.ink2
        text: qsTr("It needs no values.")
        visible: sheet.count === 0
        width: parent.width
    }

    FieldsForm {
        id: sheet

        form: section.setup.form
        visible: count > 0
        width: parent.width
    }

    NoKeyStore {
        visible: section.setup.unstorable
        width: parent.width

        onDropped: section.setup.dropUnstored()
        onKept: section.setup.keepUntilQuit()
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            enabled: section.setup.form.dirty && section.setup.form.valid
            primary: true
            text: qsTr("Save")
            visible: sheet.count > 0

            onClicked: section.setup.save()
        }

        PillButton {
            enabled: section.setup.form.valid
            text: section.setup.testing ? qsTr("Testing…") : qsTr("Test connection")

            onClicked: section.setup.testConnection()
        }
    }

    Row {
        spacing: Theme.space.s
        visible: section.setup.tested
        width: parent.width

        Icon {
            id: sign

            glyph: section.setup.reached ? Icon.Check : Icon.Warning
            ink: section.setup.reached ? Theme.color.goodText : Theme.color.badText
        }

        BodyText {
            readonly property string seconds: section.setup.seconds.toLocaleString(Qt.locale(), "f", 1)

            Accessible.name: text
            Accessible.role: Accessible.AlertMessage
            color: section.setup.reached ? Theme.color.goodText : Theme.color.badText
            text: section.setup.reached ? qsTr("Reached %1 in %2 s. Actions: %L3").arg("\u2068"
                                                                                       + section.setup.serverName
                                                                                       + "\u2069").arg(
                                              seconds).arg(section.setup.toolCount) :
                                          section.setup.failureWords
            width: parent.width - sign.width - parent.spacing
        }
    }
}
