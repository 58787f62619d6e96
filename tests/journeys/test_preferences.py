"""Journeys of the settings: changed all or none, saved, followed by every part; exported and imported."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.domain.errors import AppError
from app.domain.messages import (
    CoreStarted,
    DesktopChanged,
    ExportSettings,
    Fix,
    HotkeyAction,
    HotkeyProblems,
    ImportSettings,
    ModelsChanged,
    ModelState,
    Notice,
    NoticeCode,
    RecordShortcut,
    SettingsChanged,
    SettingsExported,
    SettingsRefused,
    ShortcutRecorded,
)
from app.domain.turn import TurnOutcome
from app.runtime import desk
from app.settings.file import export_settings
from app.settings.model import Settings
from app.speech.fakes import ScriptedTranscriber
from tests.journeys.pilot import Pilot, flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]


def on_disk(pilot: Pilot) -> dict[str, Any]:
    return json.loads(pilot.paths.settings_file.read_text(encoding="utf-8"))


async def test_the_values_in_force_are_told_at_the_start(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        first = pilot.events.index(pilot.told(CoreStarted)[0])
        told = pilot.told(SettingsChanged)[0]
        assert pilot.events.index(told) > first
        assert told.values["audio.cues"] is True
        assert "version" not in told.values


async def test_a_change_is_in_force_saved_and_told(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        told = await pilot.change(audio__cues=False, delivery__method="copy")
        assert isinstance(told, SettingsChanged)
        assert (told.values["audio.cues"], told.values["delivery.method"]) == (False, "copy")
        assert (await pilot.dictate()).outcome is TurnOutcome.COPIED
        assert pilot.cues.cues == []
        saved = on_disk(pilot)
        assert (saved["audio"]["cues"], saved["delivery"]["method"]) == (False, "copy")


@pytest.mark.parametrize(
    ("values", "at_fault"),
    [
        ({"audio__cue_volume_percent": 101, "audio__cues": False}, {"audio.cue_volume_percent"}),
        ({"audio__no_such_key": 1, "audio__cues": False}, {"audio.no_such_key"}),
        ({"version": 2, "audio__cues": False}, {"version"}),
        ({"nothing": 1}, {"nothing"}),
        ({"hotkeys__undo": "f9", "hotkeys__paste_last": "F9"}, {"hotkeys.undo", "hotkeys.paste_last"}),
        ({"text__replacements": [{"spoken": "", "written": "x"}], "audio__cues": False}, {"text.replacements"}),
        ({"text__vocabulary": ["word"] * 501, "audio__cues": False}, {"text.vocabulary"}),
        ({"notch__monitor": None, "audio__cues": False}, {"notch.monitor"}),
        ({"delivery__chord": "ctrl+nonsense", "audio__cues": False}, {"delivery.chord"}),
        ({"delivery__chord": "", "audio__cues": False}, {"delivery.chord"}),
        ({"delivery__apps": [{"app_id": "xterm", "chord": "mouse3"}], "audio__cues": False}, {"delivery.apps"}),
    ],
)  # fmt: skip
async def test_one_bad_value_refuses_the_whole_change_and_is_named(
    tmp_path: Path, values: dict[str, object], at_fault: set[str]
) -> None:
    async with flying(tmp_path) as pilot:
        refused = await pilot.change(**values)
        assert isinstance(refused, SettingsRefused)
        assert set(refused.reasons) == at_fault
        assert all(refused.reasons.values())
        now = await pilot.change(audio__keep_open=False)
        assert isinstance(now, SettingsChanged)
        assert now.values["audio.cues"] is True
        assert now.values["hotkeys.undo"] == ""


async def test_the_reason_of_a_rule_of_ours_is_told_in_its_words(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        refused = await pilot.change(hotkeys__undo="ctrl+alt+space")
        assert isinstance(refused, SettingsRefused)
        assert refused.reasons == {"hotkeys.undo": "two actions share one shortcut"}


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"hotkeys__lock": "space"}, "held down"),
        ({"hotkeys__agent": "super+Return"}, "held down"),
        ({"hotkeys__dictate": "f9", "hotkeys__lock": "F9"}, "share one"),
        ({"hotkeys__cancel": "ctrl+alt+space"}, "share one"),
    ],
)
async def test_a_key_that_could_never_be_pressed_is_refused(tmp_path: Path, values: dict[str, str], word: str) -> None:
    async with flying(tmp_path) as pilot:
        refused = await pilot.change(**values)
        assert isinstance(refused, SettingsRefused)
        assert refused.reasons.keys() == {key.replace("__", ".") for key in values}
        assert all(word in reason for reason in refused.reasons.values())


async def test_a_paste_shortcut_in_any_usual_spelling_is_taken(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        assert isinstance(await pilot.change(delivery__chord="Control + Shift + V"), SettingsChanged)
        rules = [{"app_id": "xterm", "chord": "shift+insert"}, {"app_id": "code"}]
        assert isinstance(await pilot.change(delivery__apps=rules), SettingsChanged)


async def test_a_cancel_key_that_is_off_is_free_for_another_action(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        changed = await pilot.change(hotkeys__cancel_key="off", hotkeys__undo="escape")
        assert isinstance(changed, SettingsChanged)


async def test_changed_shortcuts_are_grabbed_at_once(tmp_path: Path) -> None:
    async with flying(tmp_path, "by another key") as pilot:
        await pilot.change(hotkeys__dictate="f9", hotkeys__agent="", hotkeys__undo="ctrl+alt+z", hotkeys__mode="hold")
        await pilot.until(lambda: pilot.hotkeys.bound.get(HotkeyAction.UNDO) == "ctrl+alt+z")
        assert pilot.hotkeys.bound[HotkeyAction.DICTATE] == "f9"
        assert HotkeyAction.AGENT not in pilot.hotkeys.bound


async def test_a_conflict_is_told_once_and_its_end_too(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.hotkeys.taken.add("f9")
        since = len(pilot.events)
        await pilot.change(hotkeys__undo="f9")
        await pilot.see(HotkeyProblems, lambda event: HotkeyAction.UNDO in event.problems, since=since)
        await pilot.change(audio__cues=False)
        await pilot.change(hotkeys__undo="f8")
        await pilot.see(HotkeyProblems, lambda event: not event.problems, since=since)
        assert len(pilot.told(HotkeyProblems, since=since)) == 2


async def test_a_display_that_is_gone_is_told_as_a_problem_of_every_shortcut(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("no hotkeys: display-unavailable")
    async with flying(tmp_path) as pilot:
        pilot.hotkeys.gone = True
        await pilot.change(hotkeys__undo="f9")
        told = await pilot.see(HotkeyProblems)
        assert set(told.problems.values()) == {"display-unavailable"}
        assert HotkeyAction.DICTATE in told.problems


async def test_the_microphone_is_kept_ready_as_soon_as_that_is_set(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.change(audio__keep_open=True)
        await pilot.until(lambda: pilot.microphone.armed == "")
        await pilot.change(audio__device="fake")
        await pilot.until(lambda: pilot.microphone.armed == "fake")
        await pilot.change(audio__keep_open=False)
        await pilot.until(lambda: pilot.microphone.armed is None)


async def test_another_model_is_loaded_and_the_old_one_unloaded(tmp_path: Path) -> None:
    async with flying(tmp_path, "small") as pilot:
        other = ScriptedTranscriber("large words", model="base")
        pilot.recognisers.by_model["base"] = other
        since = len(pilot.events)
        await pilot.change(recognition__model="base")
        told = await pilot.see(ModelsChanged, since=since)
        assert told.in_use == "base"
        assert {model.name: model.state for model in told.models} == {
            "tiny.en": ModelState.READY, "base": ModelState.LOADED,
        }  # fmt: skip
        assert (other.is_loaded, pilot.transcriber.is_loaded) == (True, False)
        assert (await pilot.dictate()).text == "large words"


async def test_settings_that_cannot_be_saved_are_still_in_force(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("settings could not be saved: storage-unavailable")
    async with flying(tmp_path, "copied") as pilot:
        pilot.paths.config.write_text("in the way", encoding="utf-8")
        since = len(pilot.events)
        await pilot.change(delivery__method="copy")
        notice = await pilot.see(Notice, since=since)
        assert (notice.code, notice.place) == (NoticeCode.NOT_KEPT, "storage-unavailable")
        assert notice.fix is Fix.OPEN_DATA_FOLDER
        assert (await pilot.dictate()).outcome is TurnOutcome.COPIED


@pytest.mark.fault("A36")
@pytest.mark.parametrize(
    ("content", "kept"),
    [('{"audio": {"cues": "perhaps", "keep_open": true}}', True), ('{"audio": {"keep_open": tr', False)],
)
async def test_a_damaged_settings_file_is_told_and_copied(tmp_path: Path, content: str, kept: bool) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "settings.json").write_text(content, encoding="utf-8")
    async with flying(tmp_path) as pilot:
        notice = await pilot.see(Notice)
        assert notice.code is NoticeCode.SETTINGS_SALVAGED
        assert await anyio.Path(notice.place).read_text(encoding="utf-8") == content
        values = pilot.told(SettingsChanged)[0].values
        assert (values["audio.cues"], values["audio.keep_open"]) == (True, kept)


@pytest.mark.fault("A36")
async def test_settings_that_cannot_be_read_are_told_and_stay_as_they_are(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("settings could not be saved: storage-unavailable")
    file = tmp_path / "config" / "settings.json"
    file.mkdir(parents=True)
    async with flying(tmp_path) as pilot:
        notice = await pilot.see(Notice)
        assert (notice.code, notice.place) == (NoticeCode.SETTINGS_UNREADABLE, str(file))
        since = len(pilot.events)
        await pilot.change(audio__cues=False)
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.NOT_KEPT
    assert file.is_dir()


async def test_exported_settings_bring_another_machine_to_the_same_state(tmp_path: Path) -> None:
    file = tmp_path / "my settings é.json"
    async with flying(tmp_path / "one") as pilot:
        await pilot.change(hotkeys__dictate="f9", text__vocabulary=["R&D", "Łukasz"])
        assert (await pilot.ask(ExportSettings(str(file)), SettingsExported, SettingsRefused)) == SettingsExported(
            str(file)
        )
        before = pilot.told(SettingsChanged)[-1].values
    async with flying(tmp_path / "two") as pilot:
        told = await pilot.ask(ImportSettings(str(file)), SettingsChanged)
        assert told.values == before
        await pilot.until(lambda: pilot.hotkeys.bound[HotkeyAction.DICTATE] == "f9")
        assert on_disk(pilot)["text"]["vocabulary"] == ["R&D", "Łukasz"]


async def test_an_export_that_cannot_be_written_is_refused_in_words(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("settings could not be exported")
    async with flying(tmp_path) as pilot:
        refused = await pilot.ask(ExportSettings(str(tmp_path / "no folder" / "x.json")), SettingsRefused)
        assert refused.reasons == {"*": "export-failed"}


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"{", b'"text"', b"{}"])
async def test_an_import_that_is_no_settings_changes_nothing(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "import.json"
    if content is not None:
        file.write_bytes(content)
    async with flying(tmp_path) as pilot:
        refused = await pilot.ask(ImportSettings(str(file)), SettingsRefused, SettingsChanged)
        assert isinstance(refused, SettingsRefused)
        assert set(refused.reasons) == {"version" if content == b"{}" else "*"}
        assert not pilot.paths.settings_file.exists()


@pytest.mark.parametrize("name", ["pipe", "folder", "\0"])
async def test_a_place_that_is_no_file_is_refused_and_holds_up_nothing(
    tmp_path: Path, name: str, expected_log: ExpectLog
) -> None:
    expected_log("settings could not be exported")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    async with flying(tmp_path, "still works") as pilot:
        place = str(tmp_path / name)
        refused = await pilot.ask(ImportSettings(place), SettingsRefused, SettingsChanged, Notice)
        assert refused == SettingsRefused({"*": "file-unreadable"})
        pilot.events.clear()
        refused = await pilot.ask(ExportSettings(place), SettingsRefused, SettingsExported, Notice)
        assert refused == SettingsRefused({"*": "export-failed"})
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


async def test_the_largest_settings_can_be_carried_away_and_brought_back(tmp_path: Path) -> None:
    rules = [{"spoken": f"{number} {'s' * 190}", "written": "w" * 2000} for number in range(500)]
    async with flying(tmp_path) as pilot:
        await pilot.change(text__replacements=rules)
        place = str(tmp_path / "out.json")
        await pilot.ask(ExportSettings(place), SettingsExported, SettingsRefused)
        told = await pilot.ask(ImportSettings(place), SettingsChanged, SettingsRefused)
        assert isinstance(told, SettingsChanged)
        assert told.values["text.replacements"] == rules


async def test_an_import_with_one_bad_key_names_it_and_changes_nothing(tmp_path: Path) -> None:
    values = json.loads(export_settings(Settings()))
    values["audio"] |= {"cues": False, "cue_volume_percent": 900}
    file = tmp_path / "import.json"
    file.write_text(json.dumps(values), encoding="utf-8")
    async with flying(tmp_path) as pilot:
        refused = await pilot.ask(ImportSettings(str(file)), SettingsRefused, SettingsChanged)
        assert isinstance(refused, SettingsRefused)
        assert set(refused.reasons) == {"audio.cue_volume_percent"}
        now = await pilot.change(audio__keep_open=False)
        assert isinstance(now, SettingsChanged)
        assert now.values["audio.cues"] is True


async def test_a_recorded_shortcut_is_told(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.core.submit(RecordShortcut(HotkeyAction.UNDO))
        await pilot.until(lambda: pilot.hotkeys._recording is not None)
        pilot.hotkeys.tap("ctrl_l", "f7")
        told = await pilot.see(ShortcutRecorded)
        assert told == ShortcutRecorded(HotkeyAction.UNDO, "ctrl+f7")


async def test_no_shortcut_in_time_is_told_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "RECORD_TIMEOUT_S", 0.05)
    async with flying(tmp_path) as pilot:
        told = await pilot.ask(RecordShortcut(HotkeyAction.UNDO), ShortcutRecorded)
        assert told == ShortcutRecorded(HotkeyAction.UNDO, "")


async def test_a_shortcut_that_cannot_be_recorded_says_why(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.hotkeys.gone = True
        told = await pilot.ask(RecordShortcut(HotkeyAction.UNDO), ShortcutRecorded)
        assert told == ShortcutRecorded(HotkeyAction.UNDO, "", problem="display-unavailable")


async def test_a_desktop_that_cannot_be_watched_costs_only_that(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("the desktop cannot be watched")
    expected_log("the desktop is not known")
    async with flying(tmp_path, "still works", settle=False) as pilot:

        async def gone() -> Any:
            raise AppError("gone")

        pilot.desktop.state = gone
        await pilot.until(lambda: HotkeyAction.DICTATE in pilot.hotkeys.bound)
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        assert pilot.told(DesktopChanged) == []
