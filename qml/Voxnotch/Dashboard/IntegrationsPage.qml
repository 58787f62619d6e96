pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The integrations that are installed; or the page of the one that is chosen.
FocusScope {
    id: page

    required property InstallModel install
    required property IntegrationsModel integrations
    required property string selected
    required property WaitingModel waiting

    signal chosen(integration: string)
    signal routingWanted

    Component.onCompleted: page.integrations.select(page.selected)
    onSelectedChanged: page.integrations.select(page.selected)

    Repeater {
        id: opened

        model: page.integrations.current

        IntegrationDetails {
            anchors.fill: page
            integrations: page.integrations

            onBackWanted: page.chosen("")
        }
    }

    ScrollArea {
        anchors.fill: parent
        visible: opened.count === 0

        Item {
            id: head

            readonly property bool below: head.width < title.implicitWidth + routing.width + Theme.space.m

            implicitHeight: head.below ? routing.y + routing.height : title.implicitHeight
            width: parent.width

            PageTitle {
                id: title

                anchors.left: parent.left
                text: qsTr("Integrations")
                width: Math.min(implicitWidth, head.width)
            }

            PillButton {
                id: routing

                anchors.right: parent.right
                text: qsTr("Try a sentence")
                width: Math.min(implicitWidth, head.width)
                y: head.below ? title.height + Theme.space.s : Math.round((title.height - height) / 2)

                onClicked: page.routingWanted()
            }
        }

        WaitingList {
            waiting: page.waiting
            width: parent.width
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.StaticText
            color: Theme.color.ink2
            text: qsTr(
                      "An integration lets Voxnotch do things for you: take a note, set a timer, open an app, ask a service. Each is a small program or a server that offers actions. Before it is installed you see what it hears, what it does and where it sends data, and it asks before it changes something.")
            visible: page.integrations.known && lines.count === 0
            width: parent.width
        }

        Repeater {
            id: lines

            model: page.integrations.installed

            IntegrationLine {
                width: parent ? parent.width : 0

                onEnabledWanted: on => page.integrations.setEnabled(integrationId, on)
                onOpened: page.chosen(integrationId)
            }
        }

        AddPanel {
            install: page.install
            width: parent.width
        }

        Column {
            spacing: Theme.space.s
            visible: offers.count > 0
            width: parent.width

            BodyText {
                Accessible.name: text
                Accessible.role: Accessible.Heading
                color: Theme.color.ink2
                font.pixelSize: Theme.type.title
                font.weight: Font.DemiBold
                text: qsTr("Comes with Voxnotch")
                width: parent.width
            }

            Repeater {
                id: offers

                model: page.integrations.bundled

                BundledLine {
                    width: parent ? parent.width : 0

                    onInstallWanted: page.install.planFolder(folder)
                }
            }
        }
    }
}
