pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// One group at a time; with words in the search field, every row of every group that holds them.
Item {
    id: page

    required property CatalogueModel catalogue
    required property DesktopModel desktop
    required property DevicesModel devices
    required property string group
    required property HotkeysModel hotkeys
    readonly property string query: search.text.trim().toLocaleLowerCase()
    required property RulesModel rules
    required property SettingsModel settings
    required property VoicesModel voices
    readonly property bool anything: [general, shortcuts, audio, recognition, writing, delivery, notch, keeping,
        integrations, agent, limits].some(section => section.anyMatch)

    signal groupWanted(group: string)
    signal modelsWanted
    signal onboardingWanted

    // A button of the notch may open a group while words are searched.
    onGroupChanged: search.clear()

    ScrollArea {
        anchors.fill: parent

        PageTitle {
            text: qsTr("Settings")
            width: parent.width
        }

        TextInputField {
            id: search

            label: qsTr("Find a setting")
            leadingGlyph: Icon.Search
            placeholderText: qsTr("Find a setting")
            width: parent.width

            Keys.onEscapePressed: event => {
                event.accepted = text !== "";
                clear();
            }
        }

        SettingsGroups {
            group: page.group
            titles: [general.title, shortcuts.title, audio.title, recognition.title, writing.title, delivery.title,
                notch.title, keeping.title, integrations.title, agent.title]
            visible: page.query === ""
            width: parent.width

            onChosen: group => page.groupWanted(group)
        }

        GeneralSection {
            id: general

            languages: page.settings.languages
            query: page.query
            selected: page.group === "general"
            settings: page.settings
            width: parent.width

            onOnboardingWanted: page.onboardingWanted()
        }

        HotkeySection {
            id: shortcuts

            hotkeys: page.hotkeys
            query: page.query
            selected: page.group === "hotkeys"
            settings: page.settings
            width: parent.width
        }

        AudioSection {
            id: audio

            devices: page.devices
            query: page.query
            selected: page.group === "audio"
            settings: page.settings
            width: parent.width
        }

        RecognitionSection {
            id: recognition

            modelOptions: page.catalogue.options
            query: page.query
            selected: page.group === "recognition"
            settings: page.settings
            speechLanguages: page.settings.spokenLanguages
            width: parent.width
        }

        TextSection {
            id: writing

            query: page.query
            rules: page.rules
            selected: page.group === "text"
            settings: page.settings
            width: parent.width
        }

        DeliverySection {
            id: delivery

            query: page.query
            rules: page.rules
            selected: page.group === "delivery"
            settings: page.settings
            width: parent.width
        }

        NotchSection {
            id: notch

            outputOptions: page.desktop.screens
            query: page.query
            selected: page.group === "notch"
            settings: page.settings
            width: parent.width
        }

        HistorySection {
            id: keeping

            query: page.query
            selected: page.group === "history"
            settings: page.settings
            width: parent.width
        }

        IntegrationsSection {
            id: integrations

            query: page.query
            selected: page.group === "integrations"
            settings: page.settings
            width: parent.width
        }

        AgentSection {
            id: agent

            query: page.query
            selected: page.group === "agent"
            settings: page.settings
            voices: page.voices
            width: parent.width

            onModelsWanted: page.modelsWanted()
        }

        // It stands on the Models page; here it is only found.
        AnswerLimits {
            id: limits

            query: page.query
            selected: false
            settings: page.settings
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            text: qsTr("No setting holds these words.")
            visible: page.query !== "" && !page.anything
            width: parent.width
        }

        SettingsFilePanel {
            settings: page.settings
            visible: page.query === "" && page.group === "general"
            width: parent.width
        }
    }
}
