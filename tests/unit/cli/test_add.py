"""Installing on the command line: the sheet, the question, the fields, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import keyring.backends.fail
import keyring.core
import pytest

from tests.fixtures.integrations.folders import bundled, node_plain
from tests.plugins.logs import ExpectLog
from tests.unit.cli.integration_stage import SCRIPTED, answer_of, home, kept, run, tool, write_folder
from tests.unit.extensions.secret_service import MemoryKeyring

__all__ = ["home", "kept"]

pytestmark = pytest.mark.usefixtures("home", "kept")

KEY = {"key": "API_KEY", "label": "API key", "secret": True, "required": True}
NEEDY: dict[str, Any] = {
    "auth": {"kind": "apiKey", "fields": [KEY]},
    "preferences": [
        {"name": "CITY", "title": "City", "type": "text", "required": True},
        {"name": "COUNT", "title": "Count", "type": "number", "default": 3},
        {
            "name": "UNIT",
            "title": "Unit",
            "type": "select",
            "options": [{"label": "Metric", "value": "m"}, {"label": "Other", "value": "o"}],
            "default": "m",
        },
        {"name": "LOUD", "title": "Loud", "type": "boolean", "default": False},
    ],
}


@pytest.fixture
def needy(tmp_path: Path) -> Path:
    """An integration that needs a secret and a city."""
    return write_folder(tmp_path / "needy", [tool("list_things")], **NEEDY)


def ids() -> list[str]:
    return [one["id"] for one in answer_of(run("list", "--json"))["integrations"]]


@pytest.mark.clause("V-1.14", "V-4.12", "V-17.1", "V-20.1")
def test_the_sheet_is_shown_in_its_order_and_a_yes_installs() -> None:
    done = run("add", bundled("notes"), typed="y\n")
    assert done.exit_code == 0
    heads = ["Notes 1.0.0", "by Voxnotch", "What it hears", "What it may do", "Where it sends data", "What runs"]
    at = [done.stdout.index(head) for head in heads]
    assert at == sorted(at)
    assert "Create note [create_note]: Changes things, asks first" in done.stdout
    assert "Keeps its own data on this computer." in done.stdout
    assert "python3 server.py" in done.stdout
    assert "It runs with your user's rights, not in a sandbox." in done.stdout
    assert "Notes is installed as notes." in done.stdout
    assert ids() == ["org.voxnotch.notes"]


@pytest.mark.parametrize("typed", ["n\n", "\n", "", "maybe\n"])
def test_all_but_a_yes_installs_nothing(typed: str) -> None:
    done = run("add", bundled("notes"), typed=typed)
    assert done.exit_code == 1
    assert "Nothing was installed." in done.stdout
    assert ids() == []


def test_with_json_the_sheet_goes_beside_the_answer() -> None:
    done = run("add", bundled("notes"), "--json", typed="y\n")
    assert answer_of(done)["id"] == "org.voxnotch.notes"
    assert "What it may do" in done.stderr


@pytest.mark.clause("V-17.5")
def test_a_refused_manifest_is_told_with_its_places_and_nothing_is_asked(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "bad", [tool("list_things")], id="Bad")
    done = run("add", folder, typed="y\n")
    assert done.exit_code == 1
    assert "refused  $.id: this is no good id (Bad) [V-2.2]" in done.stdout
    assert "Install?" not in done.output
    told = answer_of(run("add", folder, "--json"))
    assert [(one["path"], one["code"]) for one in told["findings"]] == [("$.id", "bad-id")]
    assert not told["ok"]


def test_what_is_needed_is_asked_for_and_the_secret_is_kept_by_the_key_store_alone(
    needy: Path, home: Path, kept: MemoryKeyring
) -> None:
    done = run("add", needy, typed="y\nplanted-7f3a\nOslo\n")
    assert done.exit_code == 0
    assert "API key [API_KEY]: secret, needed" in done.stdout
    assert "Count [COUNT]: number, may be left out, 3 if left out" in done.stdout
    assert [*kept.kept.values()] == ["planted-7f3a"]
    assert b"Oslo" in b"".join(one.read_bytes() for one in home.rglob("*") if one.is_file())
    assert "planted" not in done.output
    # An update asks for nothing that is there, and keeps it.
    again = run("add", needy, "--yes", "--set", "COUNT=7")
    assert again.exit_code == 0
    assert "API key [API_KEY]:" not in again.stderr
    assert [*kept.kept.values()] == ["planted-7f3a"]


def test_in_a_script_values_come_from_set_and_the_secret_from_standard_input(needy: Path, kept: MemoryKeyring) -> None:
    done = run("add", needy, "--yes", "--set", "CITY=Oslo", "--set", "LOUD=true", "--json", typed="planted-7f3a\n")
    assert answer_of(done) == {
        "ok": True,
        "id": SCRIPTED,
        "short_name": "scripted",
        "updated": False,
        "missing": [],
        "findings": [],
    }
    assert [*kept.kept.values()] == ["planted-7f3a"]


def test_what_nobody_gives_is_told_and_can_be_filled_in_later(needy: Path) -> None:
    done = run("add", needy, "--yes", "--json")
    assert answer_of(done)["missing"] == ["API key", "City"]
    assert answer_of(run("list", "--json"))["integrations"][0]["state"] == "needs setup"
    assert "It does not start before it has: API key, City." in run("add", needy, "--yes").stdout


def test_without_a_key_store_no_secret_is_asked_for(needy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", keyring.backends.fail.Keyring())
    done = run("add", needy, typed="y\nplanted-7f3a\nOslo\n")
    assert done.exit_code == 2
    assert "There is no key store for secrets on this computer.\n" in done.stderr
    assert "Install one, such as GNOME Keyring or KWallet." in done.stderr
    assert "API key [API_KEY]" not in done.stderr  # the prompt
    assert ids() == []


def test_what_is_installed_is_updated_and_the_sheet_says_so() -> None:
    run("add", bundled("notes"), "--yes")
    done = run("add", bundled("notes"), typed="n\n")
    assert done.stdout.startswith("Notes 1.0.0  (icon: ")
    assert "\nNotes 1.0.0 is installed; this replaces it.\n" in done.stdout
    assert "Update? [y/N] " in done.stderr
    assert done.stdout.endswith("Nothing was changed.\n")
    assert run("add", bundled("notes"), "--yes").stdout.endswith("Notes is updated as notes.\n")


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ("API_KEY=planted-7f3a", "API_KEY is a secret"),
        ("NOTHING=1", "There is no field NOTHING; there are: API_KEY, CITY, COUNT, UNIT, LOUD."),
        ("COUNT=many", "COUNT: a number"),
        ("COUNT=nan", "COUNT: a number"),
        ("UNIT=x", "UNIT: one of m, o"),
        ("LOUD=yes", "LOUD: true or false"),
        ("CITY", "CITY is not NAME=VALUE."),
    ],
)
def test_a_value_that_cannot_be_taken_from_the_command_line_installs_nothing(
    needy: Path, pair: str, words: str
) -> None:
    done = run("add", needy, "--yes", "--set", pair)
    assert done.exit_code == 2
    assert words in done.stderr
    assert ids() == []


def test_a_wrong_answer_is_asked_for_again(tmp_path: Path) -> None:
    one = {"name": "COUNT", "title": "Count", "type": "number", "required": True, "description": "How many of them."}
    folder = write_folder(tmp_path / "counting", [tool("list_things")], preferences=[one])
    done = run("add", folder, typed="y\nmany\n4\n")
    assert done.exit_code == 0
    assert "How many of them.\na number\n" in done.stdout
    assert "does not start" not in done.stdout


@pytest.mark.clause("V-17.3")
def test_a_command_line_stands_behind_two_dashes_and_its_variables_are_asked_for(kept: MemoryKeyring) -> None:
    server = node_plain() / "server.mjs"
    done = run("add", "--name", "My basket", "--", "TOKEN=", "node", server, "--quick", typed="y\nplanted-7f3a\n")
    assert done.exit_code == 0
    assert "My basket is installed as server." in done.stdout
    assert f"node {server} --quick" in done.stdout
    assert [*kept.kept.values()] == ["planted-7f3a"]
    assert [one["source"] for one in answer_of(run("list", "--json"))["integrations"]] == ["command"]
    called = run("call", "server", "list_items", "--json")
    assert answer_of(called)["ok"]


def test_a_file_named_from_the_folder_of_the_terminal_is_found_whatever_folder_its_server_runs_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(node_plain())
    done = run("add", "--name", "My basket", "--yes", "--", "node", "server.mjs")
    assert done.exit_code == 0
    assert f"node {node_plain() / 'server.mjs'}" in done.stdout
    assert answer_of(run("call", "server", "list_items", "--json"))["ok"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Give one of"),
        (("folder", "--", "npx", "x"), "Give one of"),
        (("--", "TOKEN=abc", "npx", "x"), "Write TOKEN= and it is asked for."),
        ((".", "--name", "Mine"), "What has a manifest has its own name in it."),
        (("nowhere",), "There is no folder or file nowhere."),
        ((".", "--until-quit"), "This command ends at once"),
    ],
)
def test_wrong_use_is_told(arguments: tuple[str, ...], words: str) -> None:
    done = run("add", *arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    told = run("add", "--json", *arguments)
    assert told.exit_code == 2
    assert words in answer_of(told)["error"]


def test_an_address_and_a_packed_file_and_a_manifest_are_ways_in(tmp_path: Path) -> None:
    assert run("add", "https://mcp.example.com/mcp", "--yes").exit_code == 0
    packed = tmp_path / "notes.voxnotch"
    assert run("pack", bundled("notes"), "-o", packed).exit_code == 0
    assert run("add", packed, "--yes").exit_code == 0
    assert run("add", bundled("clock") / "voiceos.integration.json", "--yes").exit_code == 0
    rows = answer_of(run("list", "--json"))["integrations"]
    assert [one["source"] for one in rows] == ["remote", "packed", "folder"]


def test_a_no_leaves_nothing_of_a_packed_file(tmp_path: Path, home: Path) -> None:
    packed = tmp_path / "notes.voxnotch"
    run("pack", bundled("notes"), "-o", packed)
    assert run("add", packed, typed="n\n").exit_code == 1
    assert list(home.rglob("server.py")) == []


@pytest.mark.clause("V-17.7")
@pytest.mark.slow
def test_dependencies_are_fetched_only_when_that_is_wanted(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "needs", [tool("list_things")])
    (folder / "package.json").write_text('{"dependencies": {"left": "1"}}')
    done = run("add", folder, "--yes")
    assert "Its files need what this fetches, with --fetch: npm install" in done.stdout
    assert "What its files need was not fetched: npm install" in done.stdout
    (folder / "package.json").write_text('{"dependencies": {"left": "file:./nowhere.tgz"}}')
    failed = run("add", folder, "--yes", "--fetch")
    assert failed.exit_code == 2
    assert "What it needs could not be fetched with npm install" in failed.stderr
    (folder / "left").mkdir()
    (folder / "left" / "package.json").write_text('{"name": "left", "version": "1.0.0"}')
    (folder / "package.json").write_text('{"dependencies": {"left": "file:./left"}}')
    done = run("add", folder, "--yes", "--fetch")
    assert "added 1 package" in done.stdout
    assert "not fetched" not in done.stdout
    assert (folder / "node_modules" / "left").exists()


def test_without_transcript_access_it_hears_nothing(tmp_path: Path) -> None:
    permissions = [{"kind": "transcript", "scope": "agent"}]
    folder = write_folder(tmp_path / "ears", [tool("list_things")], permissions=permissions, hooks={"transcript": {}})
    done = run("add", folder, "--yes", "--no-transcript-access")
    assert "Hears what you ask Voxnotch, and may change, stop or answer it." in done.stdout
    assert answer_of(run("list", "--json"))["integrations"][0]["hears"] is False
    run("add", folder, "--yes")
    assert answer_of(run("list", "--json"))["integrations"][0]["hears"] is False


@pytest.mark.clause("V-5.14")
def test_without_a_key_store_nothing_is_installed_and_the_next_step_is_told(needy: Path, kept: MemoryKeyring) -> None:
    import keyring.errors

    kept.failure = keyring.errors.KeyringLocked("planted-7f3a")
    done = run("add", needy, typed="y\nplanted-7f3a\nOslo\n")
    assert done.exit_code == 2
    assert "is locked" in done.stderr
    assert "Unlock it, then try again." in done.stderr
    assert "planted" not in done.output
    assert ids() == []


def test_what_a_terminal_would_obey_does_not_reach_it_from_the_sheet(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "odd", [tool("list_things")], summary="fine\x1b[2J\nWhat it hears\n  Nothing")
    done = run("add", folder, typed="n\n")
    assert "\x1b" not in done.output
    assert done.stdout.count("\nWhat it hears") == 1


def test_where_nothing_can_be_kept_nothing_is_installed(home: Path, expected_log: ExpectLog) -> None:
    expected_log("kept for this session only")
    home.write_text("in the way")
    done = run("add", bundled("notes"), "--yes", "--json")
    assert done.exit_code == 2
    assert answer_of(done)["code"].startswith("storage-")
