// qmllint disable unqualified
import QtQuick
import QtTest
import Voxnotch.Notch
import Voxnotch.Theme

// The faces of an agent turn, what it asks back and the field for typing, by mouse and by keyboard alone. `stage`
// (tests/qml/run.py) tells the turns.
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

    SignalSpy {
        id: wanted

        signalName: "keyboardWanted"
        target: stage.surface
    }

    TestCase {
        id: testCase

        function init() {
            Theme.reducedMotion = true;
            stage.reset();
            wanted.clear();
        }

        function cleanup() {
            Theme.textScale = 1;
            body.LayoutMirroring.enabled = false;
        }

        function cleanupTestCase() {
            Theme.reducedMotion = false;
        }

        function see(name: string, child: string) {
            stage.turn(name);
            tryVerify(() => body.settled && find(child) !== null && find(child).width > 0, 5000);
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

        function focusName() {
            return root.Window.activeFocusItem.objectName;
        }

        function test_a_turn_shows_the_words_and_what_is_done() {
            see("thinking", "status");
            verify(find("said").text.startsWith("What is on my calendar"));
            compare(find("status").text, "Thinking…");
            compare(find("acknowledged"), null);
            compare(find("elapsed").text, "");
            compare(stage.outline()[0], 340);
            see("asking", "acknowledged");
            compare(find("acknowledged").text, "Let me look.");
            compare(find("status").text, "Asking Calendar…");
            mouseClick(find("cross"));
            compare(stage.asked(), ["CancelTurn"]);
        }

        function test_after_a_while_the_time_shows_also_when_a_dictation_lay_over_it() {
            stage.openBefore(20);
            tryVerify(() => find("elapsed") !== null && Number(find("elapsed").text.split(" ")[0]) >= 20,
            5000);
            stage.show("listening");
            tryVerify(() => find("elapsed") === null, 5000);
            stage.show("idle");
            tryVerify(() => find("elapsed") !== null && Number(find("elapsed").text.split(" ")[0]) >= 20,
            5000);
        }

        function test_an_answer_grows_to_three_lines_and_then_follows_its_end() {
            see("thinking", "status");
            stage.grow("One");
            tryVerify(() => find("answer") !== null && body.settled, 5000);
            const face = find("answer");
            const low = stage.outline()[1];
            stage.grow("One two three four five six seven eight nine ten ".repeat(3));
            tryVerify(() => stage.outline()[1] > low, 5000);
            const high = stage.outline()[1];
            stage.grow("One two three four five six seven eight nine ten ".repeat(9));
            tryVerify(() => find("scrollMark") !== null, 5000);
            tryVerify(() => stage.outline()[1] <= high + 20, 5000);
            const scroller = find("scroller");
            tryVerify(() => Math.abs(scroller.contentY - (scroller.contentHeight - scroller.height)) < 1,
            5000);
            compare(find("answer"), face, "it is the same face");
            mouseClick(find("cross"));
            compare(stage.asked(), ["CancelTurn"]);
        }

        function test_the_end_of_an_answer_keeps_its_face_and_lets_it_fade() {
            see("growing", "answer");
            const face = find("answer");
            mouseMove(root, root.width / 2, 500);
            verify(!testCase.timer().running, "it does not fade while it grows");
            stage.finish("It is two.");
            compare(find("answer"), face);
            tryVerify(() => testCase.timer().running, 5000);
            mouseClick(find("cross"));
            compare(stage.state(), "idle");
            compare(stage.asked(), []);
        }

        function test_an_answer_that_came_faster_than_it_is_read_is_shown_from_its_beginning() {
            const answer = "One two three four five six seven eight nine ten ".repeat(9);
            see("thinking", "status");
            stage.grow(answer);
            tryVerify(() => find("scrollMark") !== null && body.settled, 5000);
            verify(find("scroller").contentY > 0, "it follows the end");
            stage.finish(answer);
            compare(find("scroller").contentY, 0);
        }

        function test_three_lines_with_markup_do_not_scroll() {
            see("thinking", "status");
            stage.finish(
                        "The library at the market square is open from nine to six today, and **until eight** on Thursdays. "
                        + "It is closed on Sundays and holidays.");
            tryVerify(() => find("answer") !== null && body.settled, 5000);
            compare(find("answer").lineCount, 3);
            compare(find("scrollMark"), null);
        }

        function timer() {
            return findChild(find("scroller").parent, "fading");
        }

        function test_what_is_spoken_stays_and_is_silenced_by_a_press() {
            see("spoken", "stopSpeaking");
            mouseMove(root, root.width / 2, 500);
            verify(!testCase.timer().running);
            mouseClick(find("stopSpeaking"));
            compare(stage.asked(), ["StopSpeaking"]);
            compare(stage.state(), "said");
            stage.speak(false);
            tryVerify(() => testCase.timer().running && find("stopSpeaking") === null, 5000);
        }

        function test_a_card_has_its_narration_above_it_and_leads_to_the_others() {
            see("caption", "caption");
            compare(find("caption").Accessible.name, "Three things, and the train is late.");
            verify(find("stopSpeaking") !== null);
            mouseClick(find("action"));
            compare(stage.state(), "idle");
        }

        function test_a_missing_value_is_typed_and_sent_with_enter() {
            see("value", "field");
            compare(stage.outline()[0], 400);
            compare(find("title").text, "Start a timer needs: Duration");
            verify(!find("answer").enabled);
            stage.pressCardKey();
            compare(wanted.count, 1);
            compare(focusName(), "field");
            for (const letter of "5 min")
                keyClick(letter);
            verify(find("answer").enabled);
            keyClick(Qt.Key_Return);
            compare(stage.said(), "answer 5 min");
            keyClick(Qt.Key_Return);
            compare(stage.said(), "answer 5 min", "once");
        }

        function test_a_field_that_is_pressed_wants_the_keyboard() {
            see("value", "field");
            mouseClick(find("field"));
            compare(wanted.count, 1);
        }

        function test_an_option_of_a_missing_value_is_one_press() {
            see("value", "option1");
            mouseClick(find("option1"));
            compare(stage.said(), "option 1");
        }

        function test_an_answer_that_does_not_fit_is_remarked_at_the_field() {
            see("value-wrong", "remark");
            verify(find("remark").text !== "");
            verify(find("field").Accessible.description.includes(find("remark").text));
        }

        function test_escape_closes_what_is_asked_data(): var {
        return [
        {
        tag: "value"
    },
    {
    tag: "choice"
}
];
}

function test_escape_closes_what_is_asked(row) {
    see(row.tag, "cancel");
    stage.pressCardKey();
    keyClick(Qt.Key_Escape);
    compare(stage.said(), "close");
}

function test_one_to_three_choose_what_was_meant() {
    see("choice", "option2");
    stage.pressCardKey();
    compare(focusName(), "option0");
    keyClick(Qt.Key_4);
    compare(stage.said(), "");
    keyClick(Qt.Key_3);
    compare(stage.said(), "option 2");
}

function test_what_was_meant_is_reached_by_tab_and_chosen_with_enter() {
    see("choice", "option2");
    stage.pressCardKey();
    keyClick(Qt.Key_Tab);
    compare(focusName(), "option1");
    keyClick(Qt.Key_Return);
    compare(stage.said(), "option 1");
}

function test_none_of_these_closes() {
    see("choice", "cancel");
    compare(find("cancel").text, "None of these");
    mouseClick(find("cancel"));
    compare(stage.said(), "close");
}

function test_a_take_is_heard_below_what_is_asked() {
    see("choice", "voice");
    verify(find("voice").text.includes("Ctrl+Alt+A"));
    compare(find("take"), null);
    see("choice-heard", "take");
    compare(find("take").text, "the second one");
    compare(find("voice").text, "");
    compare(stage.state(), "inquire");
}

function test_a_question_says_how_it_is_answered_by_voice() {
    stage.turn("choice");  // which names the key
    stage.ask("mail");
    tryVerify(() => body.settled && find("confirm") !== null && find("confirm").width > 0, 5000);
    verify(find("voice").text.includes("Ctrl+Alt+A"));
    stage.show("listening");
    stage.hear("go", "ahead");
    tryVerify(() => find("take") !== null && find("voice") === null, 5000);
    compare(find("take").text, "go ahead");
}

function test_the_field_for_typing_has_the_keyboard_and_sends_with_enter() {
    see("write-new", "field");
    compare(wanted.count, 1);
    compare(focusName(), "field");
    compare(find("newTopic"), null);
    keyClick(Qt.Key_Return);
    compare(stage.state(), "write", "nothing was typed");
    for (const letter of "hello")
        keyClick(letter);
    keyClick(Qt.Key_Return);
    compare(stage.said(), "say hello");
    compare(stage.state(), "idle");
    see("write-new", "field");
    compare(find("field").text, "");
    keyClick(Qt.Key_Up);
    compare(find("field").text, "hello");
    keyClick(Qt.Key_Down);
    compare(find("field").text, "");
    keyClick(Qt.Key_Escape);
    compare(stage.state(), "idle");
}

function test_a_new_topic_is_one_press_beside_the_field() {
    see("write", "newTopic");
    mouseClick(find("newTopic"));
    compare(stage.asked(), ["NewTopic"]);
    compare(focusName(), "field");
}

function test_the_key_for_typing_gives_the_keyboard_to_what_is_asked() {
    see("value", "field");
    stage.pressTypingKey();
    compare(stage.state(), "inquire");
    compare(wanted.count, 1);
    compare(focusName(), "field");
}

function test_every_control_has_a_name_data(): var {
    return ["thinking", "asking", "growing", "spoken", "caption", "failed", "value", "value-wrong", "choice",
            "write"].map(name => ({
                tag: name
            }));
}

function test_every_control_has_a_name(row) {
    stage.turn(row.tag);
    tryVerify(() => body.settled && stage.outline()[1] > 40, 5000);
    let controls = 0;
    for (const item of all(body)) {
        if ([Accessible.Button, Accessible.EditableText].includes(item.Accessible.role)) {
            controls += 1;
            verify(item.Accessible.name !== "", item + " " + item.objectName + " has a name");
        }
    }
    verify(controls > 0);
}

// Mirrored, and at twice the size of the text.
function test_nothing_leaves_the_notch_data(): var {
    return ["asking", "growing", "spoken", "value-wrong", "choice-heard", "write"].map(name => ({
        tag: name
    }));
}

function test_nothing_leaves_the_notch(row) {
    Theme.textScale = 2;
    body.LayoutMirroring.enabled = true;
    body.LayoutMirroring.childrenInherit = true;
    root.width = 860;
    stage.turn(row.tag);
    tryVerify(() => body.settled && stage.outline()[1] > 60, 5000);
    const width = stage.outline()[0];
    const left = (root.width - width) / 2;
    for (const item of all(body)) {
        if (item.objectName !== "" && item.objectName !== "face") {
            const x = item.mapToItem(root, 0, 0).x;
            verify(x >= left - 1 && x + item.width <= left + width + 1, item.objectName + " at " + x + " of "
                   + item.width);
        }
    }
    root.width = 440;
}

name: "Turns"
when: windowShown
}
}
