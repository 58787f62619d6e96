pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// What an integration may do: each action with how much it may change and whether it asks first, then what it does
// without being asked.
PageSection {
    id: section

    required property InstallModel install
    required property string noActions

    title: qsTr("What it may do")

    BodyText {
        color: Theme.color.ink2
        text: section.noActions
        visible: lines.count === 0
        width: parent.width
    }

    Repeater {
        id: lines

        model: section.install.acts

        Flow {
            id: line

            required property bool asksFirst
            required property string tier
            required property string tierWords
            required property string title

            Accessible.description: line.asksFirst ? qsTr("asks first") : ""
            Accessible.name: line.title + ", " + line.tierWords
            Accessible.role: Accessible.ListItem
            spacing: Theme.space.s
            width: parent ? parent.width : 0

            BodyText {
                Accessible.ignored: true
                text: line.title
                width: Math.min(implicitWidth, parent.width)
            }

            Badge {
                glyph: line.tier === "destructive" ? Icon.Warning : line.tier === "reads" ? Icon.Search :
                                                                                            Icon.Bolt
                ink: line.tier === "destructive" ? Theme.color.badText : Theme.color.ink2
                text: line.tierWords
            }

            Badge {
                glyph: Icon.Lock
                ink: Theme.color.ink1
                text: qsTr("asks first")
                visible: line.asksFirst
            }
        }
    }

    PermissionList {
        Accessible.name: qsTr("What it does by itself")
        lines: section.install.upkeep
        width: parent.width
    }
}
