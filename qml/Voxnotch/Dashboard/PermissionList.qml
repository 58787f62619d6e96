pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Theme

Column {
    id: list

    readonly property alias count: rows.count
    required property var lines

    Accessible.role: Accessible.List
    spacing: Theme.space.s

    Repeater {
        id: rows

        model: list.lines

        PermissionRow {
            width: list.width
        }
    }
}
