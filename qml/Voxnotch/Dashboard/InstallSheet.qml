pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// What an integration is, hears, does, sends and runs, and whether it is wanted (V-17.4). Nothing of it is folded away,
// and nothing of it runs before Install is pressed. Escape and Cancel leave all as it was.
Popup {
    id: sheet

    required property InstallModel install
    readonly property bool shown: sheet.install.state !== "closed"
    // WORKAROUND: Qt 6.11's software renderer draws a Shape, and so an icon, that lies wholly outside of what clips it
    // without any clip. A sheet that scrolls therefore takes the whole height, its borders outside: beyond is no window.
    readonly property bool scrolls: parent !== null && sheet.wanted > parent.height - Theme.space.xl * 2
    readonly property real room: sheet.scrolls ? -Theme.size.hairline * 2 : Theme.space.xl * 2
    readonly property real wanted: shownPlan.contentHeight + footer.implicitHeight + Theme.size.hairline

    anchors.centerIn: Overlay.overlay
    closePolicy: Popup.NoAutoClose
    focus: true
    height: Math.min(sheet.wanted, (parent ? parent.height : 0) - sheet.room)
    modal: true
    padding: 0
    width: Math.min(Theme.size.sidebar * 3 * Math.min(Theme.textScale, 1.6), (parent ? parent.width : 0)
                    - Theme.space.xl * 2)

    Overlay.modal: Rectangle {
        color: Theme.color.shade
    }
    background: Panel {}
    contentItem: FocusScope {
        Accessible.name: qsTr("Install an integration")
        Accessible.role: Accessible.Dialog
        focus: true

        Keys.onEscapePressed: sheet.install.cancel()
        Keys.onPressed: event => {
            event.accepted = event.key === Qt.Key_PageDown || event.key === Qt.Key_PageUp;
            if (event.accepted)
                shownPlan.turnPage(event.key === Qt.Key_PageDown ? 1 : -1);
        }

        ScrollArea {
            id: shownPlan

            anchors.bottom: line.top
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: parent.top

            BodyText {
                Accessible.name: text
                Accessible.role: Accessible.StaticText
                text: sheet.install.state === "failed" ? qsTr("It cannot be read.") : qsTr("Reading…")
                visible: sheet.install.state === "reading" || sheet.install.state === "failed"
                width: parent.width
            }

            Repeater {
                model: sheet.install.plan

                InstallPlanView {
                    install: sheet.install
                    width: parent ? parent.width : 0
                }
            }
        }

        Rectangle {
            id: line

            anchors.bottom: footer.top
            anchors.left: parent.left
            anchors.right: parent.right
            color: Theme.color.line
            height: Theme.size.hairline
        }

        InstallFooter {
            id: footer

            anchors.bottom: parent.bottom
            anchors.left: parent.left
            anchors.right: parent.right
            focus: true
            install: sheet.install
        }
    }

    onOpened: footer.takeFocus()
    onShownChanged: sheet.shown ? sheet.open() : sheet.close()
}
