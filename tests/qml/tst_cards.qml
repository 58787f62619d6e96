// qmllint disable unqualified
import QtQuick
import QtTest
import Voxnotch.Blocks
import Voxnotch.Notch
import Voxnotch.Theme

// Questions and glance cards by mouse and by keyboard alone. `stage` (tests/qml/run.py) asks them.
Item {
    id: root

    height: 600
    width: 440

    NotchBody {
        id: body

        anchors.fill: parent
        notch: stage.notch
        surface: stage.surface
        wanted: true
    }

    TestCase {
        id: testCase

        property int pause

        function initTestCase() {
            testCase.pause = Theme.answerPause;
        }

        function init() {
            Theme.reducedMotion = true;
            Theme.answerPause = 0;
            stage.reset();
        }

        function cleanupTestCase() {
            Theme.reducedMotion = false;
            Theme.answerPause = testCase.pause;
        }

        function ask(name: string) {
            stage.ask(name);
            tryVerify(() => body.settled && find("confirm") !== null && find("confirm").width > 0, 5000);
            if (Theme.answerPause === 0)
                tryVerify(() => find("confirm").enabled, 5000);
        }

        function show(name: string) {
            stage.showBlock(name);
            tryVerify(() => body.settled && stage.outline()[1] > 40, 5000);
        }

        function find(name) {
            return named(body, name);
        }

        // Delegates are no children of their view for findChild.
        function named(item, name) {
            if (item.objectName === name && item.visible)
                return item;
            for (const child of item.children) {
                const found = named(child, name);
                if (found !== null)
                    return found;
            }
            return null;
        }

        function all(item: Item): list<var> {
            const found = item.visible ? [item] : [];
            for (const child of item.children)
                found.push(...all(child));
            return found;
        }

        function test_the_question_is_400_wide() {
            ask("mail");
            compare(stage.outline()[0], 400);
        }

        function test_the_buttons_answer_data(): var {
        return [
        {
        tag: "confirm",
        answer: "yes"
    },
    {
    tag: "cancel",
    answer: "no"
}
];
}

function test_the_buttons_answer(row) {
    ask("mail");
    mouseClick(find(row.tag));
    compare(stage.answer(), row.answer);
}

function test_enter_says_yes_and_escape_no() {
    ask("mail");
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "yes");
    stage.reset();
    ask("mail");
    keyClick(Qt.Key_Escape);
    compare(stage.answer(), "no");
}

function test_enter_in_a_field_of_one_line_says_yes_in_one_of_many_it_is_a_line() {
    ask("mail");
    const body = find("field.{{body}}");
    mouseClick(body);
    keyClick(Qt.Key_End, Qt.ControlModifier);
    keyClick(Qt.Key_Return);
    keyClick("x");
    compare(stage.answer(), "");
    verify(body.text.endsWith("ten.\nx"), body.text);
    keyClick(Qt.Key_Tab);
    verify(!body.activeFocus, "Tab leaves a field of many lines");
    mouseClick(find("field.{{guest}}"));
    keyClick(Qt.Key_End);
    keyClick("!");
    compare(find("title").text, "Send to ann@example.org!");
    keyClick(Qt.Key_Return);
    verify(stage.answer().startsWith("yes guest=ann@example.org! body="), stage.answer());
}

function test_a_field_that_is_pressed_wants_the_keyboard() {
    wanted.clear();
    ask("mail");
    compare(wanted.count, 0);
    mouseClick(find("field.{{guest}}"));
    compare(wanted.count, 1);
    mouseClick(find("field.{{body}}"));
    compare(wanted.count, 2);
}

function test_everything_is_reached_and_done_by_keyboard_alone() {
    ask("event");
    const stops = [];
    for (let i = 0; i < 8; i++) {
        keyClick(Qt.Key_Tab);
        stops.push(root.Window.activeFocusItem.objectName);
    }
    for (const name of ["field.{{title}}", "chip.{{kind}}.meeting", "chip.{{kind}}.focus", "field.{{notify}}",
                        "cancel", "confirm"])
        verify(stops.includes(name), name + " is among " + stops);
    find("chip.{{kind}}.focus").forceActiveFocus(Qt.TabFocusReason);
    keyClick(Qt.Key_Space);
    find("field.{{notify}}").forceActiveFocus(Qt.TabFocusReason);
    keyClick(Qt.Key_Space);
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "yes title=Team sync kind=focus notify=False");
}

function test_a_card_that_has_just_come_up_takes_no_yes_and_any_no() {
    compare(testCase.pause, 350);
    Theme.answerPause = 3600 * 1000;
    ask("event");
    verify(!find("confirm").enabled);
    mouseClick(find("confirm"));
    keyClick(Qt.Key_Return);
    keyClick(Qt.Key_Enter);
    compare(stage.answer(), "");
    keyClick(Qt.Key_Escape);
    compare(stage.answer(), "no");
    stage.reset();
    ask("event");
    mouseClick(find("cancel"));
    compare(stage.answer(), "no");
}

