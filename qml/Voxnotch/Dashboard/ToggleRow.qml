import QtQuick
import Voxnotch.Controls

SettingRow {
    id: row

    ToggleSwitch {
        checked: row.entry.on
        label: row.label

        onToggled: {
            const wanted = checked;
            checked = Qt.binding(() => row.entry.on);
            row.entry.setOn(wanted);
        }
    }
}
