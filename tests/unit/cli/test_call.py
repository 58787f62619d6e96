"""Calling tools on the command line: arguments, the question at the terminal, and what is printed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from app.cli.call_checks import undeclared_words
from app.cli.integration_host import open_host
from app.settings.paths import find_paths
from tests.fixtures.integrations.folders import bundled, node_plain
from tests.unit.cli.integration_stage import answer_of, home, kept, run, tool, write_folder

__all__ = ["home", "kept"]

pytestmark = pytest.mark.usefixtures("home", "kept")

TYPES = {
    "text": {"type": "string", "description": "Any"},
    "count": {"type": "integer", "description": "How many"},
    "names": {"type": "array", "items": {"type": "string"}, "description": "Who"},
    "word": {"type": "string", "format": "password", "description": "Hidden"},
    "deep": {
        "type": "object",
        "properties": {"word": {"type": "string", "format": "password", "description": "Hidden"}},
        "description": "Nested",
    },
}


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    """An integration that answers with the arguments it was given; one of its tools asks first."""
    tools = [tool("get_back", TYPES), tool("send_back", TYPES), tool("get_nothing")]
    answers = {"get_back": "arguments", "send_back": "arguments", "get_nothing": {"error": "out of \x1b[31mpaper"}}
    folder = write_folder(tmp_path / "echo", tools, answers=answers)
    assert run("add", folder, "--yes").exit_code == 0
    return folder


@pytest.mark.clause("V-20.5")
def test_a_reading_tool_is_called_and_its_card_printed() -> None:
    run("add", bundled("notes"), "--yes")
    done = run("call", "notes", "list_notes")
    assert (done.exit_code, done.stdout) == (0, "Notes · 0 notes\n")
    told = answer_of(run("call", "org.voxnotch.notes", "list_notes", "--json"))
    assert told["ok"]
    assert told["card"]["blocks"][0]["type"] == "header"
    assert json.loads(told["text"])["notes"] == []


@pytest.mark.clause("V-20.5")
def test_an_acting_tool_asks_with_its_values_and_reasons_and_a_yes_runs_it(home: Path) -> None:
    run("add", bundled("notes"), "--yes")
    done = run("call", "notes", "create_note", "title=Milk", "text=two litres", typed="y\n")
    assert done.exit_code == 0
    assert done.stderr.startswith(
        "Notes: Create note\n  title: Milk\n  text: two litres\n  - This action always asks first.\n"
    )
    assert "Milk · created" in done.stdout
    assert [one.read_text("utf-8") for one in home.rglob("*.md")] != []


@pytest.mark.parametrize("typed", ["n\n", "\n", ""])
def test_no_yes_runs_nothing(home: Path, typed: str) -> None:
    run("add", bundled("notes"), "--yes")
    done = run("call", "notes", "create_note", "title=Milk", typed=typed)
    assert done.exit_code == 1
    assert "You said no, and nothing was done." in done.stdout
    assert list(home.rglob("*.md")) == []


def test_values_are_changed_before_the_yes_and_checked_again() -> None:
    run("add", node_plain(), "--yes")
    typed = "count=many\ny\nwhat\ncount=200\ny\ncount=2\ny\n"
    done = run("call", "basket", "add_item", "item=Milk", "--json", typed=typed)
    assert done.exit_code == 0
    assert json.loads(answer_of(done)["text"])["count"] == 2
    assert "  count: Not a whole number" in done.stderr
    assert "Nothing was done yet. Look at the marked fields." in done.stderr


def test_a_destructive_tool_says_that_it_cannot_be_undone() -> None:
    run("add", bundled("notes"), "--yes")
    done = run("call", "notes", "delete_note", "title=Milk", typed="n\n")
    assert "This cannot be undone." in done.stderr


@pytest.mark.slow
def test_words_become_what_the_schema_wants(echo: Path) -> None:
    done = run("call", "scripted", "get_back", "count=3", "text=3", 'names=["Ann", "Bo"]', "--json")
    assert json.loads(answer_of(done)["text"]) == {"count": 3, "text": "3", "names": ["Ann", "Bo"]}
    both = run("call", "scripted", "get_back", "--args", '{"count": 1, "text": "a"}', "count=2", "--json")
    assert json.loads(answer_of(both)["text"]) == {"count": 2, "text": "a"}
    wrong = run("call", "scripted", "get_back", "names=Ann", "--json")
    assert wrong.exit_code == 1
    assert answer_of(wrong)["failure"]["class"] == "invalid_args"


@pytest.mark.parametrize("given", ["[1]", "no", '"text"'])
def test_arguments_that_are_no_object_are_wrong_use(echo: Path, given: str) -> None:
    done = run("call", "scripted", "get_back", "--args", given)
    assert done.exit_code == 2
    assert "--args takes one JSON object" in done.stderr


@pytest.mark.clause("V-8.45")
def test_passwords_are_hidden_in_the_question_and_nested_values_are_no_json(echo: Path) -> None:
    given = {"word": "planted-7f3a", "deep": {"word": "planted-7f3a"}, "names": ["Ann", "Bo"], "text": "one\ntwo"}
    done = run("call", "scripted", "send_back", "--args", json.dumps(given), typed="word=\nchanged-9\ny\n")
    assert done.exit_code == 0
    assert "planted" not in done.stderr
    assert "  word: ***\n" in done.stderr
    assert "  deep: \n      word: ***\n" in done.stderr
    assert "  names: \n      - Ann\n      - Bo\n" in done.stderr
    assert "  text: one\n      two\n" in done.stderr
    assert "changed-9" in done.stdout  # The tool itself tells what it got.


def test_a_failed_call_is_told_in_words_without_what_a_terminal_would_obey(echo: Path) -> None:
    done = run("call", "scripted", "get_nothing")
    assert done.exit_code == 1
    assert "Scripted could not do it." in done.stdout
    assert "\x1b" not in done.output
    assert "paper" in done.stdout


def test_what_is_not_there_is_told(echo: Path) -> None:
    done = run("call", "nobody", "get_back", "--json")
    assert done.exit_code == 2
    assert answer_of(done) == {"ok": False, "error": "No integration nobody is installed; scripted."}
    missing = run("call", "scripted", "no_tool", "--json")
    assert missing.exit_code == 1
    words = "Scripted has no tool no_tool; there are: get_back, send_back, get_nothing."
    assert answer_of(missing) == {"ok": False, "error": words}


def test_a_name_that_the_tool_does_not_have_is_told_before_anything_starts(home: Path) -> None:
    run("add", bundled("notes"), "--yes")
    done = run("call", "notes", "create_note", "titel=Milk", typed="y\n")
    assert (done.exit_code, done.stdout) == (1, "There is no value titel; there are: title, text.\n")
    assert done.stderr == ""
    log = home / "data" / "integrations" / "logs" / "org.voxnotch.notes.log"
    assert not log.exists()


def test_a_wrong_name_and_a_value_past_its_limit_are_marked_at_the_question() -> None:
    run("add", bundled("notes"), "--yes")
    long = "a" * 121
    done = run("call", "notes", "create_note", "title=Milk", typed=f"titel=Q\ntitle={long}\nn\n")
    assert done.exit_code == 1
    assert "There is no value titel; there are: title, text.\n" in done.stderr
    assert done.stderr.count("  title: ") == 4  # as it was, twice; the long one; and what is wrong with it
    assert "Nothing was done yet" not in done.stderr


@pytest.mark.slow
def test_a_server_without_a_manifest_is_asked_what_it_has() -> None:
    run("add", "--name", "My basket", "--yes", "--", "node", node_plain() / "server.mjs")
    done = run("call", "server", "no_tool")
    assert done.exit_code == 1
    assert done.stdout.startswith("My basket has no tool no_tool; there are: ")


def test_a_schema_that_takes_other_names_takes_any() -> None:
    open_schema: dict[str, object] = {
        "type": "object",
        "properties": {"a": {}},
        "additionalProperties": {"type": "string"},
    }
    assert undeclared_words(["b"], open_schema) == ""
    assert undeclared_words(["b"], {"type": "object", "patternProperties": {"^b": {}}}) == ""
    assert undeclared_words(["b"], {"type": "object", "$ref": "https://example.com/else"}) == ""
    assert undeclared_words(["b"], {"type": "object"}) == "There is no value b; there are: none."


def test_a_server_that_ends_at_once_says_why(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "broken", [tool("get_back")])
    (folder / "server.py").write_text("raise SystemExit('no \\x1b paper')")
    run("add", folder, "--yes")
    done = run("call", "scripted", "get_back")
    assert done.exit_code == 1
    assert "Its log says more: voxnotch integrations logs scripted\n" in done.stdout
    assert "Crashed. The server ended with exit code 1. no \N{REPLACEMENT CHARACTER} paper" in done.stdout
    logged = run("logs", "scripted", "-n", "1")
    assert "host   The server ended with exit code 1." in logged.stdout
    rows = answer_of(run("logs", "scripted", "--json"))["lines"]
    assert [row["source"] for row in rows] == ["stderr", "host"]


def test_a_server_that_needs_setup_is_not_started(tmp_path: Path) -> None:
    auth = {"kind": "apiKey", "fields": [{"key": "API_KEY", "label": "API key", "required": True}]}
    run("add", write_folder(tmp_path / "needy", [tool("get_back")], auth=auth), "--yes")
    done = run("call", "scripted", "get_back")
    assert done.exit_code == 1
    assert "Needs setup." in done.stdout
    assert f"is asked for: voxnotch integrations add {tmp_path / 'needy'}\n" in done.stdout


def test_an_integration_that_is_switched_off_is_not_started(echo: Path) -> None:
    async def switch_off() -> None:
        async with open_host(find_paths()) as host:
            record = await host.find("scripted")
            await host.parts.store.revise(record.integration_id, lambda one: replace(one, enabled=False))

    anyio.run(switch_off)
    done = run("call", "scripted", "get_back")
    assert done.exit_code == 2
    assert "Scripted is switched off." in done.stderr
    assert run("list").stdout.split()[2] == "off"


@pytest.mark.slow
def test_inspect_names_what_a_call_names_wrong_too() -> None:
    done = run("inspect", bundled("notes"), "--call", "get_note", "--args", '{"titel": "Milk"}')
    assert (done.exit_code, done.stdout) == (1, "There is no value titel; there are: title.\n")
    done = run("inspect", bundled("notes"), "--call", "no_tool")
    assert done.exit_code == 1
    assert done.stdout.startswith("Notes has no tool no_tool; there are: create_note, ")
