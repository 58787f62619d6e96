import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

SettingRow {
    id: row

    property string placeholder: ""

    TextInputField {
        faulty: row.entry.error !== ""
        label: row.label
        placeholderText: row.placeholder
        text: row.entry.text
        width: Theme.size.sidebar

        onEditingFinished: {
            const wanted = text.trim();
            text = Qt.binding(() => row.entry.text);
            if (wanted !== row.entry.text)
                row.entry.setText(wanted);
        }
    }
}
