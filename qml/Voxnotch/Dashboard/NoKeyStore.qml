import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// There is nowhere to store a secret; what can be done instead (V-5.14).
Column {
    id: offer

    signal dropped
    signal kept

    spacing: Theme.space.s

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.AlertMessage
        color: Theme.color.badText
        text: qsTr(
                  "No key store answers on this computer, so the secret was not stored. Unlock or install one (such as GNOME Keyring or KWallet), or keep the secret in memory until Voxnotch quits.")
        width: parent.width
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            text: qsTr("Keep it until Voxnotch quits")

            onClicked: offer.kept()
        }

        PillButton {
            text: qsTr("Do not keep it")

            onClicked: offer.dropped()
        }
    }
}
