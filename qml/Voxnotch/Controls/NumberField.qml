pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Voxnotch.Theme

// A whole number with its unit. It always shows `number`; a click or typing only asks.
SpinBox {
    id: control

    required property string label
    required property int number
    property string unit: ""

    signal chosen(number: int)

    function refresh(): void {
    control.value = Qt.binding(() => control.number);
}

    Accessible.name: control.unit === "" ? control.label : control.label + ", " + control.unit
    Accessible.role: Accessible.SpinBox
    editable: true
    font.pixelSize: Theme.type.body
    implicitHeight: Math.max(Theme.size.control, digits.contentHeight + Theme.space.s)
    implicitWidth: digits.widest + up.implicitIndicatorWidth * 2 + Theme.space.s * 2
    padding: 0
    leftPadding: up.implicitIndicatorWidth
    rightPadding: leftPadding
    value: control.number

    background: Rectangle {
        border.color: digits.activeFocus ? Theme.color.focus : Theme.color.line
        border.width: digits.activeFocus ? Theme.size.focusRing : Theme.size.hairline
        color: Theme.color.fill1
        radius: Theme.radius.control
    }
    contentItem: TextInput {
        id: digits

        readonly property real widest: metrics.advanceWidth

        Accessible.ignored: true
        color: Theme.color.ink1
        font.features: Theme.tabularFigures
        font.pixelSize: Theme.type.body
        horizontalAlignment: Qt.AlignHCenter
        inputMethodHints: Qt.ImhDigitsOnly
        selectByMouse: true
        selectedTextColor: Theme.color.accentInk
        selectionColor: Theme.color.accent
        text: control.displayText
        validator: control.validator
        verticalAlignment: Qt.AlignVCenter

        TextMetrics {
            id: metrics

            font: digits.font
            text: "0".repeat(Math.max(6, control.textFromValue(control.to, control.locale).length))
        }
    }
    down.indicator: StepMark {
        text: "−"
        x: control.mirrored ? control.width - width : 0
        dimmed: control.value <= control.from
        pressed: control.down.pressed
    }
    up.indicator: StepMark {
        dimmed: control.value >= control.to
        pressed: control.up.pressed
        text: "+"
        x: control.mirrored ? 0 : control.width - width
    }

    onValueModified: {
        const wanted = control.value;
        control.refresh();
        if (wanted !== control.number)
            control.chosen(wanted);
    }

    component StepMark: Item {
        id: mark

        required property bool dimmed
        required property bool pressed
        required property string text

        height: control.height
        implicitHeight: Theme.size.target
        implicitWidth: Theme.size.target

        Rectangle {
            anchors.fill: parent
            anchors.margins: Theme.size.focusRing
            color: mark.pressed ? Theme.color.fill2 : "transparent"
            radius: Theme.radius.control
        }

        BodyText {
            Accessible.ignored: true
            anchors.centerIn: parent
            color: mark.dimmed ? Theme.color.ink3 : Theme.color.ink2
            font.pixelSize: Theme.type.title
            text: mark.text
        }
    }
}
