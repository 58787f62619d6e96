"""The narrator on a real loudspeaker: when it ends, how it is interrupted, what happens when the output fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from app.domain.errors import NarratorFailed
from app.speech.narrator import EspeakNarrator
from tests.desktop.narrator_room import LONG, awake_sound, heard_by_new_microphone, listening, say
from tests.desktop.sound_fixtures import PATIENCE_S, Sound, private_sound

pytestmark = pytest.mark.anyio

DELAY_MS = 1000
"""By which the sound server plays the reply of A58 later than it was handed over."""


@pytest.fixture
def sound(tmp_path: Path) -> Iterator[Sound]:
    with private_sound(tmp_path) as started:
        yield started


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sound]:
    """A loudspeaker that is awake, shared by the tests that leave it whole."""
    with awake_sound(tmp_path_factory.mktemp("sound")) as started:
        yield started


@pytest.fixture
def narrator() -> EspeakNarrator:
    return EspeakNarrator()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for the sound server; each look asks it."""
    with anyio.fail_after(PATIENCE_S):
        while not await anyio.to_thread.run_sync(condition):  # noqa: ASYNC110 - the server sends no event here
            await anyio.sleep(0.02)


def plays(sound: Sound) -> bool:
    return bool(sound.server.control("list", "short", "sink-inputs").strip())


@pytest.mark.usefixtures("lively")
async def test_the_end_is_told_after_the_last_sample_was_heard(narrator: EspeakNarrator) -> None:
    async with listening() as ear:
        for text in ("No.", "It rains."):
            await say(narrator, text)
            returned_s = time.monotonic()
            await ear.until_later(15)
            assert ear.sounds
            assert ear.sounds[-1] < returned_s
    await narrator.close()


@pytest.mark.fault("A58")
@pytest.mark.usefixtures("lively")
async def test_a_reply_that_sounds_a_second_late_is_not_heard_by_the_microphone_after_it(
    narrator: EspeakNarrator, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening() as ear:
        monkeypatch.setenv("PULSE_LATENCY_MSEC", str(DELAY_MS))
        await say(narrator, "Yes.")
        monkeypatch.delenv("PULSE_LATENCY_MSEC")
        assert ear.sounds, "nobody has heard anything yet"
        assert await heard_by_new_microphone() == 0
    await narrator.close()


@pytest.mark.fault("A58")
@pytest.mark.usefixtures("sound")
async def test_the_microphone_that_opens_after_a_reply_hears_nothing_of_it(narrator: EspeakNarrator) -> None:
    await say(narrator, "It rains.")
    assert await heard_by_new_microphone() == 0
    await narrator.close()


@pytest.mark.usefixtures("lively")
async def test_a_microphone_that_opens_after_an_interruption_hears_nothing_of_the_reply(
    narrator: EspeakNarrator,
) -> None:
    for _ in range(3):
        async with listening() as ear, anyio.create_task_group() as tasks:
            tasks.start_soon(say, narrator, LONG)
            await ear.until_sound()
            tasks.cancel_scope.cancel()
        assert await heard_by_new_microphone(15) == 0
    await narrator.close()


async def test_interrupting_before_the_first_sound_leaves_nothing_behind(
    narrator: EspeakNarrator, lively: Sound
) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(say, narrator, LONG)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    await until(lambda: not plays(lively))
    await narrator.close()
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("sound-")] == []


async def test_a_missing_output_is_an_error(
    narrator: EspeakNarrator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path / 'nobody'}")
    with anyio.fail_after(PATIENCE_S), pytest.raises(NarratorFailed) as caught:
        await say(narrator, "Yes.")
    assert (caught.value.code, caught.value.place) == ("narrator-failed", "output")
    await narrator.close()


async def test_an_output_that_dies_while_it_plays_is_an_error(narrator: EspeakNarrator, sound: Sound) -> None:
    async def speak() -> None:
        with pytest.raises(NarratorFailed) as caught:
            await say(narrator, LONG)
        assert caught.value.place == "output"

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak)
        await until(partial(plays, sound))
        await anyio.to_thread.run_sync(sound.server.server.stop)
        tasks.cancel_scope.deadline = anyio.current_time() + PATIENCE_S
    assert not tasks.cancel_scope.cancelled_caught
    await narrator.close()


async def test_an_output_that_never_moves_is_an_error(sound: Sound) -> None:
    later_s = 0.0
    narrator = EspeakNarrator(clock=lambda: time.monotonic() + later_s)
    sound.server.control("suspend-sink", "vspk", "1")

    async def speak() -> None:
        with pytest.raises(NarratorFailed) as caught:
            await say(narrator, LONG)
        assert caught.value.place == "output"

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak)
        await until(partial(plays, sound))
        later_s = 60.0
        tasks.cancel_scope.deadline = anyio.current_time() + PATIENCE_S
    assert not tasks.cancel_scope.cancelled_caught
    await anyio.to_thread.run_sync(sound.server.control, "suspend-sink", "vspk", "0")
    await narrator.close()
