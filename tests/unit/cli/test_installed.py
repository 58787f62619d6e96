"""List, reload, remove, logs and pack on the command line."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from app.cli.main import main
from tests.fixtures.integrations.folders import bundled
from tests.unit.cli.integration_stage import SCRIPTED, answer_of, home, kept, run, tool, write_folder

__all__ = ["home", "kept"]

pytestmark = pytest.mark.usefixtures("home", "kept")

CARD = {"schemaVersion": 1, "root": {"type": "card", "title": "Sure?", "children": [], "footer": []}}


def installed(folder: Path) -> Path:
    write_folder(folder, [tool("list_things")])
    assert run("add", folder, "--yes").exit_code == 0
    return folder


@pytest.mark.clause("V-20.1")
def test_every_command_is_there_and_says_what_it_does() -> None:
    told = run("--help").stdout
    for name in ("add", "list", "validate", "verify", "call", "reload", "remove", "logs", "pack", "inspect"):
        assert f"  {name} " in told
        assert run(name, "--help").exit_code == 0
    assert run("no-such").exit_code == 2
    assert main.name == "main"


def test_nothing_installed_is_no_fault() -> None:
    assert run("list").stdout == "None.\n"
    assert answer_of(run("list", "--json")) == {"integrations": []}


def test_the_list_names_what_is_there(tmp_path: Path) -> None:
    folder = installed(tmp_path / "one")
    assert run("list").stdout.split() == ["scripted", "1.0.0", "on", SCRIPTED, "Scripted"]
    [row] = answer_of(run("list", "--json"))["integrations"]
    assert (row["short_name"], row["location"], row["tools"]) == ("scripted", str(folder), ["list_things"])


def test_only_what_may_hear_and_is_let_is_listed_as_hearing(tmp_path: Path) -> None:
    scope = [{"kind": "transcript", "scope": "agent"}]
    folder = write_folder(tmp_path / "one", [tool("list_things")], permissions=scope, hooks={"transcript": {}})
    assert run("add", folder, "--yes").exit_code == 0
    assert run("add", "--name", "Mine", "--yes", "--", "node", "server.mjs").exit_code == 0
    told = [one["hears"] for one in answer_of(run("list", "--json"))["integrations"]]
    assert run("add", folder, "--yes", "--no-transcript-access").exit_code == 0
    later = [one["hears"] for one in answer_of(run("list", "--json"))["integrations"]]
    assert (told, later) == ([True, False], [False, False])


def test_a_reload_takes_what_is_less_and_asks_for_more(tmp_path: Path) -> None:
    folder = installed(tmp_path / "one")
    assert "Nothing in its manifest has changed." in run("reload", "scripted").stdout
    write_folder(folder, [tool("list_things")], version="1.1.0")
    assert answer_of(run("reload", "scripted", "--json"))["changed"]
    write_folder(folder, [tool("list_things")], permissions=[{"kind": "network", "domains": ["example.com"]}])
    asked = run("reload", "scripted", typed="n\n")
    assert asked.exit_code == 1
    assert "Scripted wants more than you have allowed:\n" in asked.stdout
    assert "  Wants to send data to example.com.\n" in asked.stdout
    assert "It stays stopped until you allow that." in asked.stdout
    assert answer_of(run("list", "--json"))["integrations"][0]["state"] == "waits for approval"
    called = run("call", "scripted", "list_things")
    assert called.exit_code == 1
    assert f"Its changes wait for your approval: voxnotch integrations reload {SCRIPTED}" in called.stdout
    assert run("reload", "scripted", typed="y\n").stdout.endswith("Reloaded.\n")
    assert answer_of(run("list", "--json"))["integrations"][0]["state"] == "on"


@pytest.mark.slow
def test_a_broken_manifest_changes_nothing_at_a_reload(tmp_path: Path) -> None:
    folder = installed(tmp_path / "one")
    write_folder(folder, [tool("list_things")], id="Bad")
    done = run("reload", "scripted")
    assert done.exit_code == 1
    assert "refused  $.id" in done.stdout
    assert "the one before stays in force." in done.stdout
    assert run("call", "scripted", "list_things").exit_code == 0


@pytest.mark.clause("V-17.15")
def test_remove_asks_and_leaves_the_folder_of_its_author(tmp_path: Path, home: Path) -> None:
    folder = installed(tmp_path / "one")
    run("call", "scripted", "list_things")
    kept_no = run("remove", "scripted", typed="\n")
    assert (kept_no.exit_code, kept_no.stdout) == (1, "Nothing was removed.\n")
    assert "Remove Scripted (com.example.scripted)?" in kept_no.stderr
    assert (home / "data" / "integrations" / "data" / SCRIPTED).is_dir()
    assert run("remove", "scripted", "--with-history", typed="y\n").stdout == "Scripted is removed.\n"
    assert not (home / "data" / "integrations" / "data" / SCRIPTED).exists()
    assert (folder / "server.py").exists()
    gone = run("remove", "scripted", "--yes")
    assert gone.exit_code == 2
    assert "No integration scripted is installed; nothing is." in gone.stderr


def test_a_log_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    installed(tmp_path / "one")
    assert run("logs", "scripted").stdout == "It has written nothing yet.\n"
    assert run("logs", SCRIPTED, "-n", "0").exit_code == 2


@pytest.mark.clause("V-20.6")
def test_pack_writes_one_file_or_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = answer_of(run("pack", bundled("notes"), "--json"))
    assert told["file"] == str(tmp_path / "org.voxnotch.notes-1.0.0.voxnotch")
    assert "voiceos.integration.json" in zipfile.ZipFile(told["file"]).namelist()
    folder = write_folder(tmp_path / "one", [tool("list_things")])
    (folder / ".env").write_text("KEY=1")
    done = run("pack", folder)
    assert done.exit_code == 1
    assert "(.env) [V-20.6]" in done.stdout
    assert "Nothing was packed." in done.stdout
    nothing = run("pack", tmp_path / "nowhere", "--json")
    assert nothing.exit_code == 2
    assert answer_of(nothing)["ok"] is False
