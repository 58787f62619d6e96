"""A microphone and a cue player in memory, for journeys and ``demo`` without hardware.

They pass the same contract suite as the real ones. Everything runs on the core loop. What was said is delivered as
fast as it is taken; then the room is silent, a frame every 32 ms as from a real device, until more is said.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

import anyio
import anyio.lowlevel
import numpy as np

from app.domain.errors import MicrophoneLost, MicrophoneUnavailable
from app.domain.messages import AudioDevice
from app.speech.ports import FRAME, SAMPLE_RATE_HZ, AudioChunk, Cue, Samples
from app.speech.wav import read_wav

__all__ = ["FAKE_DEVICE", "FakeCuePlayer", "FakeMicrophone"]

FAKE_DEVICE: Final = AudioDevice(name="fake", label="Fake microphone", is_default=True)


class _FakeCapture:
    def __init__(self, device: AudioDevice, missing: str, sound: deque[Samples], clock: Callable[[], float]) -> None:
        self._device = device
        self._missing = missing
        self._sound = sound
        self._clock = clock
        self._news = anyio.Event()
        self._lost: MicrophoneLost | None = None
        self._ended = False

    @property
    def device(self) -> AudioDevice:
        return self._device

    @property
    def missing(self) -> str:
        return self._missing

    def add(self, frames: Sequence[Samples]) -> None:
        self._sound.extend(frames)
        self._news.set()

    @property
    def waiting(self) -> int:
        return len(self._sound)

    def lose(self, error: MicrophoneLost) -> None:
        self._lost = error
        self._news.set()

    def end(self) -> None:
        self._ended = True
        self._sound.clear()
        self._news.set()

    def __aiter__(self) -> AsyncIterator[AudioChunk]:
        return self

    async def __anext__(self) -> AudioChunk:
        await anyio.lowlevel.checkpoint()
        if not self._sound and not self._ended and self._lost is None:
            self._news = anyio.Event()
            with anyio.move_on_after(FRAME / SAMPLE_RATE_HZ):
                await self._news.wait()
        if self._sound:
            return AudioChunk(self._sound.popleft(), self._clock())
        if self._ended:
            raise StopAsyncIteration
        if self._lost is not None:
            raise self._lost
        return AudioChunk(np.zeros(FRAME, dtype=np.float32), self._clock())


class FakeMicrophone:
    """Implements the port ``Microphone`` with what a test says into it."""

    def __init__(
        self, devices: Sequence[AudioDevice] = (FAKE_DEVICE,), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._devices = tuple(devices)
        self._said: deque[Samples] = deque()
        self._open: list[_FakeCapture] = []
        self._armed: str | None = None
        self._failure: MicrophoneUnavailable | None = None
        self._gate: anyio.Event | None = None
        self._watchers: list[Callable[[], None]] = []

    # What a test does

    def say(self, samples: Samples) -> None:
        """Speak float32 (n,), -1..1, 16 kHz: into the open takes, or else into the next one.

        The last frame is filled up with silence.
        """
        padded = np.pad(np.asarray(samples, dtype=np.float32), (0, -len(samples) % FRAME))
        frames = [padded[start : start + FRAME] for start in range(0, len(padded), FRAME)]
        if not self._open:
            self._said.extend(frames)
        for capture in self._open:
            capture.add(frames)

    def fail_next(self, error: MicrophoneUnavailable) -> None:
        """Make the next opening raise."""
        self._failure = error

    def hold_opening(self) -> anyio.Event:
        """Make openings wait until the returned event is set: a slow device (A02, A22)."""
        self._gate = anyio.Event()
        return self._gate

    def lose(self, *, code: str = "microphone-lost") -> None:
        """End the open takes as an unplugged device (A19) or ``audio-overrun`` does, after what was said."""
        for capture in self._open:
            capture.lose(MicrophoneLost("scripted", place=capture.device.name, code=code))

    def set_devices(self, devices: Sequence[AudioDevice]) -> None:
        """Plug devices in and out; takes on one that is gone are lost."""
        self._devices = tuple(devices)
        names = {device.name for device in devices}
        for capture in self._open:
            if capture.device.name not in names:
                capture.lose(MicrophoneLost("unplugged", place=capture.device.name))
        for on_change in self._watchers:
            on_change()

    @property
    def armed(self) -> str | None:
        """The device that is kept open."""
        return self._armed

    @property
    def unheard(self) -> int:
        """Frames that were said into open takes and not taken yet."""
        return sum(capture.waiting for capture in self._open)

    @property
    def takes_open(self) -> int:
        return len(self._open)

    # The port

    async def devices(self) -> tuple[AudioDevice, ...]:
        await anyio.lowlevel.checkpoint()
        return self._devices

    @contextlib.asynccontextmanager
    async def open(self, device: str) -> AsyncGenerator[_FakeCapture]:
        await anyio.lowlevel.checkpoint()
        if self._gate is not None:
            await self._gate.wait()
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        chosen, missing = self._choose(device)
        sound, self._said = self._said, deque()
        capture = _FakeCapture(chosen, missing, sound, self._clock)
        self._open.append(capture)
        try:
            yield capture
        finally:
            self._open.remove(capture)
            capture.end()

    def _choose(self, name: str) -> tuple[AudioDevice, str]:
        for device in self._devices:
            if name and device.name == name:
                return device, ""
        if not self._devices:
            raise MicrophoneUnavailable("no sound input", place=name, code="microphone-none")
        default = next((device for device in self._devices if device.is_default), self._devices[0])
        return default, name

    async def arm(self, device: str | None) -> None:
        await anyio.lowlevel.checkpoint()
        if device is not None:
            self._choose(device)
        self._armed = device

    async def watch(self, on_change: Callable[[], None]) -> None:
        self._watchers.append(on_change)
        try:
            await anyio.sleep_forever()
        finally:
            self._watchers.remove(on_change)


class FakeCuePlayer:
    """Implements the port ``CuePlayer``; remembers what was played."""

    def __init__(self) -> None:
        self.cues: list[tuple[Cue, float]] = []
        self.files: list[Path] = []
        self.closed = False
        self.playing: anyio.Event | None = None
        """Give one to make :meth:`play_file` last until it is set."""

    async def cue(self, cue: Cue, volume: float) -> None:
        await anyio.lowlevel.checkpoint()
        self.cues.append((cue, volume))

    async def close(self) -> None:
        self.closed = True
        if self.playing is not None:
            self.playing.set()

    async def play_file(self, path: Path) -> None:
        read_wav(path)
        self.files.append(path)
        if self.playing is not None:
            await self.playing.wait()
        await anyio.lowlevel.checkpoint()
