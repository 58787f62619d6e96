pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.ViewModels

// The page of the window that is shown, with the view models that it needs; the others are not there.
Loader {
    id: pages

    required property AnswersModel answers
    required property CatalogueModel catalogue
    required property DesktopModel desktop
    required property DevicesModel devices
    required property HistoryModel history
    required property HotkeysModel hotkeys
    required property InstallModel install
    required property IntegrationsModel integrations
    required property OnboardingModel onboarding
    required property string page

    // Of the page: a group of settings, or an integration; "" for its beginning.
    required property string part
    required property RoutingModel routing
    required property RulesModel rules
    required property SettingsModel settings
    required property VoicesModel voices
    required property WaitingModel waiting

    signal pageWanted(page: string)
    signal pasteWanted(turnId: string)

    sourceComponent: {
        switch (pages.page) {
        case "settings":
            return settingsPage;
        case "integrations":
            return integrationsPage;
        case "routing":
            return routingPage;
        case "models":
            return modelsPage;
        case "help":
            return helpPage;
        case "onboarding":
            return onboardingPage;
        default:
            return homePage;
        }
    }

    Component {
        id: homePage

        HomePage {
            catalogue: pages.catalogue
            history: pages.history
            settings: pages.settings
            waiting: pages.waiting

            onIntegrationsWanted: pages.pageWanted("integrations")
            onPasteWanted: turnId => pages.pasteWanted(turnId)
        }
    }

    Component {
        id: integrationsPage

        IntegrationsPage {
            install: pages.install
            integrations: pages.integrations
            selected: pages.part
            waiting: pages.waiting

            onChosen: integration => pages.pageWanted(integration === "" ? "integrations" : "integrations/"
                                                                           + integration)
            onRoutingWanted: pages.pageWanted("routing")
        }
    }

    Component {
        id: routingPage

        RoutingPage {
            routing: pages.routing

            onBackWanted: pages.pageWanted("integrations")
        }
    }

    Component {
        id: settingsPage

        SettingsPage {
            catalogue: pages.catalogue
            desktop: pages.desktop
            devices: pages.devices
            group: pages.part === "" ? "general" : pages.part
            hotkeys: pages.hotkeys
            rules: pages.rules
            settings: pages.settings
            voices: pages.voices

            onGroupWanted: group => pages.pageWanted("settings/" + group)
            onModelsWanted: pages.pageWanted("models/answers")
            onOnboardingWanted: pages.pageWanted("onboarding")
        }
    }

    Component {
        id: modelsPage

        ModelsPage {
            answers: pages.answers
            catalogue: pages.catalogue
            part: pages.part
            settings: pages.settings

            onPartWanted: part => pages.pageWanted(part === "" ? "models" : "models/" + part)
        }
    }

    Component {
        id: helpPage

        HelpPage {
            desktop: pages.desktop
            hotkeys: pages.hotkeys
        }
    }

    Component {
        id: onboardingPage

        OnboardingPage {
            catalogue: pages.catalogue
            devices: pages.devices
            hotkeys: pages.hotkeys
            onboarding: pages.onboarding

            onFinished: pages.pageWanted("home")
        }
    }
}
