"""Journeys of the core itself: its queue, its start, its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from app.domain.errors import Bug, DisplayUnavailable
from app.domain.messages import (
    CapabilitiesReported,
    CopyTurn,
    CoreStarted,
    HistoryPage,
    Notice,
    NoticeCode,
    RequestHistory,
    SettingsChanged,
    StageChanged,
    StartTurn,
    TurnFinished,
)
from app.domain.turn import NO_TARGET, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.settings.paths import AppPaths
from tests.journeys.pilot import PATIENCE_S, Pilot, flying, make_pilot

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]


def paths(folder: Path) -> AppPaths:
    return AppPaths(config=folder / "config", data=folder / "data", state=folder / "state")


async def make(folder: Path, *texts: str) -> Pilot:
    return await make_pilot(paths(folder), *texts)


async def test_the_first_thing_told_is_that_the_core_started(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        assert [type(event) for event in pilot.events[:3]] == [CoreStarted, CapabilitiesReported, SettingsChanged]


async def test_commands_before_the_start_are_done_after_it(tmp_path: Path) -> None:
    pilot = await make(tmp_path, "early")
    pilot.core.submit(StartTurn(TurnKind.DICTATE))
    async with anyio.create_task_group() as group:
        group.start_soon(pilot.core.run)
        await pilot.see_stage(Stage.LISTENING)
        pilot.say()
        await pilot.heard()
        pilot.hold()
        pilot.let_go()
        assert (await pilot.see(TurnFinished)).outcome is TurnOutcome.INSERTED
        pilot.core.stop()


@pytest.mark.parametrize("stop", ["before the start", "during the start"])
async def test_a_core_told_to_stop_early_ends_in_order(tmp_path: Path, stop: str) -> None:
    pilot = await make(tmp_path)
    with anyio.fail_after(PATIENCE_S):
        if stop == "before the start":
            pilot.core.stop()
            await pilot.core.run()
        else:
            async with anyio.create_task_group() as group:
                group.start_soon(pilot.core.run)
                await pilot.see(CoreStarted)
                pilot.core.stop()
    assert pilot.clipboard.closed
    assert pilot.hotkeys.bound == {}


async def test_more_commands_than_the_queue_holds_are_refused_and_the_core_goes_on(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("RequestHistory was refused: the queue is full or closed")
    async with flying(tmp_path, "still alive") as pilot:
        since = len(pilot.events)
        for number in range(400):
            pilot.core.submit(RequestHistory(number))
        await pilot.see(HistoryPage, lambda event: event.request == 250, since=since)
        await pilot.until(lambda: len(pilot.told(HistoryPage, since=since)) >= 256)
        assert len(pilot.told(HistoryPage, since=since)) < 400
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


async def test_a_command_after_the_end_is_refused(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("CopyTurn was refused")
    pilot = await make(tmp_path)
    with anyio.fail_after(PATIENCE_S):
        pilot.core.stop()
        await pilot.core.run()
        pilot.core.submit(CopyTurn(TurnId("0")))
        pilot.core.stop()
        await anyio.lowlevel.checkpoint()


def test_a_command_after_the_end_of_the_loop_harms_nobody(tmp_path: Path) -> None:
    async def live() -> Pilot:
        pilot = await make(tmp_path)
        pilot.core.stop()
        await pilot.core.run()
        return pilot

    pilot = anyio.run(live)
    pilot.core.submit(CopyTurn(TurnId("0")))
    pilot.core.stop()


async def test_who_unsubscribes_hears_no_more(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        heard: list[object] = []
        unsubscribe = pilot.core.subscribe(heard.append)
        await pilot.ask(RequestHistory(1), HistoryPage)
        assert heard
        unsubscribe()
        heard.clear()
        await pilot.ask(RequestHistory(2), HistoryPage)
        assert heard == []


async def test_what_went_wrong_while_the_parts_were_built_is_told(tmp_path: Path) -> None:
    pilot = await make(tmp_path)
    pilot.core._problems = (Notice(NoticeCode.HISTORY_SET_ASIDE, place="somewhere"),)
    async with anyio.create_task_group() as group:
        group.start_soon(pilot.core.run)
        assert (await pilot.see(Notice)).code is NoticeCode.HISTORY_SET_ASIDE
        pilot.core.stop()


async def test_one_part_that_cannot_be_closed_does_not_keep_the_others_open(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("shutdown: display-unavailable")

    async def gone() -> None:
        raise DisplayUnavailable("gone")

    pilot = await make(tmp_path)
    pilot.hotkeys.close = gone
    pilot.core.stop()
    await pilot.core.run()
    assert pilot.clipboard.closed


async def test_a_part_that_never_closes_is_left_after_the_limit(
    tmp_path: Path, expected_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_log("shutdown took too long and was cut off")
    monkeypatch.setattr("app.runtime.core.SHUTDOWN_TIMEOUT_S", 0.05)
    pilot = await make(tmp_path)
    pilot.clipboard.close = anyio.sleep_forever
    pilot.core.stop()
    with anyio.fail_after(PATIENCE_S):
        await pilot.core.run()
    with pytest.raises(Bug):  # closed all the same
        await pilot.history.last_text()


async def test_an_unknown_front_window_costs_the_insertion_alone(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("the front window is not known")

    async def gone() -> TargetApp:
        raise DisplayUnavailable("gone")

    async with flying(tmp_path, "to the card") as pilot:
        works, pilot.frontmost.current = pilot.frontmost.current, gone
        since = len(pilot.events)
        pilot.hold()
        stage = await pilot.see_stage(Stage.LISTENING, since=since)
        assert stage.target == NO_TARGET
        pilot.frontmost.current = works
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.SHOWN


async def test_a_release_before_the_last_text_has_landed_says_that_it_was_busy(tmp_path: Path) -> None:
    async with flying(tmp_path, "first") as pilot:
        await pilot.change(hotkeys__mode="hold")
        chords: list[str] = []
        pilot.keys.on_chord = chords.append
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        await pilot.until(lambda: bool(chords))
        pilot.hold()
        pilot.let_go()
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.BUSY
        pilot.clipboard.read_text()
        await pilot.see(TurnFinished, since=since)
        await pilot.see_stage(Stage.IDLE, since=since)
        assert [event.stage for event in pilot.told(StageChanged, since=since)].count(Stage.LISTENING) == 1


async def test_a_fault_in_the_background_does_not_end_the_core(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("a task failed")

    async def stumble(on_change: Callable[[], None]) -> None:
        del on_change
        raise LookupError("ours")

    pilot = await make(tmp_path, "still there")
    pilot.microphone.watch = stumble
    async with anyio.create_task_group() as group:
        group.start_soon(pilot.core.run)
        assert (await pilot.see(Notice)).code is NoticeCode.INTERNAL
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        pilot.core.stop()
