"""What an author gets from ``verify`` and ``inspect``: real servers, good ones and ones that break their word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.cli import verify as verify_module
from tests.fixtures.integrations.folders import bundled, node_plain
from tests.unit.cli.integration_stage import answer_of, home, kept, run, tool, write_folder
from tests.unit.extensions.secret_service import MemoryKeyring

__all__ = ["home", "kept"]

pytestmark = pytest.mark.usefixtures("home", "kept")

HEADER = {"_voiceos_glance": {"blocks": [{"type": "header", "title": "Here"}]}, "data": 1}


def fixtures(**tools: object) -> dict[str, object]:
    return {"schemaVersion": 1, "unknown": True, "tools": tools}


def checks(folder: Path, *options: str, typed: str = "") -> dict[str, dict[str, Any]]:
    """Return the checks by name; the object, the exit code and the whole agree."""
    done = run("verify", folder, "--json", *options, typed=typed)
    told = answer_of(done)
    assert told["ok"] == all(one["ok"] for one in told["checks"])
    assert done.exit_code == (0 if told["ok"] else 1)
    return {one["name"]: one for one in told["checks"]}


@pytest.mark.clause("V-20.3")
@pytest.mark.slow
def test_a_good_integration_keeps_its_word_and_nothing_of_the_person_is_touched(home: Path) -> None:
    found = checks(bundled("notes"))
    assert found["initialize"]["detail"] == "org.voxnotch.notes 1.0.0, protocol 2025-11-25"
    assert found["fixture list_notes"]["detail"] == "header"
    assert not home.exists()
    words = run("verify", bundled("notes"))
    assert words.exit_code == 0
    assert words.stdout.endswith("It keeps its word.\n")


@pytest.mark.clause("V-20.4")
@pytest.mark.slow
def test_a_tool_without_a_fixture_is_a_warning_and_unknown_keys_are_ignored(tmp_path: Path) -> None:
    tools = [tool("list_things"), tool("get_more")]
    folder = write_folder(
        tmp_path / "one", tools, answers={"list_things": HEADER}, fixtures=fixtures(list_things={"args": {}, "x": 1})
    )
    found = checks(folder)
    assert found["fixture list_things"]["detail"] == "header"
    assert found["fixture get_more"]["warning"]
    assert found["fixture get_more"]["ok"]
    assert all(one["warning"] for name, one in checks(node_plain()).items() if name.startswith("fixture"))


@pytest.mark.clause("V-6.21", "V-6.22", "V-20.3")
def test_a_server_that_serves_something_else_is_found_out(tmp_path: Path) -> None:
    served = [
        {"name": "list_things", "title": "Other", "inputSchema": {"type": "object", "required": ["x"]}},
        {"name": "get_secret", "inputSchema": {"type": "object"}},
    ]
    folder = write_folder(tmp_path / "one", [tool("list_things"), tool("get_more")], served=served)
    done = run("verify", folder)
    assert done.exit_code == 1
    assert "wrong    parity list_things: The server's input schema of list_things" in done.stdout
    assert "wrong    parity list_things: The server's title of list_things" in done.stdout
    assert "wrong    parity get_more: The server does not serve get_more" in done.stdout
    assert "wrong    parity get_secret: The server serves get_secret" in done.stdout
    assert "4 of 8 checks are to mend." in done.stdout


@pytest.mark.clause("V-20.3", "V-20.4")
def test_each_fixture_is_held_against_what_it_expects(tmp_path: Path) -> None:
    bad_card = {"_voiceos_glance": {"blocks": [{"type": "header"}]}, "data": 1}
    tools = [tool(name) for name in ("get_a", "get_b", "get_c", "get_d", "get_e", "get_f", "get_g", "send_it")]
    answers = {
        **{f"get_{letter}": HEADER for letter in "abe"},
        "get_c": {"error": "no"},
        "get_d": {"error": "no"},
        "get_f": bad_card,
        "get_g": {"plain": "data"},
        "send_it": HEADER,
    }
    wanted = fixtures(
        get_a={"args": {}, "expectedGlanceBlocks": ["header"]},
        get_b={"args": {}, "expectedGlanceBlocks": ["header", "list"]},
        get_c={"expectedErrorCode": "tool_error"},
        get_d={},
        get_e={"expectedErrorCode": "timeout"},
        get_f={},
        get_g={"expectedGlanceBlocks": ["keyValue"]},
        send_it={},
        get_x={},
    )
    found = checks(write_folder(tmp_path / "one", tools, answers=answers, fixtures=wanted))
    told = {name.removeprefix("fixture "): (one["ok"], one["detail"]) for name, one in found.items()}
    assert told["get_a"] == (True, "header")
    assert told["get_b"] == (False, "its card has header; expected header, list")
    assert told["get_c"] == (True, "tool_error: no")
    assert told["get_d"] == (False, "tool_error: no; expected a result")
    assert told["get_e"] == (False, "it worked; expected timeout")
    assert told["get_f"][0] is False
    assert found["fixture get_f"]["findings"][0]["path"].startswith("$._voiceos_glance.blocks[0]")
    assert told["get_g"] == (False, "its card has no block; expected keyValue")
    assert told["send_it"] == (True, "header")  # What asks first is answered yes.
    assert told["get_x"] == (False, "There is no such tool in the manifest.")


def test_a_fixture_that_is_not_answered_in_time_is_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_module, "FIXTURE_S", 0.2)
    wanted = fixtures(get_late={}, get_later={"expectedErrorCode": "timeout"})
    folder = write_folder(
        tmp_path / "one",
        [tool("get_late"), tool("get_later")],
        answers={"get_late": "sleep", "get_later": "sleep"},
        fixtures=wanted,
    )
    found = checks(folder)
    assert found["fixture get_late"]["detail"] == "timeout: no answer within 0.2 s; expected a result"
    assert found["fixture get_later"]["ok"]


def test_fixtures_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "one", [tool("list_things")])
    (folder / "voiceos.integration.preview.json").mkdir()
    assert "it cannot be read: Is a directory" in checks(folder)["fixtures"]["detail"]


def test_a_manifest_with_errors_is_tried_all_the_same_and_a_refused_one_is_not(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "one", [tool("list_things")], publisher="Example")
    found = checks(folder)
    assert not found["manifest"]["ok"]
    assert found["initialize"]["ok"]
    write_folder(folder, [tool("list_things")], id="Bad")
    assert [*checks(folder)] == ["manifest"]
    nothing = run("verify", tmp_path / "nowhere", "--json")
    assert nothing.exit_code == 2
    assert not answer_of(nothing)["ok"]


def test_a_server_that_does_not_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "one", [tool("list_things")])
    (folder / "server.py").write_text("raise SystemExit('no paper')")
    found = checks(folder)
    assert found["initialize"]["detail"] == "Crashed. The server ended with exit code 1. no paper"
    assert "parity" not in found


def test_a_secret_that_it_needs_is_asked_for_and_kept_nowhere(tmp_path: Path, kept: MemoryKeyring) -> None:
    auth = {"kind": "apiKey", "fields": [{"key": "API_KEY", "label": "API key", "required": True}]}
    folder = write_folder(tmp_path / "one", [tool("list_things")], auth=auth)
    assert checks(folder)["initialize"]["detail"].startswith("Needs setup.")
    assert checks(folder, typed="planted-7f3a\n")["initialize"]["ok"]
    assert (kept.kept, kept.calls) == ({}, 0)


@pytest.mark.slow
def test_inspect_shows_tools_as_they_are_seen_and_a_call_with_its_findings_and_log(home: Path) -> None:
    done = run("inspect", bundled("showcase"), "--call", "show_bad_card", "--args", '{"case": "too_many_rows"}')
    assert done.exit_code == 1
    assert "showcase__try_generic: Try the generic question, Destructive" in done.stdout
    assert "The server serves undeclared_tool" in done.stdout
    assert done.stdout.index("For the model") < done.stdout.index("Card") < done.stdout.index("error    $")
    assert "Log\n" in done.stdout
    told = answer_of(run("inspect", bundled("notes"), "--call", "list_notes", "--json"))
    assert told["ok"]
    assert told["tools"][0] == {
        "name": "create_note",
        "effective_name": "notes__create_note",
        "title": "Create note",
        "tier": "changes",
        "confirms": True,
        "listed": True,
    }
    assert told["call"]["card"]["blocks"][0]["type"] == "header"
    assert not home.exists()


@pytest.mark.slow
def test_inspect_asks_as_everywhere_and_tells_what_keeps_it_from_running(tmp_path: Path) -> None:
    declined = run("inspect", bundled("notes"), "--call", "create_note", "--args", '{"title": "Milk"}', typed="n\n")
    assert declined.exit_code == 1
    assert "You said no, and nothing was done." in declined.stdout
    folder = write_folder(tmp_path / "one", [tool("list_things")])
    (folder / "server.py").write_text("raise SystemExit('no paper')")
    done = run("inspect", folder, "--call", "list_things")
    assert done.exit_code == 1
    assert "Crashed. The server ended with exit code 1. no paper" in done.stdout
    assert "host   The server ended with exit code 1." in done.stdout
    write_folder(folder, [tool("list_things")], id="Bad")
    refused = run("inspect", folder)
    assert refused.exit_code == 1
    assert "refused  $.id" in refused.stdout
    assert run("inspect", tmp_path / "nowhere").exit_code == 2
