import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// What keeps an integration current, and taking it away.
PageSection {
    id: section

    required property string folder
    required property IntegrationsModel integrations
    required property string name
    required property bool reloadByItself
    required property string shortName
    readonly property string shownName: "\u2068" + section.name + "\u2069"

    signal removed

    title: qsTr("Upkeep")

    ControlRow {
        description: qsTr("Stands before the names of its actions.")
        label: qsTr("Short name")
        width: parent.width

        TextInputField {
            label: qsTr("Short name")
            maximumLength: 24
            text: section.shortName
            width: Theme.size.sidebar

            onEditingFinished: {
                const wanted = text.trim();
                text = Qt.binding(() => section.shortName);
                if (wanted !== "" && wanted !== section.shortName)
                    section.integrations.setShortName(wanted);
            }
        }
    }

    ControlRow {
        description: qsTr(
                         "As soon as a file in its folder changes. What it wants anew is asked for all the same.")
        label: qsTr("Reload by itself")
        visible: section.folder !== ""
        width: parent.width

        ToggleSwitch {
            checked: section.reloadByItself
            label: qsTr("Reload by itself")

            onToggled: {
                const wanted = checked;
                checked = Qt.binding(() => section.reloadByItself);
                section.integrations.setReloadByItself(wanted);
            }
        }
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            text: qsTr("Reload")

            onClicked: section.integrations.reload()
        }

        PillButton {
            text: qsTr("Show folder")
            visible: section.folder !== ""

            onClicked: section.integrations.showFolder()
        }

        PillButton {
            danger: true
            text: qsTr("Remove…")

            onClicked: removal.open()
        }
    }

    ConfirmDialog {
        id: removal

        actionText: qsTr("Remove")
        detail: section.folder === "" ? qsTr("Its settings, secrets and sign-ins are deleted.") : qsTr(
                                            "Its settings, secrets and sign-ins are deleted. A folder of your own stays where it is.")
        question: qsTr("Remove %1?").arg(section.shownName)
        tick: qsTr("Delete its part of the history and all that it saved on this computer too")

        onConfirmed: {
            section.integrations.remove(removal.ticked);
            section.removed();
        }
    }
}
