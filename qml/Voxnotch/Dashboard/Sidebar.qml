import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Pages of the window. Up and Down move between them, as in a list.
Rectangle {
    id: sidebar

    required property bool compact
    required property string page

    // Questions that wait for an answer; they are on Home.
    property int waiting: 0

    signal chosen(page: string)

    Accessible.name: qsTr("Pages")
    Accessible.role: Accessible.PageTabList
    color: Theme.color.surfaceRaised
    implicitWidth: sidebar.compact ? home.implicitWidth + Theme.space.s * 2 : Theme.size.sidebar * Math.min(
                                         Theme.textScale, 1.3)

    Column {
        anchors.fill: parent
        anchors.margins: Theme.space.s
        anchors.topMargin: Theme.space.l
        spacing: Theme.space.xs

        SidebarItem {
            id: home

            KeyNavigation.down: integrations
            compact: sidebar.compact
            count: sidebar.waiting
            current: sidebar.page === "home"
            focus: true
            glyph: Icon.Home
            text: qsTr("Home")
            width: parent.width

            onClicked: sidebar.chosen("home")
        }

        SidebarItem {
            id: integrations

            KeyNavigation.down: settings
            compact: sidebar.compact
            current: sidebar.page === "integrations" || sidebar.page === "routing"
            glyph: Icon.Plug
            text: qsTr("Integrations")
            width: parent.width

            onClicked: sidebar.chosen("integrations")
        }

        SidebarItem {
            id: settings

            KeyNavigation.down: models
            compact: sidebar.compact
            current: sidebar.page === "settings"
            glyph: Icon.Settings
            text: qsTr("Settings")
            width: parent.width

            onClicked: sidebar.chosen("settings")
        }

        SidebarItem {
            id: models

            KeyNavigation.down: help
            compact: sidebar.compact
            current: sidebar.page === "models"
            glyph: Icon.Model
            text: qsTr("Models")
            width: parent.width

            onClicked: sidebar.chosen("models")
        }

        SidebarItem {
            id: help

            compact: sidebar.compact
            current: sidebar.page === "help"
            glyph: Icon.Help
            text: qsTr("Help")
            width: parent.width

            onClicked: sidebar.chosen("help")
        }
    }

    Rectangle {
        anchors.bottom: parent.bottom
        anchors.right: parent.right
        anchors.top: parent.top
        color: Theme.color.line
        width: Theme.size.hairline
    }
}
