import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// A take that runs below what lies over the face: its words as they come are its face there.
ConfirmLine {
    id: line

    required property NotchModel notch
    readonly property string heard: (line.notch.committed + " " + line.notch.tentative).trim()

    glyph: line.notch.kind === "agent" ? Icon.Agent : Icon.Microphone
    ink: Theme.notch.accentText
    mostLines: 1
    objectName: "take"
    text: line.notch.hint !== "" ? line.notch.hint : line.heard !== "" ? line.heard : line.notch.take
                                                                         === "listening" ? qsTr("Listening…") :
                                                                                           qsTr("Working…")
    visible: line.notch.take !== ""

    HintTimer {
        notch: line.notch
        shown: true
    }
}