function test_a_card_that_changes_waits_anew_before_it_takes_a_yes() {
    ask("event");
    Theme.answerPause = 3600 * 1000;
    ask("mail");
    verify(!find("confirm").enabled);
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "");
    Theme.answerPause = 0;
    tryVerify(() => find("confirm").enabled, 5000);
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "yes");
}

function test_buttons_of_the_footer_that_answer_nothing_are_beside_the_answers() {
    ask("foot");
    mouseClick(find("action.copy"));
    verify(stage.asked().includes("CopyText"));
    compare(find("action.openUrl").text, "Help");
    compare(stage.answer(), "");
    ask("event");
    compare(find("action.copy"), null);
}

function test_the_card_key_goes_to_the_first_field_else_to_the_yes_data(): var {
    return [
        {
            tag: "event",
            goal: "field.{{title}}"
        },
        {
            tag: "list",
            goal: "confirm"
        },
        {
            tag: "foot",
            goal: "confirm"
        }
    ];
}

function test_the_card_key_goes_to_the_first_field_else_to_the_yes(row) {
    ask(row.tag);
    stage.pressCardKey();
    compare(root.Window.activeFocusItem.objectName, row.goal);
}

function test_the_card_key_pressed_at_once_reaches_the_yes_when_it_counts() {
    Theme.answerPause = 3600 * 1000;
    ask("list");
    stage.pressCardKey();
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "");
    Theme.answerPause = 0;
    tryVerify(() => find("confirm").enabled, 5000);
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "yes");
}

function test_a_drawing_outside_the_scrolled_view_is_hidden() {
    const drawing = icon => icon.children[0];
    tryVerify(() => drawing(upper).visible && !drawing(lower).visible, 5000);
    scroller.contentY = 60;
    tryVerify(() => !drawing(upper).visible && drawing(lower).visible, 5000);
}

function test_enter_on_a_button_presses_that_button() {
    ask("event");
    find("cancel").forceActiveFocus(Qt.TabFocusReason);
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "no");
}

function test_a_select_opens_within_the_card_by_mouse_and_by_keys() {
    ask("select");
    const field = find("field.{{kind}}");
    const before = stage.outline()[1];
    mouseClick(field);
    tryVerify(() => stage.outline()[1] > before + 40, 5000);
    keyClick(Qt.Key_Down);
    keyClick(Qt.Key_Down);
    keyClick(Qt.Key_Return);
    tryVerify(() => stage.outline()[1] === before, 5000);
    compare(stage.answer(), "", "Enter chose the option and did not say yes");
    mouseClick(field);
    tryVerify(() => stage.outline()[1] > before + 40, 5000);
    keyClick(Qt.Key_Down);
    keyClick(Qt.Key_Escape);
    tryVerify(() => stage.outline()[1] === before, 5000);
    compare(stage.answer(), "", "Escape closed the options and did not say no");
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "yes kind=focus");
}

function test_chips_take_several_values_or_one() {
    ask("chips");
    mouseClick(find("chip.{{days}}.Fri"));
    mouseClick(find("chip.{{days}}.Tue"));
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "yes days=['Thu', 'Fri']");
    stage.reset();
    ask("chips-one");
    mouseClick(find("chip.{{kind}}.focus"));
    keyClick(Qt.Key_Return);
    compare(stage.answer(), "yes kind=focus");
}

function test_buttons_in_a_card_copy_and_never_answer() {
    ask("actions");
    mouseClick(find("action.copy"));
    verify(stage.asked().includes("CopyText"));
    mouseClick(find("action.openUrl"));
    compare(stage.answer(), "");
    verify(find("remark").text !== "");
}

function test_a_password_is_not_shown() {
    ask("passwordField");
    const field = find("field.{{secret}}");
    compare(field.echoMode, TextInput.Password);
    verify(!field.displayText.includes("correct"), field.displayText);
}

function test_a_take_is_one_line_in_the_question() {
    ask("event");
    verify(find("take") === null);
    stage.show("listening");
    stage.hear("Dear", "Ann");
    tryVerify(() => find("take") !== null, 5000);
    compare(find("take").text, "Dear Ann");
    compare(stage.outline()[0], 400);
}

function test_everything_has_a_name_and_a_role_data(): var {
    return ["event", "mail", "destructive", "list", "widget", "select", "chips", "actions", "passwordField",
            "image", "progress"].map(name => ({
                tag: name
            }));
}

function test_everything_has_a_name_and_a_role(row) {
    ask(row.tag);
    for (const item of all(body)) {
        if (item.activeFocusOnTab && item.enabled) {
            verify(item.Accessible.name !== "", item + " " + item.objectName + " has a name");
            verify(item.Accessible.role !== Accessible.NoRole, item + " has a role");
        }
    }
}

name: "Cards"
when: windowShown

CardScroll {
    id: scroller

    height: 50
    parent: root
    width: 100
    z: -1

    NamedIcon {
        id: upper

        name: "star"
    }

    Item {
        height: 60
        width: 1
    }

    NamedIcon {
        id: lower

        name: "star"
    }
}

SignalSpy {
    id: wanted

    signalName: "keyboardWanted"
    target: stage.surface
}
}
}
