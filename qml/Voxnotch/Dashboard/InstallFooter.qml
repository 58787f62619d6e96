import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// Yes or no; for a manifest that is refused there is no yes.
FocusScope {
    id: footer

    required property InstallModel install

    // The safe answer has the focus, and shows it.
    function takeFocus(): void {
    no.forceActiveFocus(Qt.TabFocusReason);
}

    implicitHeight: lines.implicitHeight + Theme.space.l * 2

    // Opaque: see the WORKAROUND of the sheet.
    Panel {
        anchors.fill: parent
        topLeftRadius: 0
        topRightRadius: 0
    }

    Column {
        id: lines

        anchors.left: parent.left
        anchors.margins: Theme.space.xl
        anchors.right: parent.right
        spacing: Theme.space.s
        y: Theme.space.l

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.AlertMessage
            color: Theme.color.badText
            text: footer.install.error
            visible: text !== "" && !footer.install.unstorable
            width: parent.width
        }

        NoKeyStore {
            visible: footer.install.unstorable && footer.install.state === "plan"
            width: parent.width

            onDropped: footer.install.cancel()
            onKept: footer.install.installUntilQuit()
        }

        Flow {
            layoutDirection: Qt.RightToLeft
            spacing: Theme.space.s
            width: parent.width

            PillButton {
                enabled: footer.install.state === "plan" && footer.install.form.valid
                primary: true
                text: {
                    if (footer.install.state === "installing")
                        return qsTr("Installing…");
                    switch (footer.install.reason) {
                    case "growth":
                        return qsTr("Allow");
                    case "update":
                        return qsTr("Update");
                    default:
                        return qsTr("Install");
                    }
                }
                visible: footer.install.state === "plan" || footer.install.state === "installing"

                onClicked: footer.install.install()
            }

            PillButton {
                id: no

                text: ["refused", "failed"].includes(footer.install.state) ? qsTr("Close") : qsTr("Cancel")

                onClicked: footer.install.cancel()
            }
        }
    }
}
