"""Journeys of the other keys, of other programs' sound, and of what ends a take from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from app.domain.errors import MicrophoneLost
from app.domain.messages import (
    CopyTurn,
    DesktopChanged,
    HistoryPage,
    HotkeyAction,
    HotkeyEdge,
    Notice,
    NoticeCode,
    RequestHistory,
    RetryTurn,
    StageChanged,
    StopTurn,
    TurnFinished,
    UndoInsertion,
)
from app.domain.turn import Stage, TurnId, TurnOutcome
from app.platform.fakes import ONE_MONITOR
from tests.journeys.pilot import flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]


async def test_keys_undo_the_last_insertion_and_paste_it_again(tmp_path: Path) -> None:
    async with flying(tmp_path, "to and fro") as pilot:
        await pilot.change(hotkeys__undo="f7", hotkeys__paste_last="f8")
        await pilot.until(lambda: pilot.hotkeys.bound.get(HotkeyAction.PASTE_LAST) == "f8")
        await pilot.dictate()
        pilot.clipboard.selection = "to and fro"
        since = len(pilot.events)
        pilot.hotkeys.tap("f7")
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.UNDONE
        pilot.keys.text = ""
        pilot.hotkeys.tap("f8")
        await pilot.until(lambda: pilot.keys.text == "to and fro")


async def test_nothing_is_undone_while_a_take_runs(tmp_path: Path) -> None:
    async with flying(tmp_path, "one", "two") as pilot:
        await pilot.dictate()
        pilot.clipboard.selection = "one"
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        assert (await pilot.ask(UndoInsertion(), Notice)).code is NoticeCode.NOTHING_TO_UNDO
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        await pilot.see(TurnFinished, since=since)
        assert pilot.keys.text == "onetwo"


@pytest.mark.parametrize("setting", ["off", "once"])
async def test_the_cancel_key_can_be_turned_off_or_asked_once(tmp_path: Path, setting: str) -> None:
    async with flying(tmp_path, "text") as pilot:
        await pilot.change(hotkeys__cancel_key=setting)
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.hotkeys.tap("escape")
        pilot.core.submit(HotkeyEdge(HotkeyAction.CANCEL, down=True, at_s=pilot.now_s))
        if setting == "off":
            pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is (TurnOutcome.INSERTED if setting == "off" else TurnOutcome.CANCELLED)


async def test_the_lock_key_without_a_held_key_means_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        pilot.core.submit(HotkeyEdge(HotkeyAction.LOCK, down=True, at_s=pilot.now_s))
        pilot.core.submit(HotkeyEdge(HotkeyAction.LOCK, down=False, at_s=pilot.now_s))
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        assert not any(event.locked for event in pilot.told(StageChanged))


@pytest.mark.fault("A40")
async def test_other_sound_is_lowered_while_listening_and_put_back(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        await pilot.change(audio__other_sound="lower", audio__lower_to_percent=20)
        pilot.media.volumes = {"music": 0.8}
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        assert pilot.media.volumes == {"music": pytest.approx(0.16)}
        pilot.let_go()
        await pilot.see(TurnFinished, since=since)
        assert pilot.media.volumes == {"music": 0.8}


async def test_words_said_while_a_player_is_slow_to_pause_are_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.runtime.take.TAIL_S", 0.0)
    asked, paused = anyio.Event(), anyio.Event()

    async def pause_slowly() -> None:
        asked.set()
        await paused.wait()

    async with flying(tmp_path, "said meanwhile") as pilot:
        await pilot.change(audio__other_sound="pause")
        pilot.media.pause = pause_slowly
        since = len(pilot.events)
        pilot.hold()
        await asked.wait()
        pilot.say()
        pilot.let_go()
        await pilot.ask(RequestHistory(1), HistoryPage)
        monkeypatch.undo()  # the wait for the last samples begins only now
        paused.set()
        assert (await pilot.see(TurnFinished, since=since)).text == "said meanwhile"
        await pilot.see_stage(Stage.IDLE, since=since)
        assert pilot.cues.cues == [], "too late for a cue"


async def test_a_take_ends_as_if_stopped_at_its_longest(tmp_path: Path) -> None:
    async with flying(tmp_path, "a very long take") as pilot:
        await pilot.change(audio__longest_take_min=1)
        since = len(pilot.events)
        pilot.hold()
        stage = await pilot.see_stage(Stage.LISTENING, since=since)
        assert stage.turn_id is not None
        file = pilot.takes.path(stage.turn_id)
        await pilot.until(lambda: pilot.microphone.takes_open > 0 and file.exists())
        for second in range(0, 64, 16):
            # Faster than real time; the disk gets the time that a voice would give it.
            await pilot.until(lambda second=second: second == 0 or file.stat().st_size >= second * 32_000)
            pilot.say(16.0)
        await pilot.see(Notice, lambda event: event.code is NoticeCode.TAKE_TOO_LONG, since=since)
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is TurnOutcome.INSERTED
        assert NoticeCode.TAKE_TOO_LONG in [notice.code for notice in pilot.told(Notice, since=since)]
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert row.audio_s == pytest.approx(60.0, abs=0.1)


async def test_a_microphone_lost_before_its_first_sound_fails_the_take(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("turn failed: microphone-lost")
    async with flying(tmp_path, "text") as pilot:
        gate = pilot.microphone.hold_opening()
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        enter = pilot.microphone._choose

        def choose_and_lose(name: str) -> object:
            device, missing = enter(name)
            pilot.core._loop.call_soon(pilot.microphone.lose)
            return device, missing

        pilot.microphone._choose = choose_and_lose  # pyright: ignore[reportAttributeAccessIssue] - lost as it opens
        gate.set()
        finished = await pilot.see(TurnFinished, since=since)
        assert (finished.outcome, finished.error_code) == (TurnOutcome.FAILED, MicrophoneLost.code)


async def test_silence_of_some_seconds_is_kept_and_said_to_hold_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path, "never") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.be_silent(4.0)
        await pilot.heard()
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is TurnOutcome.NOTHING_HEARD
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.outcome, row.text, row.has_audio) == (TurnOutcome.NOTHING_HEARD, "", True)
        assert pilot.keys.chords == []


async def test_the_stop_of_no_take_means_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        pilot.core.submit(StopTurn())
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


async def test_a_fault_of_ours_in_a_command_is_told_and_the_next_one_is_served(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("CopyTurn failed")

    async def fault(text: str) -> None:
        raise ZeroDivisionError

    async with flying(tmp_path, "text") as pilot:
        turn_id = await pilot.keep("text")
        works, pilot.clipboard.set_text = pilot.clipboard.set_text, fault
        assert (await pilot.ask(CopyTurn(turn_id), Notice)).code is NoticeCode.INTERNAL
        pilot.clipboard.set_text = works
        assert (await pilot.ask(CopyTurn(turn_id), Notice)).code is NoticeCode.COPIED


async def test_a_command_for_an_impossible_turn_is_told(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("a command could not be done")
    async with flying(tmp_path, "text") as pilot:
        turn_id = await pilot.keep("text")
        await pilot.database.write(lambda connection: connection.execute("DROP VIEW kept_turns"))
        notice = await pilot.ask(RetryTurn(TurnId(turn_id)), Notice)
        assert (notice.code, notice.place) == (NoticeCode.FAILED, "bug")


async def test_a_changed_desktop_is_told(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.until(lambda: bool(pilot.desktop._watchers))
        since = len(pilot.events)
        pilot.desktop.become(replace(ONE_MONITOR, composited=False))
        assert (await pilot.see(DesktopChanged, since=since)).state.composited is False


async def test_a_clipboard_that_could_not_be_put_back_is_told(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("the clipboard cannot be kept")
    async with flying(tmp_path, "text") as pilot:
        pilot.clipboard.copy({"UTF8_STRING": b"old"})
        pilot.clipboard.owner_frozen = True
        since = len(pilot.events)
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.CLIPBOARD_NOT_RESTORED


async def test_a_submit_after_the_text_only_where_the_rule_says_so(tmp_path: Path) -> None:
    async with flying(tmp_path, "send this") as pilot:
        await pilot.change(delivery__apps=[{"app_id": "mousepad", "submit": True}])
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        assert pilot.keys.submitted == ["send this"]
