import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// One action: what it does, how much it may change, the name the model sees, and its lock. One that is disabled is
// shown with its reason and has no lock (V-6.14).
Column {
    id: line

    required property string answer
    required property bool available
    required property string description
    required property string disabledReason
    required property string effectiveName
    required property string name
    required property string tier
    required property string tierWords
    required property string title
    required property bool touched
    readonly property bool disabled: line.disabledReason !== ""
    readonly property string shownTitle: "\u2068" + line.title + "\u2069"

    signal pillWanted(pill: string)

    Accessible.description: [line.tierWords, line.description, line.disabledReason].filter(part => part
                                                                                                   !== "").join(
        ". ")
    Accessible.name: line.title
    Accessible.role: Accessible.ListItem
    bottomPadding: Theme.space.s
    objectName: "action." + line.name
    spacing: Theme.space.xs
    topPadding: Theme.space.s

    Flow {
        spacing: Theme.space.s
        width: parent.width

        BodyText {
            color: line.disabled || !line.available ? Theme.color.ink2 : Theme.color.ink1
            font.weight: Font.DemiBold
            text: line.title
            width: Math.min(implicitWidth, parent.width)
        }

        Badge {
            glyph: line.tier === "destructive" ? Icon.Warning : line.tier === "changes" ? Icon.Bolt :
                                                                                          Icon.Search
            ink: line.tier === "destructive" ? Theme.color.badText : Theme.color.ink2
            text: line.tierWords
        }

        Badge {
            glyph: Icon.Info
            text: qsTr("Not offered by its server")
            visible: !line.available && !line.disabled
        }
    }

    BodyText {
        color: Theme.color.ink2
        text: line.description
        visible: text !== ""
        width: parent.width
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink1
        font.pixelSize: Theme.type.caption
        text: qsTr("Disabled by its author: %1").arg("\u2068" + line.disabledReason + "\u2069")
        visible: line.disabled
        width: parent.width
    }

    BodyText {
        Accessible.name: qsTr("Name for the model: %1").arg(line.effectiveName)
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink3
        font.family: "monospace"
        font.pixelSize: Theme.type.caption
        text: line.effectiveName
        width: parent.width
        wrapMode: Text.WrapAnywhere
    }

    Flow {
        spacing: Theme.space.xs
        visible: !line.disabled
        width: parent.width

        Chip {
            id: asking

            Accessible.name: qsTr("Ask before %1").arg(line.shownTitle)
            checked: line.answer === "ask"
            text: qsTr("Ask")

            onClicked: line.pillWanted("ask")
        }

        Chip {
            Accessible.name: qsTr("Allow %1 without asking").arg(line.shownTitle)
            checked: line.answer === "allow"
            text: qsTr("Allow")

            onClicked: line.pillWanted("allow")
        }

        PillButton {
            Accessible.name: qsTr("Use the default for %1").arg(line.shownTitle)
            height: asking.height
            text: qsTr("Use default")
            visible: line.touched

            onClicked: line.pillWanted("")
        }

        BodyText {
            color: Theme.color.ink3
            font.pixelSize: Theme.type.caption
            height: asking.height
            leftPadding: Theme.space.xs
            text: qsTr("Default")
            verticalAlignment: Text.AlignVCenter
            visible: !line.touched
        }
    }
}
