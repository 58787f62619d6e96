import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// First start: microphone, shortcut, pasting and model, each tried for real. It can be left at any time.
ScrollArea {
    id: page

    required property CatalogueModel catalogue
    required property DevicesModel devices
    required property HotkeysModel hotkeys
    required property OnboardingModel onboarding
    readonly property ShortcutEntry shortcut: page.hotkeys.entry("dictate")
    readonly property bool allDone: page.onboarding.microphoneWorks && page.onboarding.hotkeyWorks
                                    && page.onboarding.pasteWorks && page.onboarding.modelWorks

    signal finished

    Component.onCompleted: page.onboarding.open()
    Component.onDestruction: {
        page.devices.stopTest();
        page.onboarding.close();
    }

    PageTitle {
        text: qsTr("Speak, and it is written")
        width: parent.width
    }

    BodyText {
        color: Theme.color.ink2
        text: qsTr(
                  "Try each step once. A tick appears when it worked. What you dictate never leaves this computer.")
        width: parent.width
    }

    OnboardingStep {
        description: page.devices.inUseLabel === "" ? qsTr(
                                                          "No microphone was found. Connect one; it is found by itself.") :
                                                      qsTr("Start, then say a few words into %1.").arg(
                                                          "\u2068" + page.devices.inUseLabel + "\u2069")
        done: page.onboarding.microphoneWorks
        title: qsTr("Microphone")
        width: parent.width

        Row {
            spacing: Theme.space.m
            width: parent.width

            PillButton {
                id: trial

                Accessible.name: page.devices.testing ? qsTr("Stop trying the microphone") : qsTr(
                                                            "Try the microphone")
                enabled: page.devices.inUseLabel !== ""
                text: page.devices.testing ? qsTr("Stop") : qsTr("Start")

                onClicked: page.devices.testing ? page.devices.stopTest() : page.devices.startTest()
            }

            LevelMeter {
                anchors.verticalCenter: parent.verticalCenter
                label: qsTr("Level of the microphone")
                level: page.devices.level
                visible: page.devices.testing
                width: Math.min(Theme.size.sidebar, parent.width - trial.width - parent.spacing)
            }
        }
    }

    OnboardingStep {
        description: page.catalogue.inUseState === "damaged" ? qsTr("A file of the model is damaged.") :
                                                               page.onboarding.modelWorks ? qsTr(
                                                                                                "%1 is on this computer.").arg(
                                                                                                "\u2068"
                                                                                                + page.catalogue.inUse
                                                                                                + "\u2069") :
                                                                                            qsTr("The model is not on this computer yet.")
        done: page.onboarding.modelWorks
        title: qsTr("Speech model")
        width: parent.width

        PillButton {
            Accessible.name: qsTr("Download the speech model")
            anchors.left: parent.left
            enabled: page.catalogue.inUseState !== "fetching"
            text: page.catalogue.inUseState === "fetching" ? qsTr("Downloading…") : qsTr("Download")
            visible: !page.onboarding.modelWorks && page.catalogue.inUse !== ""

            onClicked: page.catalogue.fetch(page.catalogue.inUse)
        }
    }

    OnboardingStep {
        description: page.shortcut.shortcut === "" ? qsTr("There is no shortcut yet. Choose one.") : qsTr(
                                                         "Press this shortcut. The notch at the top of the screen opens.")
        done: page.onboarding.hotkeyWorks
        title: qsTr("Shortcut")
        width: parent.width

        Row {
            anchors.left: parent.left
            spacing: Theme.space.m

            ShortcutLabel {
                anchors.verticalCenter: parent.verticalCenter
                shortcut: page.shortcut.shortcut
                visible: shortcut !== "" && !page.shortcut.recording
            }

            BodyText {
                anchors.verticalCenter: parent.verticalCenter
                color: Theme.color.ink2
                text: qsTr("Press the new shortcut…")
                visible: page.shortcut.recording
            }

            PillButton {
                Accessible.name: qsTr("Change the shortcut for dictation")
                enabled: !page.shortcut.recording
                text: qsTr("Change")

                onClicked: page.shortcut.record()
            }
        }

        ProblemText {
            code: page.shortcut.problem
            place: page.shortcut.shortcut
            width: parent.width
        }
    }

    OnboardingStep {
        description: qsTr("Click into the field, use the shortcut and say a sentence. It is pasted here.")
        done: page.onboarding.pasteWorks
        title: qsTr("Writing")
        width: parent.width

        TextInputField {
            label: qsTr("Dictate into this field")
            placeholderText: qsTr("Dictate here")
            width: parent.width

            onTextChanged: page.onboarding.fieldChanged(text)
        }
    }

    PillButton {
        anchors.left: parent.left
        primary: page.allDone
        text: page.allDone ? qsTr("Done") : qsTr("Leave for now")

        onClicked: {
            page.onboarding.finish();
            page.finished();
        }
    }
}
