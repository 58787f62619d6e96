import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The microphone: which one, what happens when it is missing, and its level when it is tried.
SettingRow {
    id: row

    required property DevicesModel devices
    readonly property var missingOption: row.devices.missing === "" ? [] : [
                                                                          {
                                                                              value: row.devices.missing,
                                                                              label: qsTr(
                                                                                         "%1 (not connected)").arg(
                                                                                         "\u2068"
                                                                                         + row.devices.missing
                                                                                         + "\u2069")
                                                                          }
                                                                      ]

    description: row.devices.inUseLabel === "" ? qsTr(
                                                     "No microphone was found. Connect one; it appears here by itself.") :
                                                 qsTr("In use: %1").arg("\u2068" + row.devices.inUseLabel
                                                                        + "\u2069")
    note: row.devices.missing === "" ? "" : qsTr(
                                           "%1 is not connected. The system's microphone is used until it is back.").arg(
                                           "\u2068" + row.devices.missing + "\u2069")
    stacked: true

    Component.onDestruction: row.devices.stopTest()
    onVisibleChanged: if (!row.visible)
                          row.devices.stopTest()

    Column {
        spacing: Theme.space.s
        width: parent.width

        SelectField {
            anchors.left: parent.left
            label: row.label
            options: [
                {
                    value: "",
                    label: qsTr("As the system")
                }
            ].concat(row.devices.options, row.missingOption)
            value: row.entry.text
            width: Math.min(parent.width, Theme.size.sidebar * 2 * Math.max(1, Theme.textScale))

            onChosen: value => row.entry.setText(value)
        }

        Row {
            spacing: Theme.space.m
            width: parent.width

            PillButton {
                id: trial

                enabled: row.devices.testing || row.devices.inUseLabel !== ""
                text: row.devices.testing ? qsTr("Stop") : qsTr("Try it")

                onClicked: row.devices.testing ? row.devices.stopTest() : row.devices.startTest()
            }

            LevelMeter {
                anchors.verticalCenter: parent.verticalCenter
                label: qsTr("Level of the microphone")
                level: row.devices.level
                visible: row.devices.testing
                width: Math.min(Theme.size.sidebar, parent.width - trial.width - parent.spacing)
            }
        }
    }
}
