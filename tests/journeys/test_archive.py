"""Journeys through history: pages, copies, retries, playback, deletion."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from app.domain.errors import RecogniserFailed
from app.domain.messages import (
    ClearHistory,
    CopyText,
    CopyTurn,
    DeleteTurn,
    HistoryChanged,
    HistoryPage,
    ModelsChanged,
    ModelState,
    Notice,
    NoticeCode,
    PasteTurn,
    PlaybackChanged,
    PlayTake,
    RequestHistory,
    RetryTurn,
    StopPlayback,
    TurnFinished,
)
from app.domain.turn import NO_TARGET, Stage, TargetApp, TurnId, TurnOutcome
from app.platform.fakes import FakeFrontmost
from app.runtime import desk
from app.speech.fakes import ScriptedTranscriber
from tests.journeys.pilot import EDITOR, Pilot, flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]


class LateFocus(FakeFrontmost):
    """Our own window is in front for the first few looks."""

    def __init__(self, looks: int) -> None:
        super().__init__(EDITOR)
        self.looks = looks

    async def current(self) -> TargetApp:
        self.looks -= 1
        ours = TargetApp(99, "voxnotch", "Voxnotch", pid=os.getpid())
        return ours if self.looks >= 0 else await super().current()


async def page(pilot: Pilot, query: str = "", before: TurnId | None = None, limit: int = 50) -> HistoryPage:
    request = RequestHistory(len(pilot.events), query, before, limit)
    answer = await pilot.ask(request, HistoryPage)
    assert answer.request == request.request
    return answer


async def test_history_is_paged_from_the_newest_on(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        for day in range(5, 0, -1):
            await pilot.keep(f"day {day}", days_ago=day, seconds=0)
        first = await page(pilot, limit=2)
        assert ([turn.text for turn in first.turns], first.has_more) == (["day 1", "day 2"], True)
        second = await page(pilot, before=first.turns[-1].turn_id, limit=3)
        assert ([turn.text for turn in second.turns], second.has_more) == (["day 3", "day 4", "day 5"], False)


@pytest.mark.parametrize("limit", [-1, 0, 100_000])
async def test_a_limit_out_of_range_is_held_within_it(tmp_path: Path, limit: int) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.keep("one", days_ago=2, seconds=0)
        await pilot.keep("two", days_ago=1, seconds=0)
        assert len((await page(pilot, limit=limit)).turns) == (1 if limit < 1 else 2)


async def test_a_dictation_is_found_by_the_beginning_of_a_word(tmp_path: Path) -> None:
    async with flying(tmp_path, "The Überraschung is ready.") as pilot:
        finished = await pilot.dictate()
        await pilot.see(HistoryChanged, lambda event: event.turn_id == finished.turn_id)
        assert [turn.turn_id for turn in (await page(pilot, "uberra")).turns] == [finished.turn_id]
        assert (await page(pilot, "missing")).turns == ()


async def test_deleting_a_turn_takes_its_audio_too(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep()
        other = await pilot.keep(days_ago=1)
        told = await pilot.ask(DeleteTurn(turn_id), HistoryChanged)
        assert (told.turn_id, told.turn) == (turn_id, None)
        assert not pilot.takes.path(turn_id).exists()
        assert await pilot.history.get(turn_id) is None
        assert pilot.takes.path(other).exists()


async def test_clearing_leaves_nothing_but_the_take_that_runs(tmp_path: Path) -> None:
    async with flying(tmp_path, "said meanwhile") as pilot:
        kept = [await pilot.keep(days_ago=day) for day in (1, 2)]
        since = len(pilot.events)
        pilot.hold()
        stage = await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        await pilot.ask(ClearHistory(), HistoryChanged)
        assert (await page(pilot)).turns == ()
        assert not any(pilot.takes.path(turn_id).exists() for turn_id in kept)
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.turn_id == stage.turn_id
        await pilot.see(HistoryChanged, lambda event: event.turn_id == finished.turn_id, since=since)
        assert [turn.text for turn in (await page(pilot)).turns] == ["said meanwhile"]
        assert pilot.takes.path(finished.turn_id).exists()


async def test_audio_that_cannot_be_removed_keeps_the_rows(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("a command could not be done")
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep(seconds=0)
        (pilot.takes.path(turn_id) / "in the way").mkdir(parents=True)
        notice = await pilot.ask(ClearHistory(), Notice)
        assert notice.code is NoticeCode.FAILED
        assert await pilot.history.get(turn_id) is not None


async def test_copying_puts_the_text_on_the_clipboard_to_stay(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep("take me along")
        assert (await pilot.ask(CopyTurn(turn_id), Notice)).code is NoticeCode.COPIED
        assert pilot.clipboard.contents == {"UTF8_STRING": b"take me along"}


@pytest.mark.clause("V-8.24")
async def test_a_text_of_a_card_is_copied_to_stay(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        assert (await pilot.ask(CopyText("ann@example.org"), Notice)).code is NoticeCode.COPIED
        assert pilot.clipboard.contents == {"UTF8_STRING": b"ann@example.org"}


async def test_copying_a_turn_that_is_gone_or_has_no_words_does_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        silent = await pilot.keep("")
        pilot.clipboard.copy({"UTF8_STRING": b"old"})
        since = len(pilot.events)
        pilot.core.submit(CopyTurn(TurnId("0" * 20)))
        pilot.core.submit(CopyTurn(silent))
        await page(pilot)
        assert pilot.clipboard.contents == {"UTF8_STRING": b"old"}
        assert pilot.told(Notice, since=since) == []


async def test_the_last_text_is_pasted_again_where_the_focus_is(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.keep("older", days_ago=2)
        await pilot.keep("newest text", days_ago=1)
        await pilot.keep("")
        pilot.core.submit(PasteTurn())
        await pilot.until(lambda: pilot.keys.text == "newest text")


async def test_pasting_from_our_own_window_waits_for_another_one(tmp_path: Path) -> None:
    focus = LateFocus(looks=3)
    async with flying(tmp_path, frontmost=focus) as pilot:
        turn_id = await pilot.keep("into the editor")
        pilot.core.submit(PasteTurn(turn_id))
        await pilot.until(lambda: pilot.keys.text == "into the editor")
        assert pilot.told(Notice) == []


@pytest.mark.parametrize("front", [NO_TARGET, TargetApp(99, "voxnotch", "Voxnotch", pid=os.getpid())])
async def test_pasting_with_no_other_window_gives_up_and_says_so(
    front: TargetApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "FOCUS_TIMEOUT_S", 0.1)
    async with flying(tmp_path, frontmost=FakeFrontmost(front)) as pilot:
        turn_id = await pilot.keep("for nobody")
        notice = await pilot.ask(PasteTurn(turn_id), Notice)
        assert (notice.code, notice.place) == (NoticeCode.FAILED, "insertion-failed")
        assert pilot.keys.chords == []


class FocusThatMoves(FakeFrontmost):
    """Another window comes to the front after the first look."""

    async def current(self) -> TargetApp:
        now, self.target = self.target, replace(EDITOR, window_id=8)
        return now


async def test_pasting_says_so_when_another_window_came_to_the_front_meanwhile(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep("for the first one")
        pilot.frontmost.current = FocusThatMoves(EDITOR).current
        notice = await pilot.ask(PasteTurn(turn_id), Notice)
        assert notice.code is NoticeCode.FOCUS_CHANGED
        assert pilot.keys.chords == []


async def test_pasting_where_text_is_only_copied_copies_it(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.change(delivery__method="copy")
        notice = await pilot.ask(PasteTurn(await pilot.keep("to the clipboard")), Notice)
        assert notice.code is NoticeCode.COPIED
        assert pilot.clipboard.read_text() == "to the clipboard"


async def test_pasting_where_there_is_no_text_does_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.core.submit(PasteTurn())
        await page(pilot)
        assert pilot.keys.chords == []
        assert pilot.told(Notice) == []


async def test_a_failed_paste_is_told_with_its_reason(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("the paste failed: insertion-failed")
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep("words")
        pilot.clipboard.copy({"UTF8_STRING": b"old"})
        pilot.keys.break_after = 0
        notice = await pilot.ask(PasteTurn(turn_id), Notice)
        assert (notice.code, notice.place) == (NoticeCode.FAILED, "insertion-failed")
        assert pilot.clipboard.contents == {"UTF8_STRING": b"old"}, "the words must not take its place"


@pytest.mark.fault("A60")
async def test_a_retry_turns_a_failed_take_into_text_on_a_card(tmp_path: Path) -> None:
    async with flying(tmp_path, "um, at last") as pilot:
        turn_id = await pilot.keep("", outcome=TurnOutcome.FAILED)
        told = await pilot.ask(RetryTurn(turn_id), HistoryChanged)
        assert told.turn is not None
        assert (told.turn.text, told.turn.raw_text) == ("at last", "um, at last")
        assert (told.turn.outcome, told.turn.error_code) == (TurnOutcome.SHOWN, "")
        assert told.turn == await pilot.history.get(turn_id)


async def test_a_retry_with_another_model_gives_its_memory_back(tmp_path: Path) -> None:
    async with flying(tmp_path, "plain") as pilot:
        other = ScriptedTranscriber("Better words.", model="base")
        pilot.recognisers.by_model["base"] = other
        turn_id = await pilot.keep("so so")
        told = await pilot.ask(RetryTurn(turn_id, "base"), HistoryChanged)
        assert told.turn is not None
        assert (told.turn.text, told.turn.model) == ("Better words.", "base")
        assert told.turn.outcome is TurnOutcome.INSERTED
        assert not other.is_loaded
        assert pilot.transcriber.is_loaded
        pilot.core.submit(RetryTurn(turn_id))
        await pilot.see(HistoryChanged, lambda event: event.turn is not None and event.turn.text == "plain")
        last = pilot.told(ModelsChanged)[-1]
        assert {model.name: model.state for model in last.models}["tiny.en"] is ModelState.LOADED
        assert pilot.transcriber.is_loaded


@pytest.mark.fault("A60")
async def test_a_retry_that_fails_keeps_text_and_audio(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("retry failed: recogniser-failed")
    async with flying(tmp_path) as pilot:
        other = ScriptedTranscriber(model="base", error=RecogniserFailed("too large"))
        await other.warm_up()
        pilot.recognisers.by_model["base"] = other
        turn_id = await pilot.keep("the old text")
        told = await pilot.ask(RetryTurn(turn_id, "base"), HistoryChanged)
        assert told.turn is not None
        assert (told.turn.text, told.turn.error_code) == ("the old text", "recogniser-failed")
        assert told.turn.outcome is TurnOutcome.INSERTED
        assert told.turn.has_audio
        assert pilot.takes.path(turn_id).exists()
        assert not other.is_loaded


async def test_a_retry_that_hears_nothing_keeps_the_old_text(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep("the old text", sound=False)
        told = await pilot.ask(RetryTurn(turn_id), HistoryChanged)
        assert told.turn is not None
        assert (told.turn.text, told.turn.error_code) == ("the old text", "nothing-heard")


@pytest.mark.parametrize("error", [None, RecogniserFailed("too large")])
async def test_a_turn_that_is_deleted_during_its_retry_stays_deleted(
    tmp_path: Path, error: RecogniserFailed | None, expected_log: ExpectLog
) -> None:
    if error is not None:
        expected_log("retry failed: recogniser-failed")
    asked, deleted = anyio.Event(), anyio.Event()

    async def recognise_slowly() -> None:
        asked.set()
        await deleted.wait()

    async with flying(tmp_path) as pilot:
        pilot.recognisers.by_model["base"] = ScriptedTranscriber(
            "Better.", model="base", error=error, delay=recognise_slowly
        )
        turn_id = await pilot.keep("the old text")
        since = len(pilot.events)
        pilot.core.submit(RetryTurn(turn_id, "base"))
        await asked.wait()
        await pilot.ask(DeleteTurn(turn_id), HistoryChanged)
        deleted.set()
        await pilot.until(lambda: len(pilot.told(HistoryChanged, since=since)) == 2)
        assert await pilot.history.get(turn_id) is None
        assert pilot.told(HistoryChanged, since=since)[-1].turn is None


async def test_a_retry_of_a_damaged_file_is_told(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("retry failed: audio-unreadable")
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep("text")
        pilot.takes.path(turn_id).write_bytes(b"not a sound")
        told = await pilot.ask(RetryTurn(turn_id), HistoryChanged)
        assert told.turn is not None
        assert (told.turn.text, told.turn.error_code) == ("text", "audio-unreadable")


async def test_a_retry_without_audio_only_tells_the_row(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep("text", seconds=0)
        told = await pilot.ask(RetryTurn(turn_id), HistoryChanged)
        assert told.turn == await pilot.history.get(turn_id)
        assert pilot.transcriber.options == []
        told = await pilot.ask(RetryTurn(TurnId("0" * 20)), HistoryChanged)
        assert told.turn is None


async def test_a_fault_of_ours_in_a_command_does_not_end_the_core(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("a task failed")

    def fault(_chord: str) -> None:
        raise ZeroDivisionError

    async with flying(tmp_path, "still here") as pilot:
        turn_id = await pilot.keep("text")
        works, pilot.keys.on_chord = pilot.keys.on_chord, fault
        assert (await pilot.ask(PasteTurn(turn_id), Notice)).code is NoticeCode.INTERNAL
        pilot.keys.on_chord = works
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


async def test_a_take_is_played_to_its_end(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep()
        since = len(pilot.events)
        pilot.core.submit(PlayTake(turn_id))
        await pilot.see(PlaybackChanged, lambda event: event.turn_id is None, since=since)
        assert [event.turn_id for event in pilot.told(PlaybackChanged, since=since)] == [turn_id, None]
        assert pilot.cues.files == [pilot.takes.path(turn_id)]


async def test_playing_stops_when_asked_and_another_take_stops_the_first(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.cues.playing = anyio.Event()
        first, second = await pilot.keep(days_ago=1), await pilot.keep()
        assert (await pilot.ask(PlayTake(first), PlaybackChanged)).turn_id == first
        assert (await pilot.ask(PlayTake(second), PlaybackChanged)).turn_id == second
        assert (await pilot.ask(StopPlayback(), PlaybackChanged)).turn_id is None
        since = len(pilot.events)
        pilot.core.submit(StopPlayback())
        await page(pilot)
        assert pilot.told(PlaybackChanged, since=since) == []


async def test_a_take_that_plays_stops_when_a_new_one_starts(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        pilot.cues.playing = anyio.Event()
        await pilot.ask(PlayTake(await pilot.keep()), PlaybackChanged)
        since = len(pilot.events)
        pilot.hold()
        assert (await pilot.see(PlaybackChanged, since=since)).turn_id is None, "the microphone would hear it"
        pilot.let_go()


async def test_a_take_that_cannot_be_played_is_over_at_once(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("a take could not be played: audio-unreadable")
    async with flying(tmp_path) as pilot:
        turn_id = await pilot.keep(seconds=0)
        since = len(pilot.events)
        pilot.core.submit(PlayTake(turn_id))
        await pilot.see(PlaybackChanged, lambda event: event.turn_id is None, since=since)
