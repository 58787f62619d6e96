"""``voxnotch doctor`` against a real session: what it finds, what it advises, how it exits.

Each look is a process of its own on a display and a sound server that the module shares.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from Xlib import XK, X
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.sound import VirtualMicrophone
from app.settings.file import export_settings
from app.settings.model import Settings
from app.settings.paths import AppPaths
from app.ui.single_instance import InstanceLock

ROOT = Path(__file__).resolve().parents[2]
SPEECH = ROOT / "resources" / "demo" / "sentence.wav"
LIMIT_S = 60.0
PARTS = {
    "settings", "display", "monitors", "compositor", "hotkey", "paste", "microphone", "model", "voice", "key store",
    "disk", "versions", "PySide6",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """What one look found."""

    exit_code: int
    ok: bool
    findings: Mapping[str, Mapping[str, Any]]

    def verdict(self, part: str) -> str:
        return str(self.findings[part]["verdict"])

    def worse_than(self, verdict: str) -> set[str]:
        ranks = ["good", "poor", "bad"]
        return {part for part in self.findings if ranks.index(self.verdict(part)) > ranks.index(verdict)}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An ordinary desktop, composited, with a microphone into which somebody speaks."""
    folder = tmp_path_factory.mktemp("session")
    with (
        VirtualDisplay(folder, compositor=True) as display,
        VirtualMicrophone(folder, base_env=display.env) as microphone,
    ):
        yield microphone.env


def examine(home: Path, env: Mapping[str, str], *, speech: bool = False) -> Report:
    """Run the command; every finding must be in words, and advise where something is not well."""
    done = _run(home, env, "--json", speech=speech)
    assert done.stderr == "", "nothing but findings"
    told = json.loads(done.stdout)
    for finding in told["findings"]:
        assert finding["found"]
        assert not finding["found"].startswith(("microphone-", "display-", "hotkey-")), "a code is no plain word"
        assert finding["advice"] or finding["verdict"] == "good", finding
    return Report(done.returncode, told["ok"], {finding["part"]: finding for finding in told["findings"]})


