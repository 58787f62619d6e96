import QtQuick
import Voxnotch.ViewModels

// Takes a hint away after its time; a newer hint gets its own.
Timer {
    id: hintTimer

    required property NotchModel notch
    required property bool shown
    readonly property string hint: hintTimer.notch.hint
    readonly property int readingMs: 3000

    interval: hintTimer.readingMs
    running: hintTimer.shown && hintTimer.hint !== ""

    onHintChanged: if (hintTimer.running)
                       hintTimer.restart()
    onTriggered: hintTimer.notch.dropHint()
}
