"""How a take ends: what came before a loss is delivered, what comes after it is not."""

from __future__ import annotations

import anyio
import numpy as np
import pytest

from app.domain.errors import MicrophoneLost
from app.domain.messages import AudioDevice
from app.speech.capture import WATCHDOG_S, _Capture
from app.speech.input_stream import QUEUE_S, InputStream
from app.speech.ports import FRAME
from app.speech.sources import Source

pytestmark = pytest.mark.anyio

SOURCE = Source(AudioDevice("mic", "Mic", is_default=True), 7, 16_000, 1, "pulse", "mic")


class Device:
    """A stream into which the test puts what PortAudio's thread would, by its own clock."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.stream = InputStream(SOURCE, lambda: self.now_s)
        self.stream.rate_hz, self.stream.channels = 16_000, 1
        self.capture = _Capture(self.stream, "")

    def give(self, seconds: float, value: float = 0.5) -> None:
        for _ in range(round(seconds * 100)):
            self.now_s += 0.01
            self.stream.receive(np.full((160, 1), value, dtype=np.float32))


async def until_lost(device: Device, *, more: float | None = None) -> tuple[np.ndarray, MicrophoneLost]:
    """Take frames until the loss; ``more``: a block of this value comes whenever one is taken."""
    frames = [np.zeros(0, dtype=np.float32)]
    with anyio.fail_after(5):
        try:
            async for chunk in device.capture:
                frames.append(chunk.samples)
                if more is not None:
                    device.give(0.01, more)
        except MicrophoneLost as error:
            return np.concatenate(frames), error
    raise AssertionError("the take ended without a loss")


@pytest.mark.fault("A19")
async def test_a_device_that_left_ends_the_take_after_what_it_gave() -> None:
    device = Device()
    device.give(1.0)
    device.stream._sources_changed(())
    samples, error = await until_lost(device, more=-0.5)
    assert (error.code, error.place) == ("microphone-lost", "mic")
    assert samples[:16_000].tolist() == [0.5] * 16_000
    assert len(samples) == 16_000 + (-16_000 % FRAME)
    assert samples.min() == 0.0, "sound of the device after it was heard"


async def test_another_source_that_leaves_does_not_matter() -> None:
    device = Device()
    device.stream._sources_changed((SOURCE,))
    device.give(0.1)
    assert (await anext(device.capture)).samples.shape == (FRAME,)


async def test_an_overrun_is_told_after_the_queue_and_nothing_is_joined_over_the_gap() -> None:
    device = Device()
    device.give(QUEUE_S + 2)
    samples, error = await until_lost(device, more=-0.5)
    assert error.code == "audio-overrun"
    assert samples[: int(QUEUE_S * 16_000)].tolist() == [0.5] * int(QUEUE_S * 16_000)
    assert not samples[int(QUEUE_S * 16_000) :].any(), "only the last frame is filled up, with silence"


@pytest.mark.fault("A19")
async def test_a_driver_that_falls_silent_is_lost_after_the_watchdogs_time() -> None:
    device = Device()
    device.give(0.32)
    device.now_s += WATCHDOG_S + 0.01
    samples, error = await until_lost(device)
    assert error.code == "microphone-lost"
    assert len(samples) == 5120


async def test_each_frame_carries_the_time_of_its_last_sample() -> None:
    device = Device()
    device.give(0.32)
    times = [(await anext(device.capture)).at_s for _ in range(10)]
    assert times == pytest.approx([100 + 0.032 * (number + 1) for number in range(10)], abs=0.0101)


async def test_a_take_that_was_left_ends_quietly() -> None:
    device = Device()
    device.give(0.5)
    device.capture.end()
    assert [chunk async for chunk in device.capture] == []
