import QtQuick
import Voxnotch.Controls
import Voxnotch.Theme

Rectangle {
    id: cross

    property int glyph: Icon.Close
    required property string name

    signal clicked

    Accessible.focusable: true
    Accessible.name: cross.name
    Accessible.role: Accessible.Button
    color: tap.pressed ? Theme.notch.track : hover.hovered ? Theme.notch.fill2 : "transparent"
    implicitHeight: Theme.size.target
    implicitWidth: Theme.size.target
    radius: height / 2

    Accessible.onPressAction: cross.clicked()

    Icon {
        anchors.centerIn: parent
        glyph: cross.glyph
        ink: hover.hovered ? Theme.notch.ink1 : Theme.notch.ink2
    }

    HoverHandler {
        id: hover

        cursorShape: Qt.PointingHandCursor
    }

    TapHandler {
        id: tap

        onTapped: cross.clicked()
    }
}
