pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// One plan in the order of V-17.4; of a growth only what is new (V-17.11), of a refused one only why (V-17.5).
Column {
    id: view

    required property string fetchCommand
    required property string iconUrl
    required property string location
    required property string name
    required property string noActions
    required property bool onlyGrowth
    required property string progress
    required property string publisher
    required property string publisherUrl
    required property string reason
    required property string setupGuide
    required property bool signsIn
    required property string summary
    required property string version
    required property InstallModel install
    readonly property bool refused: view.install.state === "refused"
    readonly property bool whole: !view.refused && !view.onlyGrowth

    spacing: Theme.space.l

    InstallHead {
        iconUrl: view.iconUrl
        location: view.location
        name: view.name
        publisher: view.publisher
        publisherUrl: view.publisherUrl
        reason: view.reason
        refused: view.refused
        summary: view.summary
        version: view.version
        width: parent.width
    }

    PageSection {
        title: qsTr("It cannot be installed")
        visible: view.refused
        width: parent.width

        FindingList {
            Accessible.name: qsTr("What is wrong with its manifest")
            findings: view.install.findings
            width: parent.width
        }
    }

    HearingPanel {
        install: view.install
        onlyAnew: view.onlyGrowth
        visible: !view.refused && count > 0
        width: parent.width
    }

    PageSection {
        tinted: true
        title: qsTr("What is new")
        visible: !view.refused && grown.count > 0
        width: parent.width

        PermissionList {
            id: grown

            Accessible.name: qsTr("What is new")
            lines: view.install.growth
            width: parent.width
        }
    }

    ActingPanel {
        install: view.install
        noActions: view.noActions
        visible: view.whole
        width: parent.width
    }

    PageSection {
        title: qsTr("Where it sends data")
        visible: view.whole
        width: parent.width

        PermissionList {
            Accessible.name: qsTr("Where it sends data")
            lines: view.install.network
            width: parent.width
        }
    }

    PageSection {
        title: qsTr("What runs")
        visible: view.whole
        width: parent.width

        PermissionList {
            Accessible.name: qsTr("What runs")
            lines: view.install.runs
            width: parent.width
        }
    }

    FetchPanel {
        command: view.fetchCommand
        install: view.install
        progress: view.progress
        visible: !view.refused && view.fetchCommand !== ""
        width: parent.width
    }

    PageSection {
        title: qsTr("What it needs from you")
        visible: view.whole && (form.count > 0 || view.signsIn || view.setupGuide !== "")
        width: parent.width

        GuideText {
            text: view.setupGuide
            visible: text !== ""
            width: parent.width

            onLinkWanted: url => view.install.openLink(url)
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            text: qsTr("You sign in after it is installed, on its page.")
            visible: view.signsIn
            width: parent.width
        }

        FieldsForm {
            id: form

            form: view.install.form
            visible: count > 0
            width: parent.width
        }
    }

    PageSection {
        title: qsTr("Notes on its manifest")
        visible: view.whole && notes.count > 0
        width: parent.width

        FindingList {
            id: notes

            Accessible.name: qsTr("Notes on its manifest")
            findings: view.install.findings
            width: parent.width
        }
    }
}
