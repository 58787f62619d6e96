import QtQuick
import Voxnotch.Controls
import Voxnotch.ViewModels

// What the person allows as a whole: running at all, hearing, and how much is asked about.
PageSection {
    id: section

    required property string askFor
    required property bool hasHooks
    required property list<string> hearing
    required property IntegrationsModel integrations
    required property bool isEnabled
    required property bool transcriptAccess

    title: qsTr("Use")

    ControlRow {
        description: qsTr("Off stops its server and hides its actions at once.")
        label: qsTr("Enabled")
        width: parent.width

        ToggleSwitch {
            checked: section.isEnabled
            label: qsTr("Enabled")

            onToggled: {
                const wanted = checked;
                checked = Qt.binding(() => section.isEnabled);
                section.integrations.setSelectedEnabled(wanted);
            }
        }
    }

    ControlRow {
        description: section.hearing.join("\n")
        label: qsTr("Transcript access")
        visible: section.hasHooks
        width: parent.width

        ToggleSwitch {
            checked: section.transcriptAccess
            label: qsTr("Transcript access")

            onToggled: {
                const wanted = checked;
                checked = Qt.binding(() => section.transcriptAccess);
                section.integrations.setTranscriptAccess(wanted);
            }
        }
    }

    ControlRow {
        description: qsTr("A lock that you set on an action always holds.")
        label: qsTr("Ask before an action runs")
        width: parent.width

        SelectField {
            label: qsTr("Ask before an action runs")
            options: [
                {
                    value: "",
                    label: qsTr("As in the settings")
                },
                {
                    value: "everything",
                    label: qsTr("Always")
                },
                {
                    value: "acting",
                    label: qsTr("When it changes something")
                },
                {
                    value: "declared",
                    label: qsTr("Only when it asks to")
                }
            ]
            value: section.askFor

            onChosen: value => section.integrations.setAskFor(value)
        }
    }
}
