pragma ComponentBehavior: Bound

import QtQuick
import Voxnotch.Theme

// Buttons inside a card: they copy a text or open a page, never answer.
Flow {
    id: block

    required property var entries
    required property BlockHost host

    spacing: Theme.space.s

    Repeater {
        model: block.entries

        delegate: CardButton {
            required property string role
            required property string title
            required property string value

            Accessible.description: role === "openUrl" ? qsTr("Opens %1").arg(value) : qsTr("Copies a text")
            objectName: "action." + role
            text: title
            width: Math.min(implicitWidth, block.width)

            onClicked: {
                if (role === "copy")
                    block.host.copyAsked(value);
                else
                    block.host.urlAsked(value);
            }
        }
    }
}
