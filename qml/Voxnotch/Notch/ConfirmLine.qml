import QtQuick
import Voxnotch.Blocks
import Voxnotch.Controls
import Voxnotch.Theme

Item {
    id: line

    required property int glyph
    required property color ink
    property int mostLines: 4
    required property string text

    implicitHeight: Math.max(sign.height, words.implicitHeight)

    Icon {
        id: sign

        glyph: line.glyph
        height: Theme.type.title
        ink: line.ink
        width: height

        anchors {
            left: parent.left
            verticalCenter: words.lineCount > 1 ? undefined : parent.verticalCenter
        }
    }

    BlockText {
        id: words

        Accessible.role: Accessible.AlertMessage
        color: Theme.notch.ink1
        elide: line.mostLines === 1 ? Text.ElideLeft : Text.ElideRight
        font.pixelSize: Theme.type.caption
        maximumLineCount: line.mostLines
        text: line.text
        wrapMode: line.mostLines === 1 ? Text.NoWrap : Text.Wrap

        anchors {
            left: sign.right
            leftMargin: Theme.space.s
            right: parent.right
            verticalCenter: parent.verticalCenter
        }
    }
}
