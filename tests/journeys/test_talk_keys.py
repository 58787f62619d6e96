"""Journeys of the keys: taps, holds, locks, cancel, undo, and starts without a key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from app.domain.messages import (
    HistoryPage,
    HotkeyAction,
    HotkeyProblems,
    Notice,
    NoticeCode,
    RequestHistory,
    StageChanged,
    StartTurn,
    StopTurn,
    TurnFinished,
    UndoInsertion,
)
from app.domain.turn import Stage, TurnKind, TurnOutcome
from tests.journeys.pilot import flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]


@pytest.mark.fault("A59")
async def test_one_escape_only_hints_and_a_second_one_cancels(tmp_path: Path) -> None:
    async with flying(tmp_path, "kept") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.hotkeys.tap("escape")
        await pilot.see(Notice, lambda event: event.code is NoticeCode.CANCEL_AGAIN, since=since)
        pilot.now_s += 5
        pilot.hotkeys.tap("escape")
        await pilot.see(Notice, lambda event: event.code is NoticeCode.CANCEL_AGAIN, since=len(pilot.events) - 1)
        assert not pilot.told(TurnFinished, since=since), "the second came too late"
        pilot.hotkeys.tap("escape")
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is TurnOutcome.CANCELLED


async def test_the_cancel_key_is_grabbed_only_while_a_take_runs(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        assert HotkeyAction.CANCEL not in pilot.hotkeys.bound
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        assert pilot.hotkeys.bound[HotkeyAction.CANCEL] == "escape"
        assert pilot.hotkeys.bound[HotkeyAction.LOCK] == "return"
        pilot.let_go()
        await pilot.see(TurnFinished, since=since)
        await pilot.see_stage(Stage.IDLE, since=since)
        await pilot.until(lambda: HotkeyAction.CANCEL not in pilot.hotkeys.bound)


async def test_a_tap_leaves_the_take_running_until_the_next_press(tmp_path: Path) -> None:
    async with flying(tmp_path, "hands free") as pilot:
        since = len(pilot.events)
        pilot.hold(for_s=0.1)
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.let_go()
        await pilot.see(StageChanged, lambda event: event.locked, since=since)
        pilot.say()
        await pilot.heard()
        pilot.hold()
        pilot.let_go()
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.INSERTED


async def test_the_lock_key_makes_a_held_take_hands_free(tmp_path: Path) -> None:
    async with flying(tmp_path, "hands free") as pilot:
        await pilot.change(hotkeys__mode="hold", hotkeys__dictate="f9", hotkeys__lock="space")
        await pilot.until(lambda: pilot.hotkeys.bound[HotkeyAction.DICTATE] == "f9")
        since = len(pilot.events)
        pilot.hotkeys.press("f9")
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.hotkeys.tap("space")
        await pilot.see(StageChanged, lambda event: event.locked, since=since)
        pilot.hotkeys.release("f9")
        pilot.hotkeys.tap("f9")
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.INSERTED


async def test_start_and_stop_work_without_a_key(tmp_path: Path) -> None:
    async with flying(tmp_path, "by the tray") as pilot:
        since = len(pilot.events)
        pilot.core.submit(StartTurn(TurnKind.DICTATE))
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.core.submit(StartTurn(TurnKind.DICTATE))
        pilot.say()
        await pilot.heard()
        pilot.core.submit(StopTurn())
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is TurnOutcome.INSERTED
        assert len(pilot.told(TurnFinished, since=since)) == 1


async def test_a_start_without_a_key_while_the_last_text_is_delivered_is_answered(tmp_path: Path) -> None:
    async with flying(tmp_path, "first") as pilot:
        chords: list[str] = []
        pilot.keys.on_chord = chords.append
        since = len(pilot.events)
        pilot.core.submit(StartTurn(TurnKind.DICTATE))
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.core.submit(StopTurn())
        await pilot.until(lambda: bool(chords))
        assert (await pilot.ask(StartTurn(TurnKind.DICTATE), Notice)).code is NoticeCode.BUSY
        pilot.clipboard.read_text()
        await pilot.see(TurnFinished, since=since)


async def test_a_press_while_the_last_text_is_delivered_starts_right_after_it(tmp_path: Path) -> None:
    async with flying(tmp_path, "first", "second") as pilot:
        chords: list[str] = []
        pilot.keys.on_chord = chords.append
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        await pilot.see_stage(Stage.WORKING, since=since)
        second = len(pilot.events)
        pilot.hold()
        await pilot.until(lambda: bool(chords))
        pilot.clipboard.read_text()
        await pilot.see(TurnFinished, since=since)
        await pilot.see_stage(Stage.LISTENING, since=second)
        pilot.say()
        await pilot.heard()
        pilot.keys.on_chord = pilot._on_chord
        pilot.let_go()
        finished = await pilot.see(TurnFinished, lambda event: event.text == "second", since=second)
        assert finished.outcome is TurnOutcome.INSERTED


@pytest.mark.parametrize("for_s", [0.1, 2.0])
async def test_a_key_let_go_before_the_last_text_has_landed_starts_a_take_only_when_tapped(
    tmp_path: Path, for_s: float
) -> None:
    async with flying(tmp_path, "first", "second") as pilot:
        chords: list[str] = []
        pilot.keys.on_chord = chords.append
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        await pilot.until(lambda: bool(chords))
        second = len(pilot.events)
        pilot.hold(for_s=for_s)
        pilot.let_go()
        if for_s > 1:
            assert (await pilot.see(Notice, since=second)).code is NoticeCode.BUSY
        pilot.clipboard.read_text()
        await pilot.see_stage(Stage.IDLE, since=second)
        if for_s > 1:
            await pilot.until(lambda: HotkeyAction.CANCEL not in pilot.hotkeys.bound)
            assert Stage.LISTENING not in [event.stage for event in pilot.told(StageChanged, since=second)]
        else:
            assert (await pilot.see_stage(Stage.LISTENING, since=second)).locked, "nobody holds the key"


async def test_a_text_waits_for_the_key_that_is_down_again_and_would_swallow_it(tmp_path: Path) -> None:
    recognised = anyio.Event()
    async with flying(tmp_path, "first") as pilot:
        pilot.transcriber._delay = recognised.wait
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        await pilot.see_stage(Stage.FINISHING, since=since)
        pilot.hold(for_s=2.0)
        await pilot.ask(RequestHistory(1), HistoryPage)
        recognised.set()
        await pilot.see_stage(Stage.WORKING, since=since)
        await pilot.ask(RequestHistory(2), HistoryPage)
        assert pilot.keys.chords == []
        pilot.let_go()
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.INSERTED
        assert pilot.told(Notice, since=since)[0].code is NoticeCode.BUSY


async def test_the_lock_key_is_free_again_before_the_text_is_sent(tmp_path: Path) -> None:
    async with flying(tmp_path, "one\ntwo") as pilot:
        chords: list[str] = []
        pilot.keys.on_chord = chords.append
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        assert pilot.hotkeys.bound[HotkeyAction.LOCK] == "return"
        pilot.let_go()
        await pilot.until(lambda: bool(chords))
        assert HotkeyAction.LOCK not in pilot.hotkeys.bound, "a Return that is typed now would come to us"
        assert HotkeyAction.CANCEL in pilot.hotkeys.bound
        pilot.clipboard.read_text()
        await pilot.see(TurnFinished, since=since)


async def test_a_stage_tells_whether_a_key_started_the_take(tmp_path: Path) -> None:
    async with flying(tmp_path, "text", "text") as pilot:
        for by_key in (True, False):
            since = len(pilot.events)
            if by_key:
                pilot.hold()
            else:
                pilot.core.submit(StartTurn(TurnKind.DICTATE))
            assert (await pilot.see_stage(Stage.LISTENING, since=since)).by_key is by_key
            pilot.say()
            await pilot.heard()
            pilot.let_go()
            pilot.core.submit(StopTurn())
            assert not (await pilot.see_stage(Stage.IDLE, since=since)).by_key


async def test_undo_takes_back_the_last_insertion_once(tmp_path: Path) -> None:
    async with flying(tmp_path, "take this back") as pilot:
        await pilot.dictate()
        pilot.clipboard.selection = "take this back"
        since = len(pilot.events)
        pilot.core.submit(UndoInsertion())
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.UNDONE
        since = len(pilot.events)
        pilot.core.submit(UndoInsertion())
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.NOTHING_TO_UNDO


async def test_a_shortcut_held_by_another_program_is_told(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        pilot.hotkeys.taken.add("ctrl+alt+k")
        since = len(pilot.events)
        await pilot.change(hotkeys__dictate="ctrl+alt+k")
        told = await pilot.see(HotkeyProblems, since=since)
        assert told.problems == {HotkeyAction.DICTATE: "hotkey-conflict"}


@pytest.mark.fault("A04", "A19")
async def test_the_other_talk_key_does_not_pass_for_the_hand_leaving_the_first(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("microphone lost")
    async with flying(tmp_path, "In time.") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.hotkeys.press("a")
        pilot.hotkeys.release("a")
        await pilot.ask(RequestHistory(1), HistoryPage)
        pilot.microphone.lose()
        await pilot.see_stage(Stage.WORKING, since=since)
        await pilot.ask(RequestHistory(2), HistoryPage)
        assert pilot.keys.chords == [], "the grabbed key is still down and would swallow them"
        pilot.let_go()
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.INSERTED
