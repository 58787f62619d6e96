"""Journeys of the microphones: plugged in and out, kept ready, tested; and of the voices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.domain.errors import AppError, MicrophoneUnavailable
from app.domain.messages import (
    AudioDevice,
    DevicesChanged,
    LevelMeasured,
    Notice,
    NoticeCode,
    RequestVoices,
    StartMicrophoneTest,
    StopMicrophoneTest,
    TurnFinished,
    VoiceInfo,
    VoicesFound,
)
from app.domain.turn import Stage, TurnOutcome
from app.speech.microphone_fake import FAKE_DEVICE
from app.speech.ports import FRAME
from tests.journeys.pilot import flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]

STUDIO = AudioDevice("studio", "Studio microphone", is_default=False)
OTHER = AudioDevice("other", "Other microphone", is_default=False)


async def test_the_inputs_are_told_at_the_start_with_the_one_in_use(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        assert await pilot.see(DevicesChanged) == DevicesChanged((FAKE_DEVICE,), in_use="fake")


async def test_an_input_that_comes_while_the_core_starts_is_told(tmp_path: Path) -> None:
    async with flying(tmp_path, settle=False) as pilot:
        watch = pilot.microphone.watch

        async def plug_in_and_watch(on_change: Callable[[], None]) -> None:
            pilot.microphone.set_devices((FAKE_DEVICE, STUDIO))
            await watch(on_change)

        pilot.microphone.watch = plug_in_and_watch
        await pilot.see(DevicesChanged, lambda event: len(event.devices) == 2)


@pytest.mark.fault("A20")
async def test_a_remembered_microphone_that_comes_back_is_used_again(tmp_path: Path) -> None:
    async with flying(tmp_path, "first", "second") as pilot:
        pilot.microphone.set_devices((FAKE_DEVICE, STUDIO))
        await pilot.see(DevicesChanged, lambda event: len(event.devices) == 2)
        since = len(pilot.events)
        await pilot.change(audio__device="studio")
        assert (await pilot.see(DevicesChanged, since=since)).in_use == "studio"
        since = len(pilot.events)
        pilot.microphone.set_devices((FAKE_DEVICE,))
        told = await pilot.see(DevicesChanged, since=since)
        assert (told.in_use, told.missing) == ("fake", "studio")
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        missing = await pilot.see(Notice, since=since)
        assert (missing.code, missing.place) == (NoticeCode.DEVICE_MISSING, "studio")
        since = len(pilot.events)
        pilot.microphone.set_devices((FAKE_DEVICE, STUDIO))
        back = await pilot.see(Notice, since=since)
        assert (back.code, back.place) == (NoticeCode.DEVICE_BACK, "studio")
        assert pilot.told(DevicesChanged)[-1].in_use == "studio"
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        assert len(pilot.told(Notice, since=since)) == 1


async def test_without_a_default_the_first_input_is_the_one_in_use(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("there is no microphone")
    async with flying(tmp_path) as pilot:
        since = len(pilot.events)
        pilot.microphone.set_devices((STUDIO, OTHER))
        assert (await pilot.see(DevicesChanged, since=since)).in_use == "studio"
        since = len(pilot.events)
        pilot.microphone.set_devices(())
        assert (await pilot.see(DevicesChanged, since=since)).in_use == ""


async def test_inputs_that_cannot_be_listed_are_told_as_none(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("there is no microphone")
    expected_log("microphones cannot be listed")

    async def broken() -> tuple[AudioDevice, ...]:
        raise AppError("no sound server")

    async with flying(tmp_path) as pilot:
        pilot.microphone.devices = broken
        since = len(pilot.events)
        pilot.microphone.set_devices((FAKE_DEVICE,))
        assert await pilot.see(DevicesChanged, since=since) == DevicesChanged((), in_use="")


async def test_a_microphone_kept_ready_is_armed_again_after_a_change_of_inputs(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("there is no microphone")
    expected_log("the microphone cannot be kept ready: microphone-none")
    async with flying(tmp_path, "text") as pilot:
        await pilot.change(audio__keep_open=True)
        await pilot.until(lambda: pilot.microphone.armed == "")
        await pilot.microphone.arm(None)
        pilot.microphone.set_devices((FAKE_DEVICE, STUDIO))
        await pilot.until(lambda: pilot.microphone.armed == "")
        since = len(pilot.events)
        pilot.microphone.set_devices(())
        await pilot.see(DevicesChanged, since=since)
        await pilot.change(audio__cues=False)
        pilot.microphone.set_devices((FAKE_DEVICE,))
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


async def test_a_quick_tap_on_a_microphone_kept_ready_is_still_heard(tmp_path: Path) -> None:
    async with flying(tmp_path, "quick") as pilot:
        await pilot.change(audio__keep_open=True, hotkeys__mode="hold")
        gate = pilot.microphone.hold_opening()
        pilot.say(0.5)
        since = len(pilot.events)
        pilot.hold(for_s=0.02)
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.let_go()
        gate.set()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome in {TurnOutcome.INSERTED, TurnOutcome.CANCELLED}


async def test_the_level_test_measures_until_it_is_stopped(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.core.submit(StartMicrophoneTest())
        await pilot.until(lambda: pilot.microphone.takes_open == 1)
        pilot.microphone.say(np.full(4 * FRAME, 0.5, np.float32))
        level = await pilot.see(LevelMeasured, lambda event: event.peak > 0)
        assert level.peak == pytest.approx(0.5)
        pilot.core.submit(StopMicrophoneTest())
        await pilot.until(lambda: pilot.microphone.takes_open == 0)
        pilot.core.submit(StopMicrophoneTest())
        assert await pilot.history.page("", None, 10) == ((), False)


async def test_a_second_level_test_takes_the_place_of_the_first(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.core.submit(StartMicrophoneTest())
        await pilot.until(lambda: pilot.microphone.takes_open == 1)
        first = pilot.microphone._open[0]
        pilot.core.submit(StartMicrophoneTest())
        await pilot.until(lambda: pilot.microphone.takes_open == 1 and pilot.microphone._open[0] is not first)
        pilot.core.submit(StopMicrophoneTest())
        await pilot.until(lambda: pilot.microphone.takes_open == 0)


async def test_a_level_test_without_a_microphone_says_so(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("microphone test ended: microphone-busy")
    async with flying(tmp_path) as pilot:
        pilot.microphone.fail_next(MicrophoneUnavailable("busy", code="microphone-busy"))
        notice = await pilot.ask(StartMicrophoneTest(), Notice)
        assert (notice.code, notice.place) == (NoticeCode.MICROPHONE_TEST_FAILED, "microphone-busy")


async def test_a_level_test_ends_when_its_microphone_is_unplugged(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("there is no microphone")
    expected_log("microphone test ended: microphone-lost")
    async with flying(tmp_path) as pilot:
        pilot.core.submit(StartMicrophoneTest())
        await pilot.until(lambda: pilot.microphone.takes_open == 1)
        since = len(pilot.events)
        pilot.microphone.set_devices(())
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.MICROPHONE_TEST_FAILED


async def test_levels_are_told_during_a_take(tmp_path: Path) -> None:
    async with flying(tmp_path, "text") as pilot:
        since = len(pilot.events)
        await pilot.dictate()
        assert max(event.peak for event in pilot.told(LevelMeasured, since=since)) == pytest.approx(0.3, abs=0.01)


async def test_a_machine_without_a_microphone_is_told_once_and_again_after_one_was_there(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("there is no microphone")
    async with flying(tmp_path) as pilot:
        for devices in ((), (), (FAKE_DEVICE,), ()):
            since = len(pilot.events)
            pilot.microphone.set_devices(devices)
            await pilot.see(DevicesChanged, since=since)
        told = [notice.code for notice in pilot.told(Notice)]
        assert told.count(NoticeCode.NO_MICROPHONE) == 2
        assert told.count(NoticeCode.DEVICE_BACK) == 0


async def test_the_voices_are_told_when_they_are_asked_for(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        told = await pilot.ask(RequestVoices(), VoicesFound)
        assert told.voices == (VoiceInfo("fake", "Fake voice", "en"),)
