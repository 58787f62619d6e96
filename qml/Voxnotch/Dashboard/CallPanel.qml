pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The arguments of one tool, the call, and how it ended.
PageSection {
    id: section

    required property RoutingModel routing
    readonly property bool busy: section.routing.state === "running" || section.routing.state === "asking"

    tinted: true
    title: qsTr("Call %1").arg("\u2068" + section.routing.chosenTitle + "\u2069")

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.family: "monospace"
        font.pixelSize: Theme.type.caption
        text: section.routing.chosenName
        width: parent.width
        wrapMode: Text.WrapAnywhere
    }

    BodyText {
        color: Theme.color.ink2
        text: qsTr("It takes no arguments.")
        visible: fields.count === 0
        width: parent.width
    }

    Repeater {
        id: fields

        model: section.routing.arguments

        ArgumentLine {
            enabled: !section.busy
            width: parent ? parent.width : 0

            onTyped: text => section.routing.setArgument(name, text)
        }
    }

    Flow {
        spacing: Theme.space.s
        width: parent.width

        PillButton {
            // Not disabled while it runs: the keyboard would lose its place.
            primary: true
            text: section.busy ? qsTr("Calling…") : qsTr("Call")

            onClicked: section.routing.call()
        }

        PillButton {
            text: section.busy ? qsTr("Cancel the call") : qsTr("Close")

            onClicked: section.busy ? section.routing.cancelCall() : section.routing.leave()
        }
    }

    Row {
        spacing: Theme.space.s
        visible: section.routing.state !== ""
        width: parent.width

        Icon {
            id: sign

            glyph: section.routing.state === "done" ? Icon.Check : section.routing.state === "failed" ? Icon.Warning :
                                                                                                        Icon.Retry
            ink: section.routing.state === "done" ? Theme.color.goodText : section.routing.state === "failed"
                                                    ? Theme.color.badText : Theme.color.ink2
        }

        BodyText {
            Accessible.name: text
            Accessible.role: Accessible.AlertMessage
            color: section.routing.state === "failed" ? Theme.color.badText : Theme.color.ink1
            text: {
                const seconds = section.routing.seconds.toLocaleString(Qt.locale(), "f", 2);
                switch (section.routing.state) {
                case "running":
                    return qsTr("It runs…");
                case "asking":
                    return qsTr("It asks first: answer in the notch.");
                case "done":
                    return section.routing.hasCard ? qsTr("Done in %1 s. The notch shows its card.").arg(
                                                         seconds) : qsTr(
                                                         "Done in %1 s. It answered without a card.").arg(
                                                         seconds);
                default:
                    return section.routing.failure;
                }
            }
            width: parent.width - sign.width - parent.spacing
        }
    }
}
