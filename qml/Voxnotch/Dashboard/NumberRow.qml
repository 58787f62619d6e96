import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

SettingRow {
    id: row

    property int step: 1
    required property string unit

    Row {
        spacing: Theme.space.s

        NumberField {
            id: field

            from: row.entry.minimum
            label: row.label
            number: row.entry.number
            stepSize: row.step
            to: row.entry.maximum
            unit: row.unit

            onChosen: number => row.entry.setNumber(number)
        }

        BodyText {
            color: Theme.color.ink2
            height: field.height
            text: row.unit
            verticalAlignment: Text.AlignVCenter
            wrapMode: Text.NoWrap
        }
    }
}
