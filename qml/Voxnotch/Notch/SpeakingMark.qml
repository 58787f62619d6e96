import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme
import Voxnotch.ViewModels

// The answer is being said aloud; the square stops the voice and leaves the words.
Row {
    id: mark

    required property NotchModel notch

    spacing: Theme.space.xs
    visible: mark.notch.speaking

    Icon {
        anchors.verticalCenter: parent.verticalCenter
        glyph: Icon.Speaker
        ink: Theme.notch.accentText
    }

    NotchCross {
        glyph: Icon.Stop
        name: qsTr("Stop speaking")
        objectName: "stopSpeaking"

        onClicked: mark.notch.stopSpeaking()
    }
}
