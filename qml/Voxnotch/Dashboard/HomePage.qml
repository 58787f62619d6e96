pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

FocusScope {
    id: page

    required property CatalogueModel catalogue
    property string expandedId: ""
    required property HistoryModel history
    required property SettingsModel settings
    required property WaitingModel waiting
    readonly property SettingEntry agentShortcut: page.settings.entry("hotkeys.agent")
    readonly property SettingEntry mode: page.settings.entry("hotkeys.mode")
    readonly property SettingEntry shortcut: page.settings.entry("hotkeys.dictate")

    signal integrationsWanted
    signal pasteWanted(turnId: string)

    function dayName(day: string): string {
        const date = new Date(day + "T00:00:00");
        const today = new Date();
        today.setHours(0, 0, 0, 0);
        const days = Math.round((today.getTime() - date.getTime()) / 86400000);
        if (days === 0)
            return qsTr("Today");
        return days === 1 ? qsTr("Yesterday") : date.toLocaleDateString(Qt.locale(), Locale.LongFormat);
    }

    HomeHead {
        id: head

        anchors.left: parent.left
        anchors.margins: Theme.space.xl
        anchors.right: parent.right
        anchors.top: parent.top
        clearable: list.count > 0
        focus: true
        history: page.history

        onClearWanted: clearing.open()
        onDownWanted: list.forceActiveFocus()
        onSearched: words => page.history.search(words)
    }

    WaitingList {
        id: asked

        anchors.left: parent.left
        anchors.leftMargin: Theme.space.xl
        anchors.right: parent.right
        anchors.rightMargin: Theme.space.xl
        anchors.top: head.bottom
        anchors.topMargin: Theme.space.m
        most: 3
        waiting: page.waiting

        onRestWanted: page.integrationsWanted()
    }

    ListView {
        id: list

        Accessible.name: qsTr("What was said, newest first")
        Accessible.role: Accessible.List
        activeFocusOnTab: true
        anchors.bottom: parent.bottom
        anchors.left: parent.left
        anchors.leftMargin: Theme.space.m
        anchors.right: parent.right
        anchors.rightMargin: Theme.space.m
        anchors.top: asked.visible ? asked.bottom : head.bottom
        anchors.topMargin: Theme.space.m
        bottomMargin: Theme.space.xl
        boundsBehavior: Flickable.StopAtBounds
        clip: true
        highlightMoveDuration: 0
        keyNavigationEnabled: true
        model: page.history.turns
        section.property: "day"
        spacing: Theme.space.xs

        ScrollBar.vertical: VerticalBar {}
        delegate: TurnDelegate {
            catalogue: page.catalogue
            current: ListView.isCurrentItem
            expanded: page.expandedId === turnId
            gap: ListView.view.spacing
            history: page.history
            width: ListView.view.width

            onPasteWanted: page.pasteWanted(turnId)
            onRemoveWanted: removal.ask(turnId, kind)
            onThreadRemovalWanted: threadRemoval.ask(threadId)
            onToggled: {
                list.currentIndex = index;
                page.expandedId = expanded ? "" : turnId;
                page.history.open(page.expandedId);
                forceActiveFocus();
            }
        }
        section.delegate: BodyText {
            required property string section

            Accessible.name: text
            Accessible.role: Accessible.Heading
            bottomPadding: Theme.space.xs
            color: Theme.color.ink2
            font.weight: Font.DemiBold
            leftPadding: Theme.space.m
            rightPadding: Theme.space.m
            text: page.dayName(section)
            topPadding: Theme.space.m
            width: ListView.view.width
        }

        onAtYEndChanged: if (list.atYEnd)
                             page.history.loadMore()
    }

    EmptyHome {
        agentShortcut: page.agentShortcut.text
        anchors.centerIn: list
        mode: page.mode.text
        query: page.history.query
        shortcut: page.shortcut.text
        visible: list.count === 0 && !page.history.loading
        width: Math.min(list.width - Theme.space.xl * 2, Theme.size.sidebar * 2 * Theme.textScale)
    }

    ConfirmDialog {
        id: removal

        property bool asked: false
        property string turnId: ""

        function ask(turnId: string, kind: string): void {
        removal.asked = kind === "agent";
        removal.turnId = turnId;
        removal.open();
    }

        actionText: qsTr("Delete")
        detail: removal.asked ? qsTr(
                                    "What was said and answered, its cards and its recording are gone for good.") :
                                qsTr("The text and its recording are gone for good.")
        question: removal.asked ? qsTr("Delete this question?") : qsTr("Delete this take?")

        onConfirmed: page.history.remove(removal.turnId)
    }

    ConfirmDialog {
        id: threadRemoval

        property string threadId: ""

        function ask(threadId: string): void {
        threadRemoval.threadId = threadId;
        threadRemoval.open();
    }

        actionText: qsTr("Delete thread")
        detail: qsTr("Everything said and answered in it, the cards and the recordings are gone for good.")
        question: qsTr("Delete the whole thread?")

        onConfirmed: page.history.removeThread(threadRemoval.threadId)
    }

    ConfirmDialog {
        id: clearing

        actionText: qsTr("Delete all")
        detail: qsTr("All texts and all recordings are gone for good.")
        question: qsTr("Delete the whole history?")

        onConfirmed: page.history.clear()
    }
}