def _run(home: Path, env: Mapping[str, str], *options: str, speech: bool = False) -> subprocess.CompletedProcess[str]:
    player = None
    if speech:
        player = subprocess.Popen(["paplay", "--device=vmic_sink", str(SPEECH)], env=dict(env))
    try:
        return subprocess.run(
            [sys.executable, "-m", "app", "doctor", *options],
            env={**env, "VOXNOTCH_HOME": str(home)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    finally:
        if player is not None:
            player.kill()
            player.wait()


def test_a_session_that_has_everything_is_well(session: dict[str, str], tmp_path: Path) -> None:
    report = examine(tmp_path, session, speech=True)
    assert set(report.findings) == PARTS
    assert report.worse_than("good") <= {"key store"}, report.findings
    assert (report.ok, report.exit_code) == (True, 0)
    assert "vmic" in report.findings["microphone"]["found"]
    assert "1280x800" in report.findings["monitors"]["found"]
    assert not (tmp_path / "data").exists(), "nothing is kept"


def test_without_json_it_says_the_same_in_lines(session: dict[str, str], tmp_path: Path) -> None:
    done = _run(tmp_path, session, speech=True)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert any(line.startswith("ok  display: x11") for line in lines)
    assert any(line.startswith("ok  microphone: vmic") for line in lines)


def test_a_silent_microphone_is_poor_and_no_failure(session: dict[str, str], tmp_path: Path) -> None:
    report = examine(tmp_path, session)
    assert report.verdict("microphone") == "poor"
    assert "muted" in report.findings["microphone"]["advice"]
    assert (report.ok, report.exit_code) == (True, 0)


def test_without_a_display_the_demo_is_offered(session: dict[str, str], tmp_path: Path) -> None:
    env = {name: value for name, value in session.items() if name != "DISPLAY"}
    report = examine(tmp_path, env, speech=True)
    assert report.worse_than("poor") == {"display"}
    assert "packaging/run demo" in report.findings["display"]["advice"]
    assert (report.ok, report.exit_code) == (False, 1)


def test_a_display_that_does_not_answer_is_told_as_none(session: dict[str, str], tmp_path: Path) -> None:
    report = examine(tmp_path, {**session, "DISPLAY": ":65000"}, speech=True)
    assert report.worse_than("poor") == {"display"}
    assert ":65000 does not answer" in report.findings["display"]["found"]
    assert report.exit_code == 1


def test_without_a_microphone_it_says_what_to_do(session: dict[str, str], tmp_path: Path) -> None:
    report = examine(tmp_path, {**session, "PULSE_SERVER": f"unix:{tmp_path}/nothing"})
    assert report.worse_than("poor") == {"microphone"}
    assert "Plug one in" in report.findings["microphone"]["advice"]
    assert (report.ok, report.exit_code) == (False, 1)


def test_a_remembered_microphone_that_is_not_there_is_named(session: dict[str, str], tmp_path: Path) -> None:
    write_settings(tmp_path, Settings().with_value("audio.device", "studio"))
    report = examine(tmp_path, session, speech=True)
    assert report.verdict("microphone") == "poor"
    assert "studio is not there" in report.findings["microphone"]["found"]
    assert report.exit_code == 0


@pytest.mark.fault("A33")
def test_a_cut_off_model_is_named_with_the_way_to_repair_it(session: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "data" / "models" / "tiny.en"
    folder.mkdir(parents=True)
    for name in ("config.json", "model.bin"):
        (folder / name).write_bytes(b"cut off")
    report = examine(tmp_path, session, speech=True)
    assert report.worse_than("poor") == {"model"}
    assert str(folder) in report.findings["model"]["found"]
    assert "packaging/run models fetch tiny.en" in report.findings["model"]["advice"]
    assert report.exit_code == 1


def test_a_model_that_is_not_here_is_named(session: dict[str, str], tmp_path: Path) -> None:
    write_settings(tmp_path, Settings().with_value("recognition.model", "base"))
    report = examine(tmp_path, session, speech=True)
    assert report.worse_than("poor") == {"model"}
    assert "packaging/run models fetch base" in report.findings["model"]["advice"]


def test_a_shortcut_held_by_another_program_is_named(session: dict[str, str], tmp_path: Path) -> None:
    other = Display(session["DISPLAY"])
    try:
        code = other.keysym_to_keycode(XK.string_to_keysym("space"))
        other.screen().root.grab_key(code, X.ControlMask | X.Mod1Mask, False, X.GrabModeAsync, X.GrabModeAsync)
        other.sync()
        report = examine(tmp_path, session, speech=True)
    finally:
        other.close()
    assert report.worse_than("poor") == {"hotkey"}
    assert "ctrl+alt+space" in report.findings["hotkey"]["found"]
    assert "Choose another one" in report.findings["hotkey"]["advice"]
    assert report.exit_code == 1
    assert examine(tmp_path, session, speech=True).verdict("hotkey") == "good", "the doctor keeps no grab"


def test_shortcuts_that_the_running_voxnotch_holds_are_well(session: dict[str, str], tmp_path: Path) -> None:
    lock = InstanceLock(AppPaths(tmp_path / "config", tmp_path / "data", tmp_path / "state"))
    assert lock.claim("show")
    try:
        report = examine(tmp_path, session, speech=True)
    finally:
        lock.release()
    assert report.findings["hotkey"]["found"] == "held by the Voxnotch that runs"
    assert report.exit_code == 0


@pytest.mark.fault("A36")
@pytest.mark.parametrize("content", ['{"audio": {"cues": "perhaps"}}', '{"audio": {', "\x00"])
def test_broken_settings_are_named_and_do_not_stop_the_others(
    session: dict[str, str], tmp_path: Path, content: str
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text(content, encoding="utf-8")
    report = examine(tmp_path, session, speech=True)
    assert report.verdict("settings") == "poor"
    assert "settings.json" in report.findings["settings"]["advice"]
    assert report.worse_than("poor") == set()
    assert report.exit_code == 0


def test_without_a_compositor_it_says_how_the_notch_will_look(display: VirtualDisplay, tmp_path: Path) -> None:
    report = examine(tmp_path, {**display.env, "PULSE_SERVER": f"unix:{tmp_path}/nothing"})
    assert report.verdict("compositor") == "poor"
    assert report.verdict("display") == "good"


def write_settings(home: Path, settings: Settings) -> None:
    (home / "config").mkdir()
    (home / "config" / "settings.json").write_text(export_settings(settings), encoding="utf-8")
