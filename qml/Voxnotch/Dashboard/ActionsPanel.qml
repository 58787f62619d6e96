pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// Every action that the person may know of (V-19.3), and whether each asks first.
PageSection {
    id: section

    required property var actions

    signal pillWanted(tool: string, pill: string)

    title: lines.count === 0 ? qsTr("Actions") : qsTr("Actions (%1)").arg(lines.count.toLocaleString(Qt.locale(
                                                                                                         ), "f", 0))

    BodyText {
        color: Theme.color.ink2
        text: qsTr("It offers no actions of its own.")
        visible: lines.count === 0
        width: parent.width
    }

    Repeater {
        id: lines

        model: section.actions

        ActionLine {
            width: parent ? parent.width : 0

            onPillWanted: pill => section.pillWanted(name, pill)
        }
    }
}
