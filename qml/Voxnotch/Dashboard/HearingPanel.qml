import QtQuick
import Voxnotch.Controls
import Voxnotch.ViewModels

// What an integration would hear, with the switch that decides it.
PageSection {
    id: section

    readonly property alias count: list.count
    required property InstallModel install
    required property bool onlyAnew

    tinted: true
    title: section.onlyAnew ? qsTr("What it wants to hear as well") : qsTr("What it hears")

    PermissionList {
        id: list

        Accessible.name: section.title
        lines: section.install.hears
        width: parent.width
    }

    ControlRow {
        description: qsTr("You can switch this off at any time.")
        label: qsTr("Transcript access")
        width: parent.width

        ToggleSwitch {
            checked: section.install.transcriptAccess
            label: qsTr("Transcript access")

            onToggled: {
                const wanted = checked;
                checked = Qt.binding(() => section.install.transcriptAccess);
                section.install.setTranscriptAccess(wanted);
            }
        }
    }
}
