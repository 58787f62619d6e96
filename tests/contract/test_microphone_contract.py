"""The contract of ``Microphone``, kept by PortAudio on a real PulseAudio and by the fake."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import anyio
import anyio.from_thread
import anyio.to_thread
import numpy as np
import pytest

from app.domain.errors import MicrophoneLost, MicrophoneUnavailable
from app.domain.messages import AudioDevice
from app.speech.capture import PortAudioMicrophone
from app.speech.microphone_fake import FakeMicrophone
from app.speech.ports import FRAME, Microphone, Samples
from tests.desktop.sound_fixtures import PATIENCE_S, Sound, has_tone, listen_for, private_sound, tone

pytestmark = pytest.mark.anyio

FIRST, SECOND = "vmic", "bmic"


class Room(Protocol):
    """Two inputs, of which the first is the default, and someone who makes a sound."""

    microphone: Microphone

    def speak(self, hertz: float) -> None:
        """Make a tone that the first input hears."""
        ...

    def unplug(self, name: str) -> None: ...
    def plug(self, name: str) -> None: ...


class RealRoom:
    def __init__(self, sound: Sound, stack: ExitStack) -> None:
        self.microphone: Microphone = PortAudioMicrophone()
        self._sound = sound
        self._stack = stack

    def speak(self, hertz: float) -> None:
        self._stack.enter_context(self._sound.play(FIRST, tone(hertz, 20)))

    def unplug(self, name: str) -> None:
        self._sound.unplug(name)

    def plug(self, name: str) -> None:
        self._sound.plug(name)
        self._sound.server.control("set-default-source", FIRST)


class FakeRoom:
    def __init__(self) -> None:
        self._names = [FIRST, SECOND]
        self._fake = FakeMicrophone(self._devices())
        self.microphone: Microphone = self._fake

    def _devices(self) -> tuple[AudioDevice, ...]:
        return tuple(AudioDevice(name, name, is_default=name == FIRST) for name in self._names)

    def speak(self, hertz: float) -> None:
        self._fake.say(tone(hertz, 2))

    def unplug(self, name: str) -> None:
        self._names.remove(name)
        anyio.from_thread.run_sync(self._fake.set_devices, self._devices())

    def plug(self, name: str) -> None:
        self._names = sorted((*self._names, name), reverse=True)
        anyio.from_thread.run_sync(self._fake.set_devices, self._devices())


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sound]:
    with private_sound(tmp_path_factory.mktemp("sound")) as started:
        started.add(SECOND, rate_hz=44_100, channels=2)
        yield started


@pytest.fixture(params=["portaudio", "fake"])
def room(request: pytest.FixtureRequest) -> Iterator[Room]:
    if request.param == "fake":
        yield FakeRoom()
        return
    with ExitStack() as stack:
        yield RealRoom(request.getfixturevalue("sound"), stack)


async def test_inputs_are_listed_with_one_default(room: Room) -> None:
    devices = await room.microphone.devices()
    assert {device.name for device in devices} == {FIRST, SECOND}
    assert [device.name for device in devices if device.is_default] == [FIRST]
    assert all(device.label for device in devices)


async def test_frames_are_512_samples_at_16_khz_with_rising_times(room: Room) -> None:
    room.speak(440)
    async with room.microphone.open("") as capture:
        chunks = aiter(capture)
        taken = [await anext(chunks) for _ in range(20)]
        assert (capture.device.name, capture.missing) == (FIRST, "")
        await listen_for(chunks, lambda samples: has_tone(samples, 440))
    assert all(chunk.samples.shape == (FRAME,) and chunk.samples.dtype == np.float32 for chunk in taken)
    assert all(np.abs(chunk.samples).max() <= 1 for chunk in taken)
    times = [chunk.at_s for chunk in taken]
    assert times == sorted(times)


@pytest.mark.fault("A20")
async def test_a_missing_device_is_named_and_the_default_opened(room: Room) -> None:
    async with room.microphone.open("headset") as capture:
        assert (capture.device.name, capture.missing) == (FIRST, "headset")


@pytest.mark.fault("A19")
async def test_an_unplugged_device_ends_the_take_with_an_error(room: Room) -> None:
    async with room.microphone.open(SECOND) as capture:
        chunks = aiter(capture)
        await anext(chunks)
        await anyio.to_thread.run_sync(room.unplug, SECOND)
        with pytest.raises(MicrophoneLost) as caught:
            await listen_for(chunks, lambda _: False)
    await anyio.to_thread.run_sync(room.plug, SECOND)
    assert caught.value.place == SECOND


@pytest.mark.fault("A21", "A24")
async def test_leaving_without_taking_anything_leaves_nothing_for_the_next_take(room: Room) -> None:
    async with room.microphone.open(SECOND):
        pass
    async with room.microphone.open(SECOND) as capture:
        chunks = aiter(capture)
        assert not np.concatenate([(await anext(chunks)).samples for _ in range(10)]).any()


async def test_iteration_ends_when_the_context_is_left(room: Room) -> None:
    async with room.microphone.open("") as capture:
        chunks = aiter(capture)
        await anext(chunks)
    with anyio.fail_after(PATIENCE_S):
        left: list[Samples] = [chunk.samples async for chunk in chunks]
    assert len(left) < 10


@pytest.mark.fault("A02")
async def test_cancelling_an_opening_leaves_the_microphone_usable(room: Room) -> None:
    with anyio.CancelScope() as scope:
        scope.cancel()
        async with room.microphone.open(""):
            raise AssertionError("opened")
    async with room.microphone.open("") as capture:
        await anext(aiter(capture))


async def test_a_microphone_kept_ready_serves_takes_and_is_given_back(room: Room) -> None:
    await room.microphone.arm("")
    await room.microphone.arm("")
    for _ in range(2):
        async with room.microphone.open("") as capture:
            await anext(aiter(capture))
    async with room.microphone.open("") as capture:
        await room.microphone.arm(None)
        await anext(aiter(capture))
    await room.microphone.arm(None)


async def test_no_input_at_all_is_told_apart(room: Room) -> None:
    for name in (FIRST, SECOND):
        await anyio.to_thread.run_sync(room.unplug, name)
    try:
        assert await room.microphone.devices() == ()
        with pytest.raises(MicrophoneUnavailable) as caught:
            await room.microphone.open("").__aenter__()
        assert caught.value.code == "microphone-none"
    finally:
        for name in (FIRST, SECOND):
            await anyio.to_thread.run_sync(room.plug, name)


async def test_a_watcher_is_told_of_inputs_that_come_and_go(room: Room) -> None:
    changed = anyio.Event()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(room.microphone.watch, changed.set)
        with anyio.fail_after(PATIENCE_S):
            while not changed.is_set():
                await anyio.to_thread.run_sync(room.unplug, SECOND)
                await anyio.to_thread.run_sync(room.plug, SECOND)
        tasks.cancel_scope.cancel()
