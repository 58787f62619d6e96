pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// One of several: `options` are objects with `value` and `label`. It always shows `value`; a click only asks.
ComboBox {
    id: control

    required property string label
    required property var options
    required property string value

    // A long list is not measured: languages by their own names would load a font for each script.
    readonly property bool measured: control.options.length <= 12
    // `height` because a call of advanceWidth alone is not made again when the font changes.
    readonly property real widest: control.measured && metrics.height > 0 ? control.options.reduce((most,
                                                                                                    option)
                                                                                                   => Math.max(
                                                                                                          most, metrics.advanceWidth(
                                                                                                              option.label)),
                                                                                                   0) + 1 : Theme.size.sidebar
                                                                            * Theme.textScale

    signal chosen(value: string)

    function position(): int {
        return control.options.findIndex(option => option.value === control.value);
    }

    Accessible.name: control.label
    Accessible.role: Accessible.ComboBox
    currentIndex: control.position()
    font.pixelSize: Theme.type.body
    implicitHeight: Math.max(Theme.size.control, implicitContentHeight + Theme.space.s)
    implicitWidth: Math.min(control.widest, Theme.size.sidebar * 1.6 * Theme.textScale) + control.indicator.width
                   + control.spacing + Theme.space.m * 2
    leftPadding: Theme.space.m
    model: control.options
    rightPadding: Theme.space.m
    spacing: Theme.space.s
    textRole: "label"
    valueRole: "value"

    background: Rectangle {
        border.color: Theme.color.line
        border.width: Theme.size.hairline
        color: control.down || control.hovered ? Theme.color.fill2 : Theme.color.fill1
        radius: Theme.radius.control

        FocusRing {
            shown: control.visualFocus
        }
    }
    contentItem: BodyText {
        elide: Text.ElideRight
        rightPadding: control.mirrored ? 0 : control.indicator.width + control.spacing
        leftPadding: control.mirrored ? control.indicator.width + control.spacing : 0
        text: control.displayText
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.NoWrap
    }
    delegate: ItemDelegate {
        id: line

        required property int index
        required property var modelData

        Accessible.name: line.modelData.label
        Accessible.role: Accessible.ListItem
        highlighted: control.highlightedIndex === line.index
        padding: Theme.space.s
        width: ListView.view ? ListView.view.width : 0

        background: Rectangle {
            color: line.highlighted ? Theme.color.fill2 : "transparent"
            radius: Theme.radius.control
        }
        contentItem: BodyText {
            font.weight: control.currentIndex === line.index ? Font.DemiBold : Font.Normal
            text: line.modelData.label
        }
    }
    indicator: Icon {
        glyph: Icon.ChevronDown
        x: control.mirrored ? control.leftPadding : control.width - width - control.rightPadding
        y: (control.height - height) / 2
    }
    popup: Popup {
        implicitHeight: Math.min(contentItem.implicitHeight + padding * 2, Theme.size.sidebar * 2)
        padding: Theme.space.xs
        width: control.width
        y: control.height + Theme.space.xs

        background: Rectangle {
            border.color: Theme.color.line
            color: Theme.color.surfaceRaised
            radius: Theme.radius.control + Theme.space.xs
        }
        contentItem: ListView {
            boundsBehavior: Flickable.StopAtBounds
            clip: true
            currentIndex: control.highlightedIndex
            implicitHeight: contentHeight
            model: control.popup.visible ? control.delegateModel : null

            ScrollBar.vertical: VerticalBar {}
        }
    }

    onActivated: index => {
        const wanted = control.options[index].value;
        control.currentIndex = Qt.binding(() => control.position());
        if (wanted !== control.value)
            control.chosen(wanted);
    }

    FontMetrics {
        id: metrics

        font.pixelSize: Theme.type.body
    }
}
