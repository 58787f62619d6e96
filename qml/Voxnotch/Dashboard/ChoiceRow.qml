import Voxnotch.Controls

SettingRow {
    id: row

    required property var options

    SelectField {
        label: row.label
        options: row.options
        value: row.entry.text

        onChosen: value => row.entry.setText(value)
    }
}
