pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Which group of settings is shown.
Flow {
    id: groups

    required property string group
    readonly property list<string> names: ["general", "hotkeys", "audio", "recognition", "text", "delivery",
        "notch", "history", "integrations", "agent"]
    required property list<string> titles

    signal chosen(group: string)

    Accessible.name: qsTr("Groups of settings")
    Accessible.role: Accessible.PageTabList
    spacing: Theme.space.xs

    Repeater {
        model: groups.names

        Chip {
            required property int index
            required property string modelData

            checked: groups.group === modelData
            text: groups.titles[index]

            onClicked: groups.chosen(modelData)
        }
    }
}
