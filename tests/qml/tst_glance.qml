// qmllint disable unqualified
import QtQuick
import QtTest
import Voxnotch.Blocks
import Voxnotch.Notch
import Voxnotch.Theme

// Glance cards: charts as text, times that run only while they are seen, icons. `stage` (tests/qml/run.py) asks them.
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

        function test_charts_are_read_as_text_data(): var {
        return [
        {
        tag: "bars-negative",
        words: "Q2 -5100 €"
    },
    {
    tag: "line",
    words: "24 values"
},
{
    tag: "splitBar",
    words: "Food 640 (29%)"
},
{
    tag: "ring",
    words: "38%"
}
];
}

function test_charts_are_read_as_text(row) {
    show(row.tag);
    const heard = all(body).map(item => item.Accessible.name + " " + item.Accessible.description).join("\n");
    verify(heard.includes(row.words), heard);
}

function test_a_clock_waits_only_while_it_is_seen() {
    show("countdown");
    tryVerify(() => stage.running(body).length > 0, 5000);
    stage.wait(754);
    tryVerify(() => all(body).some(item => item.text === "0:00"), 5000);
    tryVerify(() => stage.running(body).length === 0, 5000, "at 0:00 nothing runs");
    stage.reset();
    show("clock");
    verify(stage.running(body).length > 0);
    root.visible = false;
    tryVerify(() => stage.running(body).length === 0, 5000, "what is not seen does not move");
    root.visible = true;
}

function test_a_card_without_a_time_runs_nothing_data(): var {
    return ["bars", "line", "ring", "list", "splitBar"].map(name => ({
        tag: name
    }));
}

function test_a_card_without_a_time_runs_nothing(row) {
    show(row.tag);
    tryVerify(() => stage.running(body).length === 0, 5000, String(stage.running(body)));
}

function test_every_icon_of_the_contract_is_drawn_and_no_other() {
    verify(stage.icons().length > 30);
    for (const name of stage.icons()) {
        icon.name = name;
        verify(icon.known && icon.implicitWidth > 0, name);
    }
    icon.name = "unicorn";
    compare(icon.implicitWidth, 0);
}

function test_the_cross_closes_a_card() {
    show("list");
    mouseClick(find("cross"));
    compare(stage.state(), "idle");
}

name: "Glance"
when: windowShown

NamedIcon {
    id: icon

    name: ""
}
}
}
