pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The values that an integration needs (V-5).
Column {
    id: sheet

    required property FormModel form
    readonly property alias count: fields.count

    spacing: Theme.space.m

    Repeater {
        id: fields

        model: sheet.form.fields

        FieldLine {
            form: sheet.form
            width: sheet.width
        }
    }

    BodyText {
        Accessible.name: text
        Accessible.role: Accessible.StaticText
        color: Theme.color.ink2
        font.pixelSize: Theme.type.caption
        text: qsTr("Until these are filled in, its server is not started: %1").arg("\u2068"
                                                                                   + sheet.form.missing
                                                                                   + "\u2069")
        visible: sheet.form.missing !== ""
        width: parent.width
    }
}
