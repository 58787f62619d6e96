"""A sentence on the command line: what it would reach, what it does when it runs, and how well a suite is routed."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.agent.router.deciding import ASK_SCORE, CHOOSE_SCORE, RUN_SCORE
from app.cli.main import main
from app.cli.terminal import Terminal
from app.cli.terminal_inquiries import TerminalInquiries
from app.domain.inquiries import Inquiry, InquiryAnswer, InquiryKind, InquiryOption, InquiryRemark
from app.domain.messages import Event, InquiryAsked, InquiryClosed
from app.domain.turn import TurnId
from app.settings.paths import resources_folder
from tests.fixtures.integrations.folders import bundled
from tests.unit.cli.integration_stage import answer_of, home, kept, run, tool, write_folder

__all__ = ["home", "kept"]

pytestmark = pytest.mark.usefixtures("home", "kept")


def simulate(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["simulate", *map(str, arguments)], input=typed)


def with_notes(*arguments: str, typed: str = "") -> Result:
    return simulate(*arguments, "--integration", bundled("notes"), typed=typed)


def test_a_fast_intent_is_shown_with_what_it_fills_in_and_runs_nothing() -> None:
    done = simulate("set a timer for five minutes", "--integration", bundled("clock"))
    assert done.exit_code == 0
    assert "A fast intent runs Clock · Start timer (start_timer) with minutes=5." in done.stdout
    told = answer_of(simulate("set a timer for five minutes", "--integration", bundled("clock"), "--json"))
    assert (told["ok"], told["decision"], told["tool"], told["arguments"]) == (
        True, "intent", "start_timer", {"minutes": 5},
    )  # fmt: skip
    assert told["intents"][0]["score"] == 1.0
    assert {one["tool"] for one in told["tools"]} > {"start_timer", "get_time"}
    assert "events" not in told


def test_the_router_is_shown_where_no_intent_wins() -> None:
    told = answer_of(with_notes("make a new note called Garden please", "--json"))
    assert (told["decision"], told["tool"], told["arguments"]) == ("run", "create_note", {"title": "Garden"})
    assert told["tools"][0]["verdict"] == "would-run"
    assert (
        'The router runs Notes · Create note (create_note) with title="Garden".'
        in with_notes("make a new note called Garden please").stdout
    )


def test_a_missing_value_is_asked_for_and_the_call_asks_first(home: Path) -> None:
    told = answer_of(with_notes("create a note", "--json"))
    assert (told["decision"], told["missing"]) == ("ask", "title")

    done = with_notes("create a note", "--run", typed="Milk\ny\n")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "Milk · created")
    assert "title: " in done.stderr
    assert "This action always asks first." in done.stderr
    names = [
        line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ") and line.split()[0].isalpha()
    ]
    assert [name for name in names if name[0].isupper()] == [
        "InquiryAsked", "InquiryClosed", "CallStarted", "QuestionAsked", "QuestionClosed", "CallEnded",
    ]  # fmt: skip
    assert not home.exists() or not [*home.rglob("*.note*")], "nothing of the person's own was touched"


@pytest.mark.parametrize(("typed", "words"), [("", "It was not answered"), ("Milk\nn\n", "You said no")])
def test_what_is_not_answered_or_declined_does_nothing(typed: str, words: str) -> None:
    done = with_notes("create a note", "--run", typed=typed)
    assert done.exit_code == 1
    assert words in done.stdout


def test_json_of_a_turn_has_its_events_and_calls() -> None:
    told = answer_of(with_notes("show all my notes", "--run", "--json"))
    assert (told["ok"], told["route"]) == (True, "router")
    assert [one["event"] for one in told["events"]][-2:] == ["CallStarted", "CallEnded"]
    (call,) = told["calls"]
    assert (call["tool"], call["failure"]) == ("list_notes", None)
    assert call["card"]["blocks"]


def test_where_nothing_fits_nothing_runs_and_the_next_step_is_told() -> None:
    done = with_notes("sing me a song about the moon", "--run")
    assert done.exit_code == 1
    assert "Nothing that is installed fits." in done.stdout
    told = answer_of(with_notes("sing me a song about the moon", "--run", "--json"))
    assert (told["ok"], told["decision"], told["code"], told["calls"]) == (False, "none", "agent-no-match", [])
    assert told["advice"]


def test_a_tool_that_fits_but_not_surely_is_said_to_be_close_and_the_guide_is_named() -> None:
    done = with_notes("delete all my notes")
    assert done.exit_code == 1
    assert "Delete note (delete_note): close, but not sure enough" in done.stdout
    assert "docs/choosing.md" in done.stdout
    assert "docs/choosing.md" not in with_notes("sing me a song about the moon").stdout
    assert "docs/choosing.md" not in with_notes("show all my notes").stdout


def test_the_page_for_authors_has_the_figures_of_the_router() -> None:
    text = (resources_folder() / "docs" / "choosing.md").read_text("utf-8")
    said = re.findall(r"from (0\.\d\d)", text)
    assert said == [f"{score:.2f}" for score in (RUN_SCORE, ASK_SCORE, CHOOSE_SCORE)]


def test_a_call_that_fails_says_why(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "paper", [tool("print_page")], answers={"print_page": {"error": "out of paper"}})
    done = simulate("print page", "--integration", folder, "--run", typed="y\n")
    assert done.exit_code == 1
    assert "out of paper" in done.stdout


def test_without_folders_what_is_installed_answers() -> None:
    nothing = simulate("show all my notes")
    assert nothing.exit_code == 2
    assert "voxnotch integrations add FOLDER" in nothing.stderr
    run("add", bundled("notes"), "--yes")
    assert answer_of(simulate("show all my notes", "--json"))["tool"] == "list_notes"


def test_a_server_that_does_not_start_is_named(tmp_path: Path) -> None:
    runtime = {"kind": "local-mcp", "command": "no-such-program-anywhere"}
    folder = write_folder(tmp_path / "broken", [tool("print_page")], runtime=runtime)
    done = simulate("print page", "--integration", folder)
    assert done.exit_code == 1
    assert "Scripted: " in done.stderr
    assert "no-such-program-anywhere" in done.stderr


def test_several_folders_count_together() -> None:
    done = simulate("show all my notes", "--integration", bundled("clock"), "--integration", bundled("notes"), "--json")
    told = answer_of(done)
    assert {one["id"] for one in told["tools"]} == {"org.voxnotch.clock", "org.voxnotch.notes"}


@pytest.mark.slow
def test_the_words_of_a_sound_file_go_the_same_way() -> None:
    wav = resources_folder() / "demo" / "sentence.wav"
    told = answer_of(with_notes("--wav", str(wav), "--json"))
    assert len(told["sentence"].split()) > 3
    assert (told["language"], told["decision"]) == ("en", "none")


@pytest.mark.fault("A24")
def test_a_sound_file_without_sound_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "empty.wav").write_bytes(b"")
    done = with_notes("--wav", str(tmp_path / "empty.wav"))
    assert done.exit_code == 2
    assert "empty.wav" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [(), (" ",), ("x" * 5001,), ("words", "--wav", __file__), ("words", "--suite"), ("words", "--integration", "gone")],
)
def test_wrong_use_is_told(arguments: tuple[str, ...]) -> None:
    assert simulate(*arguments).exit_code == 2


SUITE = """
now = 2026-11-30T09:00:00+01:00
integrations = ["{notes}"]
tuning = [
  {{ say = "show all my notes", tool = "notes.list_notes", arguments = {{}} }},
  {{ say = "create a note", tool = "notes.create_note", expect = "ask", missing = "title", arguments = {{}} }},
]
held_out = [
  {{ say = "sing me a song about the moon", expect = "none" }},
  {{ say = "delete a note", expect = "none" }},
]
"""


def suite_file(folder: Path, text: str) -> Path:
    file = folder / "suite.toml"
    file.write_text(text.format(notes=bundled("notes")), "utf-8")
    return file


def test_a_suite_is_measured_and_what_went_wrong_is_listed(tmp_path: Path) -> None:
    file = suite_file(tmp_path, SUITE)
    done = simulate("--suite", file)
    assert done.exit_code == 0
    rows = {line.split("  ")[0].strip(): line.split() for line in done.stdout.splitlines()}
    assert rows["tuning"][1:5] == ["2", "100.0%", "100.0%", "100.0%"]
    assert rows["held out"][-1] == "0"
    assert "  delete a note: none expected, ask notes.delete_note title" in done.stdout.splitlines()

    told = answer_of(simulate("--suite", file, "--json"))
    assert told["ok"]
    assert told["halves"]["all"]["sentences"] == 4
    assert [(one["say"], one["wrong_run"]) for one in told["missed"]] == [("delete a note", False)]


def test_a_wrong_run_is_a_finding(tmp_path: Path) -> None:
    file = suite_file(tmp_path, SUITE.replace('tool = "notes.list_notes", arguments = {{}}', 'expect = "none"'))
    done = simulate("--suite", file)
    assert done.exit_code == 1
    assert "WRONG RUN  show all my notes: none expected, run notes.list_notes" in done.stdout
    assert not answer_of(simulate("--suite", file, "--json"))["ok"]


def test_a_suite_that_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    file = suite_file(tmp_path, SUITE.replace("notes.create_note", "notes.burn_note"))
    done = simulate("--suite", file)
    assert done.exit_code == 2
    assert "notes.burn_note" in done.stderr


def test_the_suite_of_voxnotch_is_the_one_without_a_file() -> None:
    told = answer_of(simulate("--suite", "--json"))
    assert told["halves"]["all"]["sentences"] >= 150
    assert told["halves"]["held_out"]["sentences"] >= 75


CHOICE = Inquiry(
    TurnId("t"), 1, InquiryKind.CHOICE, "words", options=(InquiryOption("Add note", "Notes"), InquiryOption("Add task"))
)
VALUE = Inquiry(
    TurnId("t"), 1, InquiryKind.VALUE, "words", tool_title="Level", integration_name="Desk", label="percent",
    hint="How loud", options=(InquiryOption("10"), InquiryOption("20")),
)  # fmt: skip


async def as_it_is(answer: InquiryAnswer) -> InquiryAnswer:
    return answer


async def numbers_only(answer: InquiryAnswer) -> int | None:
    return int(answer.text) if answer.text.isdecimal() else None


@pytest.mark.anyio
async def test_a_line_that_cannot_be_read_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("loud\n7\n"))
    events: list[Any] = []
    assert await TerminalInquiries(Terminal(), events.append).ask(VALUE, numbers_only) == 7
    asked = [one.inquiry.remark for one in events if isinstance(one, InquiryAsked)]
    assert asked == [InquiryRemark.NONE, InquiryRemark.NOT_A_VALUE]
    assert [type(one) for one in events][-1] is InquiryClosed


async def take(answer: InquiryAnswer) -> InquiryAnswer:
    """Let every answer count."""
    return answer


@pytest.mark.anyio
async def test_an_answer_that_does_not_count_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("loud\nfive\n"))
    events: list[Event] = []

    async def read(answer: InquiryAnswer) -> int | None:
        return {"five": 5}.get(answer.text)

    assert await TerminalInquiries(Terminal(), events.append).ask(VALUE, read) == 5
    again = replace(VALUE, remark=InquiryRemark.NOT_A_VALUE)
    assert events == [InquiryAsked(VALUE), InquiryAsked(again), InquiryClosed(VALUE.turn_id, VALUE.number)]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("inquiry", "typed", "answer"),
    [
        (CHOICE, "2\n", InquiryAnswer(option=1)),
        (CHOICE, "add NOTE\n", InquiryAnswer(option=0)),
        (CHOICE, "3\n", InquiryAnswer("3")),
        (CHOICE, "the first\n", InquiryAnswer("the first")),
        (CHOICE, "\n", None),
        (CHOICE, "", None),
        (VALUE, "2\n", InquiryAnswer("2")),
        (VALUE, "20\n", InquiryAnswer(option=1)),
        (VALUE, "fifteen\n", InquiryAnswer("fifteen")),
    ],
)
async def test_an_answer_at_the_terminal_is_a_number_a_label_or_words(
    monkeypatch: pytest.MonkeyPatch, inquiry: Inquiry, typed: str, answer: InquiryAnswer | None
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    events: list[Event] = []
    assert await TerminalInquiries(Terminal(), events.append).ask(inquiry, as_it_is) == answer
    assert events == [InquiryAsked(inquiry), InquiryClosed(inquiry.turn_id, inquiry.number)]


@pytest.mark.anyio
async def test_what_is_asked_is_shown_with_its_choices_and_why_it_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[Any] = []
    for inquiry in (CHOICE, VALUE, replace(VALUE, remark=InquiryRemark.NOT_A_VALUE, hint="", options=())):
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        await TerminalInquiries(Terminal(), shown.append).ask(inquiry, as_it_is)
    assert capsys.readouterr().out.splitlines() == [
        "Did you mean:",
        "  1 Add note  (Notes)",
        "  2 Add task",
        "Desk: Level",
        "  How loud",
        "  One of: 10, 20",
        "That is not one of the answers.",
        "Desk: Level",
    ]
