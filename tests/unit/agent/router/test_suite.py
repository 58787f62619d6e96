"""The labelled sentences as a gate: no wrong run, and floors on both halves; and what a broken suite file says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.agent.router import Router
from app.agent.router.suite import Expected, Suite, SuiteReport, SuiteUnreadable, load_suite, measure

HEAD = 'now = 2026-11-30T09:00:00+01:00\ntools = ["tools.json"]\n'
TOOLS = [
    {
        "integration": "Mail",
        "name": "send",
        "title": "Send",
        "description": "Sends",
        "inputSchema": {"type": "object"},
        "utterances": ["send it off"],
    }
]


@pytest.fixture(scope="module")
def report(suite: Suite, router: Router) -> SuiteReport:
    return measure(suite, router)


def test_no_labelled_sentence_runs_anything_that_was_not_asked_for(report: SuiteReport) -> None:
    assert [one.labelled.say for one in report.measured if one.wrong_run] == []
    assert report.halves["all"].wrong_runs == 0


@pytest.mark.parametrize(
    ("half", "tool", "arguments", "decision"), [("tuning", 0.97, 0.95, 0.95), ("held_out", 0.95, 0.88, 0.91)]
)
def test_right_tool_and_right_arguments_stay_above_their_floors(
    report: SuiteReport, half: str, tool: float, arguments: float, decision: float
) -> None:
    found = report.halves[half]
    assert found.right_tool >= tool
    assert found.right_arguments >= arguments
    assert found.right_decision >= decision


def test_the_set_is_as_large_and_as_mixed_as_it_has_to_be(suite: Suite) -> None:
    held = [one for one in suite.sentences if one.expect is not Expected.RUN]
    foreign = {one.ref.integration for one in suite.tools if not one.ref.integration.startswith("org.voxnotch")}
    assert len(suite.sentences) >= 150
    assert len(held) >= 40
    assert len([one for one in suite.tools if one.ref.integration in foreign]) >= 30
    halves = [one.half for one in suite.sentences]
    assert abs(halves.count("tuning") - halves.count("held_out")) <= 10


Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        (tmp_path / "tools.json").write_text(json.dumps(TOOLS))
        path = tmp_path / "suite.toml"
        path.write_text(text)
        return path

    return written


def test_a_suite_of_a_person_is_measured_like_our_own(write: Write, router: Router) -> None:
    path = write(
        HEAD
        + '[[tuning]]\nsay = "send it off"\ntool = "mail.send"\n'
        + '[[held_out]]\nsay = "send it off"\nexpect = "none"\n'
        + '[[held_out]]\nsay = "versende"\nlanguage = "de"\nexpect = "hold"\n'
    )
    report = measure(load_suite(path), router)
    assert report.halves["tuning"].right_arguments == 1
    assert report.halves["held_out"].wrong_runs == 1
    assert report.halves["held_out"].right_arguments == 1  # nothing there should run
    assert not report.measured[1].right


def test_an_ask_is_right_only_with_the_right_value_and_a_choice_only_with_the_tool(
    write: Write, router: Router
) -> None:
    with_value = [
        {**TOOLS[0], "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}}
    ]
    path = write(
        HEAD
        + '[[tuning]]\nsay = "send it off"\nexpect = "ask"\nmissing = "to"\ntool = "mail.send"\n'
        + '[[tuning]]\nsay = "send it off"\nexpect = "ask"\nmissing = "from"\ntool = "mail.send"\n'
        + '[[tuning]]\nsay = "good morning"\nexpect = "choose"\ntool = "mail.send"\n'
    )
    (path.parent / "tools.json").write_text(json.dumps(with_value))
    assert [one.right for one in measure(load_suite(path), router).measured] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("now = ", "", "Invalid value"),
        ("", "now", "a date and time with its offset"),
        ("now = 2026-11-30T09:00:00", "now", "a date and time with its offset"),
        (HEAD + "[[tuning]]\nexpect = 'none'", "tuning[0].say", "the sentence is missing"),
        (HEAD + "tuning = 1", "tuning", "a list is needed"),
        (HEAD + "[[tuning]]\nsay = 'a'\nexpect = 'go'", "tuning[0].expect", "go; one of run, ask"),
        (HEAD + "[[held_out]]\nsay = 'a'", "held_out[0].tool", "needs its tool"),
        (
            HEAD + "[[tuning]]\nsay = 'a'\ntool = 'mail.gone'",
            "tuning[0].tool",
            "no tool of this suite is called mail.gone",
        ),
        (
            HEAD + "[[tuning]]\nsay = 'a'\ntool = 'mail.send'\nprevious = { tool = 'x' }",
            "tuning[0].previous.tool",
            "no tool of this suite",
        ),
        (HEAD + 'integrations = ["nowhere"]', "integrations", "nowhere"),
    ],
)
def test_a_broken_suite_names_the_file_the_place_and_the_reason(
    write: Write, text: str, place: str, words: str
) -> None:
    path = write(text)
    with pytest.raises(SuiteUnreadable) as wrong:
        load_suite(path)
    assert wrong.value.code == "suite-unreadable"
    assert wrong.value.place.startswith(str(path))
    assert place in wrong.value.place
    assert words in wrong.value.detail


@pytest.mark.parametrize(("tools", "place"), [("{", ""), ('[{"integration": "x"}]', "[0]")])
def test_a_broken_list_of_tools_names_its_own_file(write: Write, tools: str, place: str) -> None:
    path = write(HEAD)
    (path.parent / "tools.json").write_text(tools)
    with pytest.raises(SuiteUnreadable) as wrong:
        load_suite(path)
    assert wrong.value.place == str(path.parent / "tools.json") + (f": {place}" if place else "")


def test_a_manifest_that_cannot_be_used_is_named(write: Write) -> None:
    path = write(HEAD + 'integrations = ["broken"]')
    (path.parent / "broken").mkdir()
    (path.parent / "broken" / "voiceos.integration.json").write_text("{}")
    with pytest.raises(SuiteUnreadable, match="no manifest that can be used"):
        load_suite(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SuiteUnreadable) as wrong:
        load_suite(tmp_path / "none.toml")
    assert wrong.value.place == str(tmp_path / "none.toml")


@pytest.mark.parametrize("text", ["[" * 100_000, "[" + "9" * 5000 + "]"])
def test_a_file_that_no_reader_can_take_is_told_of(write: Write, text: str) -> None:
    path = write(HEAD)
    path.with_name("tools.json").write_text(text, "utf-8")
    with pytest.raises(SuiteUnreadable):
        load_suite(path)
    path.write_text(f"now = {text}", "utf-8")
    with pytest.raises(SuiteUnreadable):
        load_suite(path)
