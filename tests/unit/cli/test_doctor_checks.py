"""Checks of the doctor that need no session: disk, key store, a desktop that does not answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import doctor_checks
from app.cli.findings import Verdict
from app.domain.errors import AppError, DisplayUnavailable
from app.domain.messages import DesktopState, HotkeyAction
from app.platform.fakes import FakeSession
from app.platform.ports import ClipboardSnapshot
from app.settings.model import Settings
from app.settings.paths import AppPaths

pytestmark = pytest.mark.anyio


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths(config=tmp_path / "config", data=tmp_path / "data" / "below", state=tmp_path / "state")


def test_the_room_on_the_disk_is_told_before_the_folder_exists(paths: AppPaths) -> None:
    (finding,) = doctor_checks.check_disk(paths)
    assert finding.verdict is Verdict.GOOD
    assert "GB free" in finding.found
    assert not paths.data.exists()


def test_little_room_deserves_a_word(paths: AppPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_checks, "LOW_DISK_BYTES", 10**18)
    (finding,) = doctor_checks.check_disk(paths)
    assert (finding.verdict, finding.advice) == (Verdict.POOR, "Make some room.")


def test_a_folder_that_cannot_be_written_is_bad(tmp_path: Path) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.write_text("not a folder", encoding="utf-8")
    # Nobody, not even an administrator, may write to the second.
    for folder in (in_the_way, Path("/sys/voxnotch")):
        (finding,) = doctor_checks.check_disk(AppPaths(config=tmp_path, data=folder, state=tmp_path))
        assert finding.verdict is Verdict.BAD
        assert "cannot be written" in finding.found
        assert finding.advice


def test_versions_name_every_package_that_dictation_needs() -> None:
    findings = doctor_checks.check_versions()
    assert all(package in findings[0].found for package in doctor_checks.PACKAGES)
    assert "missing" not in findings[0].found


def test_a_package_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_checks, "PACKAGES", ("no-such-package",))
    assert "no-such-package is missing" in doctor_checks.check_versions()[0].found


async def test_a_display_that_goes_away_is_told_by_each_check_in_words() -> None:
    session = FakeSession()

    async def gone() -> DesktopState:
        raise DisplayUnavailable("gone")

    async def frozen() -> ClipboardSnapshot:
        raise AppError("gone", code="clipboard-frozen")

    session.desktop.state = gone
    session.clipboard.snapshot = frozen
    session.hotkeys.gone = True
    desk = session.platform()
    findings = [
        *await doctor_checks.check_window_manager(desk),
        *await doctor_checks.check_hotkeys(desk, Settings()),
        *await doctor_checks.check_paste(desk),
    ]
    assert [finding.verdict for finding in findings] == [Verdict.BAD, Verdict.BAD, Verdict.POOR]
    assert all(finding.advice and " " in finding.found for finding in findings)


async def test_a_shortcut_that_is_taken_is_named_and_nothing_stays_grabbed() -> None:
    session = FakeSession()
    session.hotkeys.taken.add("ctrl+alt+a")
    (finding,) = await doctor_checks.check_hotkeys(session.platform(), Settings())
    assert finding.verdict is Verdict.BAD
    assert finding.found.startswith("ctrl+alt+a ")
    assert session.hotkeys.bound == {}
    session.hotkeys.taken.clear()
    (finding,) = await doctor_checks.check_hotkeys(session.platform(), Settings())
    assert finding.verdict is Verdict.GOOD
    assert "ctrl+alt+a asks the agent, ctrl+alt+w asks it in writing" in finding.found
    assert HotkeyAction.DICTATE not in session.hotkeys.bound


async def test_without_a_key_store_dictation_is_said_to_need_none() -> None:
    (finding,) = await doctor_checks.check_key_store()
    assert finding.verdict in {Verdict.GOOD, Verdict.POOR}
    assert finding.verdict is Verdict.GOOD or finding.advice


async def test_a_voice_is_told_and_its_lack_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = await doctor_checks.check_voice(Settings())
    assert (finding.verdict, finding.advice) == (Verdict.GOOD, "")
    (finding,) = await doctor_checks.check_voice(Settings().with_value("agent.voice", "gone"))
    assert finding.verdict is Verdict.POOR
    assert "gone is not there" in finding.found
    monkeypatch.setenv("PATH", str(tmp_path))
    (finding,) = await doctor_checks.check_voice(Settings())
    assert finding.verdict is Verdict.POOR
    assert "install espeak-ng" in finding.advice
