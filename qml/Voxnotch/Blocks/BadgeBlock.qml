import QtQuick

// One badge on a line of its own.
Item {
    id: block

    required property string text
    required property string tone

    implicitHeight: pill.implicitHeight

    TonePill {
        id: pill

        anchors.left: parent.left
        text: block.text
        tone: block.tone
        width: Math.min(implicitWidth, block.width)
    }
}
