pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

// The ordinary window: pages at the side, one of them shown. It remembers nothing; where it opens is the shell's.
Window {
    id: dashboard

    required property AnswersModel answers
    required property CatalogueModel catalogue
    required property DesktopModel desktop
    required property DevicesModel devices
    required property HistoryModel history
    required property HotkeysModel hotkeys
    required property InstallModel install
    required property IntegrationsModel integrations
    required property OnboardingModel onboarding
    required property RoutingModel routing
    required property RulesModel rules
    required property SettingsModel settings
    required property ShellModel shell
    required property VoicesModel voices
    required property WaitingModel waiting
    property string pasteId: ""
    readonly property list<string> place: dashboard.shell.page.split("/")

    // The first steps stand in for Home until they are finished or left.
    readonly property string page: dashboard.place[0] === "home" && dashboard.onboarding.needed ? "onboarding" :
                                                                                                  dashboard.place[0]

    color: Theme.color.surface
    height: Theme.size.sidebar * 3.4
    minimumHeight: Theme.size.sidebar * 1.8
    minimumWidth: Theme.size.sidebar * 2.2
    title: qsTr("Voxnotch")
    visible: dashboard.shell.windowOpen
    width: Theme.size.sidebar * 4.6
    LayoutMirroring.childrenInherit: true
    LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft

    onActiveChanged: {
        // The core pastes into the window that has the focus: this one must have lost it first.
        if (!dashboard.active && dashboard.pasteId !== "") {
            dashboard.history.pasteAgain(dashboard.pasteId);
            dashboard.pasteId = "";
        }
    }
    onClosing: close => {
        close.accepted = false;
        dashboard.shell.closeWindow();
    }
    onVisibleChanged: {
        // Its page stays as it is; what runs must not go on where nobody can stop it.
        if (!dashboard.visible) {
            dashboard.devices.stopTest();
            if (dashboard.history.playingId !== "")
                dashboard.history.stopPlaying();
        }
    }

    Connections {
        function onRaised(): void {
        if (dashboard.active)
        return;
        dashboard.show();
        dashboard.raise();
        dashboard.requestActivate();
    }

        target: dashboard.shell
    }

    Connections {
        function onInstalled(integration: string): void {
        if (dashboard.visible)
        dashboard.shell.openWindow("integrations/" + integration);
    }

        target: dashboard.install
    }

    Sidebar {
        id: sidebar

        anchors.bottom: parent.bottom
        anchors.left: parent.left
        anchors.top: parent.top
        compact: dashboard.width < Theme.size.sidebar * 3 * Math.max(1, Theme.textScale)
        page: dashboard.page
        waiting: dashboard.waiting.count
        width: implicitWidth

        onChosen: page => {
            if (page === "home" && dashboard.page === "onboarding")
                dashboard.onboarding.finish();
            dashboard.shell.openWindow(page);
        }
    }

    DashboardPages {
        anchors.bottom: parent.bottom
        anchors.left: sidebar.right
        anchors.right: parent.right
        anchors.top: parent.top
        answers: dashboard.answers
        catalogue: dashboard.catalogue
        desktop: dashboard.desktop
        devices: dashboard.devices
        focus: true
        history: dashboard.history
        hotkeys: dashboard.hotkeys
        install: dashboard.install
        integrations: dashboard.integrations
        onboarding: dashboard.onboarding
        page: dashboard.page
        part: dashboard.place.length > 1 ? dashboard.place[1] : ""
        routing: dashboard.routing
        rules: dashboard.rules
        settings: dashboard.settings
        voices: dashboard.voices
        waiting: dashboard.waiting

        onPageWanted: page => dashboard.shell.openWindow(page)
        onPasteWanted: turnId => {
            dashboard.pasteId = turnId;
            dashboard.showMinimized();
        }
    }

    DropZone {
        anchors.fill: parent

        onUrlDropped: url => dashboard.install.planUrl(url)
    }

    InstallSheet {
        install: dashboard.install
    }
}
