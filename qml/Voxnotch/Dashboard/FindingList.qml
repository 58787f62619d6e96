pragma ComponentBehavior: Bound
import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

// What was found in a manifest, each with its place (V-17.5).
Column {
    id: list

    required property var findings
    readonly property alias count: lines.count

    Accessible.role: Accessible.List
    spacing: Theme.space.m

    Repeater {
        id: lines

        model: list.findings

        Column {
            id: finding

            required property string advice
            required property string path
            required property string said
            required property string severity
            required property string severityWords
            readonly property bool grave: finding.severity === "refused" || finding.severity === "error"

            Accessible.description: finding.advice
            Accessible.name: finding.path + ": " + finding.said
            Accessible.role: Accessible.ListItem
            spacing: Theme.space.xs / 2
            width: list.width

            Flow {
                spacing: Theme.space.s
                width: parent.width

                Badge {
                    glyph: finding.grave ? Icon.Warning : Icon.Info
                    ink: finding.grave ? Theme.color.badText : Theme.color.ink2
                    text: finding.severityWords
                }

                BodyText {
                    color: Theme.color.ink2
                    font.family: "monospace"
                    font.pixelSize: Theme.type.caption
                    // JSON goes from left to right in every language.
                    text: "\u2066" + finding.path + "\u2069"
                    width: Math.min(implicitWidth, finding.width)
                    wrapMode: Text.WrapAnywhere
                }
            }

            BodyText {
                text: finding.said
                width: parent.width
            }

            BodyText {
                color: Theme.color.ink2
                font.pixelSize: Theme.type.caption
                text: finding.advice
                visible: text !== ""
                width: parent.width
            }
        }
    }
}
