// qmllint disable unqualified
import QtQuick
import QtTest
import Voxnotch.Notch
import Voxnotch.Theme

// `stage` (tests/qml/run.py) holds real view models and tells them real events.
Item {
    id: root

    height: 480
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

        function init() {
            Theme.reducedMotion = true;
            stage.reset();
        }

        function cleanupTestCase() {
            Theme.reducedMotion = false;
        }

        function shape(): var {
        return stage.outline();
    }

        function face(): Item {
            return findChild(body, "face").item as Item;
        }

            function texts(item): list<string> {
                                      const found = [];
                                      if (item.text !== undefined && item.visible) {
                                          found.push(item.text);
                                      }
                                      for (let i = 0; i < item.children.length; i++) {
                                          found.push(...texts(item.children[i]));
                                      }
                                      return found;
                                  }

            function test_sizes_follow_the_state_data(): var {
            return [
            {
            tag: "idle",
            width: 184,
            height: 28
        },
        {
        tag: "listening",
        width: 340,
        height: 52
    },
    {
    tag: "finishing",
    width: 340,
    height: 52
},
{
    tag: "working",
    width: 340,
    height: 44
},
{
    tag: "said",
    width: 380,
    height: 0
},
{
    tag: "card",
    width: 380,
    height: 0
},
{
    tag: "error",
    width: 380,
    height: 0
}
];
}

function test_sizes_follow_the_state(row) {
    stage.show(row.tag);
    tryVerify(() => shape()[0] === row.width, 5000);
    if (row.height > 0) {
        tryVerify(() => shape()[1] === row.height, 5000);
    } else {
        tryVerify(() => shape()[1] > 28, 5000);
    }
}

function test_said_is_at_most_three_lines() {
    stage.sayLong();
    tryVerify(() => shape()[1] > 60, 5000);
    verify(shape()[1] <= 96, shape()[1]);
}

function test_a_remark_with_a_button_is_read_whole() {
    stage.sayWithButton();
    tryVerify(() => shape()[1] > 60, 5000);
    verify(shape()[1] <= 96, shape()[1]);
    const words = texts(face()).find(text => text.includes("microphone could not be tested"));
    const line = face().children.find(child => child.text === words && child.visible);
    compare(line.truncated, false);
}

function test_words_stay_while_finishing() {
    stage.show("listening");
    stage.hear("Hello", "world");
    tryVerify(() => shape()[1] > 52, 5000);
    const before = face();
    stage.show("finishing");
    compare(face(), before);
}

function test_at_most_two_lines_of_words_the_newest() {
    stage.show("listening");
    stage.hear("one two three four five six seven eight nine ten ".repeat(30), "last");
    tryVerify(() => shape()[1] > 52 + 30, 5000);
    verify(shape()[1] < 52 + 3 * 20, shape()[1]);
}

function test_words_with_signs_are_shown_as_they_are() {
    stage.show("listening");
    stage.hear("a <b> & c", "");
    tryVerify(() => face() !== null, 5000);
    verify(texts(face()).some(text => text.includes("a &lt;b&gt; &amp; c")));
}

function test_idle_runs_nothing() {
    stage.show("listening");
    verify(stage.running(body).length > 0);  // the clock of a take is found
    stage.show("idle");
    tryVerify(() => shape()[1] === 28, 5000);
    compare(face(), null);
    tryVerify(() => stage.running(body).length === 0, 5000);
}

function test_nothing_is_drawn_beside_a_shape_that_still_grows() {
    tryVerify(() => shape()[0] === 184, 5000);
    Theme.reducedMotion = false;
    stage.show("error");
    const loader = findChild(body, "face");
    tryVerify(() => loader.item !== null, 5000);
    compare(loader.opacity, 0);
    tryCompare(loader, "opacity", 1, 5000);
}

function test_a_hint_goes_by_itself() {
    stage.show("listening");
    stage.hint();
    tryVerify(() => shape()[1] > 52, 5000);
    tryVerify(() => shape()[1] === 52, 10000);
}

function test_the_button_of_a_card_copies_and_closes() {
    stage.show("card");
    tryVerify(() => face() !== null, 5000);
    const button = findChild(face(), "action");
    tryVerify(() => button.width > 0, 5000);
    mouseClick(button);
    compare(stage.asked(), ["CopyTurn"]);
    compare(stage.state(), "idle");
}

function test_the_cross_cancels_what_works() {
    stage.show("working");
    tryVerify(() => face() !== null, 5000);
    mouseClick(findChild(face(), "cross"));
    compare(stage.asked(), ["CancelTurn"]);
}

function test_what_is_said_stays_under_the_pointer_data(): var {
    return [
        {
            tag: "hovered",
            running: false
        },
        {
            tag: "not hovered",
            running: true
        }
    ];
}

function test_what_is_said_stays_under_the_pointer(row) {
    stage.show("said");
    tryVerify(() => face() !== null, 5000);
    mouseMove(body, body.width / 2, row.running ? 300 : 10);
    tryVerify(() => findChild(face(), "fading").running === row.running, 5000);
}

function test_a_long_card_scrolls_below_its_limit() {
    stage.showLongCard();
    tryVerify(() => shape()[1] === stage.limit(), 5000);
    verify(findChild(face(), "scrollMark").visible);
}

function test_a_short_card_shows_no_mark_of_scrolling() {
    stage.show("card");
    tryVerify(() => face() !== null, 5000);
    verify(!findChild(face(), "scrollMark").visible);
}

name: "Notch"
when: windowShown
}
}
