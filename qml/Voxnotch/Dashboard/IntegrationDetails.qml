pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.ViewModels

// The page of one integration (V-19), from top to bottom as the design page says.
ScrollArea {
    id: details

    required property string askFor
    required property bool canReload
    required property bool canRestart
    required property string description
    required property string failure
    required property string folder
    required property bool hasHooks
    required property list<string> hearing
    required property string iconUrl
    required property bool isEnabled
    required property string name
    required property string publisher
    required property bool reloadByItself
    required property list<string> remarks
    required property string setupGuide
    required property string shortName
    required property bool signedIn
    required property bool signsIn
    required property string status
    required property string statusWords
    required property string summary
    required property bool transcriptAccess
    required property string version
    required property IntegrationsModel integrations

    signal backWanted

    IntegrationHead {
        canReload: details.canReload
        canRestart: details.canRestart
        failure: details.failure
        growth: details.integrations.growth
        iconUrl: details.iconUrl
        name: details.name
        publisher: details.publisher
        remarks: details.remarks
        signedIn: details.signedIn
        signsIn: details.signsIn
        status: details.status
        statusWords: details.statusWords
        summary: details.summary
        version: details.version
        width: parent.width

        onBackWanted: details.backWanted()
        onReloadWanted: details.integrations.reload()
        onRestartWanted: details.integrations.restart()
        onReviewWanted: details.integrations.reload()
        onSignInWanted: details.integrations.signIn()
        onSignOutWanted: details.integrations.signOut()
    }

    IntegrationSwitches {
        askFor: details.askFor
        hasHooks: details.hasHooks
        hearing: details.hearing
        integrations: details.integrations
        isEnabled: details.isEnabled
        transcriptAccess: details.transcriptAccess
        width: parent.width
    }

    PageSection {
        title: qsTr("Permissions")
        width: parent.width

        PermissionList {
            Accessible.name: qsTr("Permissions")
            lines: details.integrations.permissions
            width: parent.width
        }
    }

    ActionsPanel {
        actions: details.integrations.actions
        width: parent.width

        onPillWanted: (tool, pill) => details.integrations.setPill(tool, pill)
    }

    ConfigurePanel {
        setup: details.integrations.setup
        width: parent.width
    }

    PageSection {
        title: qsTr("Setup guide")
        visible: details.setupGuide !== ""
        width: parent.width

        GuideText {
            text: details.setupGuide
            width: parent.width

            onLinkWanted: url => details.integrations.openLink(url)
        }
    }

    PageSection {
        title: qsTr("About")
        visible: details.description !== ""
        width: parent.width

        GuideText {
            text: details.description
            width: parent.width

            onLinkWanted: url => details.integrations.openLink(url)
        }
    }

    PageSection {
        title: qsTr("Its manifest")
        visible: found.count > 0
        width: parent.width

        FindingList {
            id: found

            findings: details.integrations.findings
            width: parent.width
        }
    }

    IntegrationLog {
        log: details.integrations.log
        width: parent.width
    }

    IntegrationUpkeep {
        folder: details.folder
        integrations: details.integrations
        name: details.name
        reloadByItself: details.reloadByItself
        shortName: details.shortName
        width: parent.width

        onRemoved: details.backWanted()
    }
}
