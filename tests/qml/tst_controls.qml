import QtQuick
import QtTest
import Voxnotch.Controls
import Voxnotch.Theme

TestCase {
    id: test

    function init() {
        host.setting = 40;
        host.choice = "b";
        host.asked = [];
        host.takes = true;
        number.refresh();
        Theme.textScale = 1;
    }

    function test_aNumberAsksAndGoesBackWhenItIsNotTaken() {
        host.takes = false;
        number.forceActiveFocus();
        keyClick(Qt.Key_Up);
        compare(host.asked, [45]);
        compare(number.value, 40, "the old number is shown again");
        host.takes = true;
        keyClick(Qt.Key_Up);
        compare(number.value, 45);
    }

    function test_aNumberStaysWithinItsLimits() {
        host.setting = 100;
        number.forceActiveFocus();
        keyClick(Qt.Key_Up);
        compare(host.asked, []);
    }

    function test_aChoiceAsksAndGoesBackWhenItIsNotTaken() {
        host.takes = false;
        select.forceActiveFocus();
        keyClick(Qt.Key_Down);
        compare(host.asked, ["c"]);
        compare(select.displayText, "Bee", "the old choice is shown again");
        host.takes = true;
        keyClick(Qt.Key_Down);
        compare(select.displayText, "Sea");
    }

    function test_aChoiceIsWideEnoughForItsLongestLabel() {
        verify(select.width > metrics.advanceWidth("A rather long label"));
        const narrow = select.width;
        Theme.textScale = 2;
        verify(select.width > narrow * 1.4);
    }

    function test_aTickAsksByKeyAndIsForgottenWhenTheDialogComesAgain() {
        dialog.tick = "The rest too";
        dialog.open();
        tryCompare(dialog, "opened", true);
        verify(!dialog.ticked);
        const box = findChild(dialog.contentItem, "tick");
        box.forceActiveFocus(Qt.TabFocusReason);
        verify(box.visualFocus);
        keyClick(Qt.Key_Return);
        verify(dialog.ticked);
        keyClick(Qt.Key_Space);
        keyClick(Qt.Key_Space);
        verify(dialog.ticked);
        dialog.close();
        tryCompare(dialog, "opened", false);
        dialog.open();
        tryCompare(dialog, "opened", true);
        verify(!dialog.ticked);
        dialog.close();
        tryCompare(dialog, "opened", false);
        dialog.tick = "";
    }

    function test_buttonsTakeReturnAndSpace_data() {
        return [
                    {
                        tag: "pill",
                        button: pill
                    },
                    {
                        tag: "icon",
                        button: iconic
                    },
                    {
                        tag: "chip",
                        button: chip
                    },
                    {
                        tag: "switch",
                        button: toggle
                    }
                ];
    }

    function test_buttonsTakeReturnAndSpace(data) {
        clicks.target = data.button;
        clicks.clear();
        data.button.forceActiveFocus(Qt.TabFocusReason);
        verify(data.button.visualFocus, "the keyboard's place is shown");
        keyClick(Qt.Key_Return);
        keyClick(Qt.Key_Space);
        compare(clicks.count, 2);
    }

    function test_everyControlHasANameAndARole() {
        for (const control of [pill, iconic, chip, toggle, number, select, field, meter, ring]) {
            verify(control.Accessible.name !== "", control);
            verify(control.Accessible.role !== Accessible.NoRole, control);
        }
        compare(iconic.Accessible.name, "Copy");
        compare(number.Accessible.name, "Volume, %");
    }

    function test_controlsGrowWithTheText() {
        const before = [pill.height, field.height, number.height, chip.height];
        Theme.textScale = 2;
        const after = [pill.height, field.height, number.height, chip.height];
        before.forEach((height, index) => verify(after[index] > height, index));
    }

    function test_theMeterShowsSpeechInItsMiddleAndSilenceAsEmpty() {
        meter.level = 0;
        compare(meter.part, 0);
        meter.level = 0.1;
        verify(meter.part > 0.5 && meter.part < 0.8);
        meter.level = 1;
        compare(meter.part, 1);
    }

    function test_aQuestionIsLeftByEscapeWithoutAnAnswer() {
        confirmed.clear();
        dialog.open();
        tryVerify(() => dialog.opened);
        keyClick(Qt.Key_Escape);
        tryVerify(() => !dialog.visible);
        compare(confirmed.count, 0);
    }

    function test_aWrittenTextIsShownAsItIs() {
        words.text = "<b>1 < 2</b>";
        compare(words.textFormat, Text.PlainText);
    }

    name: "Controls"
    height: 400
    visible: true
    when: windowShown
    width: 400

    QtObject {
        id: host

        property list<var> asked: []
        property string choice: "b"
        property int setting: 40
        property bool takes: true

        function ask(value: var): void {
        host.asked.push(value);
    }
    }

        FontMetrics {
            id: metrics

            font.pixelSize: Theme.type.body
        }

        SignalSpy {
            id: clicks

            signalName: "clicked"
        }

        SignalSpy {
            id: confirmed

            signalName: "confirmed"
            target: dialog
        }

        Column {
            PillButton {
                id: pill

                text: "Pill"
            }

            IconButton {
                id: iconic

                glyph: Icon.Copy
                label: "Copy"
            }

            Chip {
                id: chip

                text: "Chip"
            }

            ToggleSwitch {
                id: toggle

                label: "Sounds"
            }

            NumberField {
                id: number

                from: 0
                label: "Volume"
                number: host.setting
                stepSize: 5
                to: 100
                unit: "%"

                onChosen: number => {
                    host.ask(number);
                    if (host.takes)
                        host.setting = number;
                }
            }

            SelectField {
                id: select

                label: "Letter"
                options: [
                    {
                        value: "a",
                        label: "A rather long label"
                    },
                    {
                        value: "b",
                        label: "Bee"
                    },
                    {
                        value: "c",
                        label: "Sea"
                    }
                ]
                value: host.choice

                onChosen: value => {
                    host.ask(value);
                    if (host.takes)
                        host.choice = value;
                }
            }

            TextInputField {
                id: field

                label: "Field"
            }

            LevelMeter {
                id: meter

                label: "Level"
                level: 0
            }

            ProgressRing {
                id: ring

                label: "Fetching"
                progress: 0.5
            }

            TranscriptText {
                id: words
            }
        }

        ConfirmDialog {
            id: dialog

            actionText: "Delete"
            detail: "It is gone for good."
            question: "Delete it?"
        }
    }
