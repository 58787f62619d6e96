"""Journeys of a dictation: commands in, the whole story out, and what is kept afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.errors import MicrophoneUnavailable, ModelDamaged, RecogniserFailed
from app.domain.messages import (
    CancelTurn,
    DevicesChanged,
    Fix,
    HotkeyAction,
    Notice,
    NoticeCode,
    StageChanged,
    TurnFinished,
    WordsHeard,
)
from app.domain.turn import NO_TARGET, Stage, TurnOutcome
from app.speech.ports import Cue
from tests.journeys.pilot import flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]


async def test_a_held_key_and_a_sentence_land_in_the_program(tmp_path: Path) -> None:
    async with flying(tmp_path, "Hello there.") as pilot:
        pilot.clipboard.copy({"UTF8_STRING": b"old"})
        since = len(pilot.events)
        finished = await pilot.dictate()
        await pilot.see(StageChanged, lambda event: event.stage is Stage.IDLE, since=since)
        assert [told for told in pilot.story(since=since) if told != "WordsHeard"][:5] == [
            "listening", "finishing", "working", "finished: inserted", "idle",
        ]  # fmt: skip
        assert finished.text == "Hello there."
        assert pilot.keys.text == "Hello there."
        assert pilot.clipboard.contents == {"UTF8_STRING": b"old"}
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.text, row.outcome, row.app_id, row.has_audio) == (
            "Hello there.", TurnOutcome.INSERTED, "Mousepad", True,
        )  # fmt: skip
        assert pilot.takes.path(finished.turn_id).stat().st_size == 44 + 2 * 16_000 + (-16_000 % 512) * 2
        assert [cue for cue, _ in pilot.cues.cues] == [Cue.START, Cue.STOP]


async def test_the_words_are_told_while_they_are_spoken(tmp_path: Path) -> None:
    async with flying(tmp_path, "One two three.") as pilot:
        finished = await pilot.dictate()
        words = pilot.told(WordsHeard)
        assert words
        assert all(event.turn_id == finished.turn_id for event in words)


@pytest.mark.fault("A02")
async def test_a_quick_tap_while_the_microphone_opens_starts_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path, "never") as pilot:
        await pilot.change(hotkeys__mode="hold", audio__other_sound="pause")
        pilot.media.playing = {"player": True}
        gate = pilot.microphone.hold_opening()
        since = len(pilot.events)
        pilot.hold(for_s=0.02)
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        gate.set()
        await pilot.see_stage(Stage.IDLE, since=since)
        assert finished.outcome is TurnOutcome.CANCELLED
        assert pilot.cues.cues == []
        assert pilot.media.playing == {"player": True}
        assert HotkeyAction.CANCEL not in pilot.hotkeys.bound
        assert pilot.microphone.takes_open == 0
        assert await pilot.history.page("", None, 10) == ((), False)


@pytest.mark.fault("A22")
async def test_the_go_cue_comes_after_the_microphone_gave_its_first_sample(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        gate = pilot.microphone.hold_opening()
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        assert pilot.cues.cues == []
        gate.set()
        pilot.say()
        await pilot.heard()
        assert [cue for cue, _ in pilot.cues.cues] == [Cue.START]
        pilot.let_go()
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.INSERTED


@pytest.mark.fault("A24", "A31")
async def test_a_take_without_words_pastes_nothing_and_makes_no_row(tmp_path: Path) -> None:
    async with flying(tmp_path, "never said") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.be_silent(1.0)
        await pilot.heard()
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        await pilot.see_stage(Stage.IDLE, since=since)
        assert finished.outcome is TurnOutcome.NOTHING_HEARD
        assert pilot.keys.chords == []
        assert await pilot.history.page("", None, 10) == ((), False)
        assert not pilot.takes.path(finished.turn_id).exists()


@pytest.mark.fault("A31")
async def test_words_that_the_rules_take_away_are_not_pasted(tmp_path: Path) -> None:
    async with flying(tmp_path, "Um.  \n") as pilot:
        finished = await pilot.dictate()
        assert finished.outcome is TurnOutcome.NOTHING_HEARD
        assert pilot.keys.chords == []


@pytest.mark.fault("A42")
async def test_text_for_a_window_that_lost_the_focus_is_shown_and_not_sent(tmp_path: Path) -> None:
    async with flying(tmp_path, "Private words.") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.frontmost.target = replace(pilot.frontmost.target, window_id=99)
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is TurnOutcome.SHOWN
        assert finished.fix is Fix.COPY_TEXT
        assert finished.text == "Private words."
        assert pilot.keys.chords == []


@pytest.mark.fault("A19")
async def test_a_microphone_that_goes_away_ends_the_take_as_if_stopped(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("microphone lost")
    async with flying(tmp_path, "What was said so far.") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.microphone.lose()
        await pilot.see_stage(Stage.WORKING, since=since)
        assert pilot.keys.chords == [], "the grabbed key is still down and would swallow them"
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is TurnOutcome.INSERTED
        assert pilot.keys.text == "What was said so far."
        assert NoticeCode.MICROPHONE_LOST in [notice.code for notice in pilot.told(Notice, since=since)]


@pytest.mark.fault("A20")
async def test_a_missing_remembered_microphone_is_named_and_the_default_used(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        await pilot.change(audio__device="studio microphone")
        since = len(pilot.events)
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        notice = await pilot.see(Notice, lambda event: event.code is NoticeCode.DEVICE_MISSING, since=since)
        assert notice.place == "studio microphone"
        assert pilot.told(DevicesChanged)[-1].missing == "studio microphone"


async def test_without_a_microphone_the_take_fails_with_the_next_step(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("turn failed")
    async with flying(tmp_path, "text") as pilot:
        pilot.microphone.fail_next(MicrophoneUnavailable("none", code="microphone-none"))
        since = len(pilot.events)
        pilot.hold()
        finished = await pilot.see(TurnFinished, since=since)
        await pilot.see_stage(Stage.IDLE, since=since)
        assert (finished.outcome, finished.error_code) == (TurnOutcome.FAILED, "microphone-none")
        assert finished.fix is Fix.OPEN_AUDIO_SETTINGS
        assert await pilot.history.page("", None, 10) == ((), False)


@pytest.mark.fault("A60")
async def test_a_recogniser_error_keeps_the_audio_for_another_try(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("turn failed")
    async with flying(tmp_path, "at last") as pilot:
        pilot.transcriber.error = RecogniserFailed("too large")
        finished = await pilot.dictate()
        assert (finished.outcome, finished.fix) == (TurnOutcome.FAILED, Fix.RETRY_TURN)
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert row.has_audio
        assert row.error_code == "recogniser-failed"
        assert await pilot.takes.recover(finished.turn_id) == pytest.approx(1.0, abs=0.04)


@pytest.mark.fault("A33")
async def test_a_damaged_model_is_named_and_repair_is_offered(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        pilot.recognisers.error = ModelDamaged("wrong size", place="model.bin")
        since = len(pilot.events)
        pilot.hold()
        finished = await pilot.see(TurnFinished, since=since)
        assert (finished.error_code, finished.error_place) == ("model-damaged", "model.bin")
        assert finished.fix is Fix.REPAIR_MODEL
        pilot.let_go()
        pilot.recognisers.error = None
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


async def test_cancel_delivers_nothing_and_keeps_the_take(tmp_path: Path) -> None:
    async with flying(tmp_path, "secret") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say(2.0)
        await pilot.heard()
        pilot.core.submit(CancelTurn())
        finished = await pilot.see(TurnFinished, since=since)
        await pilot.see_stage(Stage.IDLE, since=since)
        assert finished.outcome is TurnOutcome.CANCELLED
        assert pilot.keys.chords == []
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.outcome, row.has_audio) == (TurnOutcome.CANCELLED, True)


@pytest.mark.fault("A40")
@pytest.mark.parametrize("way_out", ["words", "silence", "cancel", "error", "lost"])
async def test_paused_players_go_on_whatever_ended_the_take(
    tmp_path: Path, way_out: str, expected_log: ExpectLog
) -> None:
    if way_out == "error":
        expected_log("turn failed")
    if way_out == "lost":
        expected_log("microphone lost")
    async with flying(tmp_path, "text") as pilot:
        await pilot.change(audio__other_sound="pause")
        pilot.media.playing = {"player": True, "stopped": False}
        if way_out == "error":
            pilot.transcriber.error = RecogniserFailed("broken")
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        (pilot.be_silent if way_out == "silence" else pilot.say)()
        await pilot.heard()
        assert pilot.media.playing == {"player": False, "stopped": False}
        match way_out:
            case "cancel":
                pilot.core.submit(CancelTurn())
            case "lost":
                pilot.microphone.lose()
                await pilot.see_stage(Stage.WORKING, since=since)
                pilot.let_go()
            case _:
                pilot.let_go()
        await pilot.see(TurnFinished, since=since)
        assert pilot.media.playing == {"player": True, "stopped": False}


async def test_no_window_in_front_at_the_press_shows_the_text(tmp_path: Path) -> None:
    async with flying(tmp_path, "for nobody") as pilot:
        pilot.frontmost.target = NO_TARGET
        assert (await pilot.dictate()).outcome is TurnOutcome.SHOWN


async def test_a_take_that_runs_at_the_end_of_the_program_is_kept(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say(2.0)
        await pilot.heard()
    assert pilot.cues.closed
    async with flying(tmp_path) as pilot:
        rows, _ = await pilot.history.page("", None, 10)
        assert [(row.outcome, row.has_audio) for row in rows] == [(TurnOutcome.CANCELLED, True)]
