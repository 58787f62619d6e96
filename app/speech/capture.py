"""The microphone: opens inputs, keeps one ready where that is wanted, and gives frames while a take runs.

Made by the composition root, used on the core loop by the voice run, the microphone test and doctor. It owns the open
streams and the threads behind them; leaving a context, or ``arm(None)``, ends them in bounded time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import anyio
import numpy as np

from app.domain.errors import MicrophoneLost, MicrophoneUnavailable
from app.domain.messages import AudioDevice
from app.speech.bounded import run_bounded
from app.speech.devices import find_sources, source_events
from app.speech.input_stream import InputStream
from app.speech.ports import SAMPLE_RATE_HZ, AudioChunk, Samples
from app.speech.resampling import Framer
from app.speech.sources import Source, choose_source, listed_devices

__all__ = ["PortAudioMicrophone"]

_log = logging.getLogger(__name__)

WATCHDOG_S: Final = 1.5
"""No callback for so long means that the device is gone; a block comes every 10 ms. Also the longest time between
the looks at the clock, a third of it."""
OPEN_LIMIT_S: Final = 5.0
"""Longest opening. Bluetooth headsets change their profile in 1 to 3 s; a hanging driver never comes back."""
FIRST_SAMPLE_LIMIT_S: Final = 3.0
"""From the open stream to its first block; an idle PulseAudio source takes up to 1.9 s (measured)."""
CLOSE_LIMIT_S: Final = 2.0
LIST_LIMIT_S: Final = 5.0


class _Capture:
    """One take from an open stream; implements the port ``Capture``."""

    def __init__(self, stream: InputStream, missing: str) -> None:
        self._stream = stream
        self._missing = missing
        self._framer = Framer(stream.rate_hz, stream.channels)
        self._ready: deque[AudioChunk] = deque()
        self._news = anyio.Event()
        self._heard_until_s = 0.0
        self._ended = False
        self._lost: MicrophoneLost | None = None
        loop = asyncio.get_running_loop()
        self._post = partial(loop.call_soon_threadsafe, self._signal)
        stream.attach(self._wake)

    @property
    def device(self) -> AudioDevice:
        return self._stream.source.device

    @property
    def missing(self) -> str:
        return self._missing

    def _wake(self) -> None:
        # The loop can end between the check of the callback and its post: then nobody is left to be told.
        with contextlib.suppress(RuntimeError):
            self._post()

    def _signal(self) -> None:
        self._news.set()

    def end(self) -> None:
        """Detach from the stream; who iterates comes to the end."""
        self._ended = True
        self._stream.detach()
        self._news.set()

    def _collect(self, *, last: bool = False) -> bool:
        """Turn what came into frames; True when anything came."""
        blocks = self._stream.take_blocks()
        for block in blocks:
            frames = self._framer.push(block.samples)
            behind = self._framer.waiting
            for number, samples in enumerate(frames, start=1):
                later = behind + (len(frames) - number) * len(samples)
                self._add(samples, block.at_s - later / SAMPLE_RATE_HZ)
        if last:
            for samples in self._framer.push(np.zeros((0, self._stream.channels), dtype=np.float32), last=True):
                self._add(samples, self._heard_until_s)
        return bool(blocks)

    def _add(self, samples: Samples, at_s: float) -> None:
        # Blocks come in bursts, all at one time; the frames in them still follow each other.
        self._heard_until_s = max(self._heard_until_s, at_s)
        self._ready.append(AudioChunk(samples, self._heard_until_s))

    async def first_block(self) -> None:
        """Wait for the first block, bounded.

        Raises:
            MicrophoneUnavailable: none came.
        """
        with anyio.move_on_after(FIRST_SAMPLE_LIMIT_S):
            while not self._collect():
                if self._stream.gone:
                    break
                await self._wait()
            else:
                return
        raise MicrophoneUnavailable("no sample came", place=self.device.name)

    async def _wait(self) -> None:
        with anyio.move_on_after(WATCHDOG_S / 3):
            await self._news.wait()
        self._news = anyio.Event()

    def __aiter__(self) -> AsyncIterator[AudioChunk]:
        return self

    async def __anext__(self) -> AudioChunk:
        while not self._ready:
            if self._ended:
                raise StopAsyncIteration
            if self._lost is not None:
                raise self._lost
            # What comes after a loss is behind a gap, or another device's: it is collected once more and never again.
            self._lost = self._why_lost()
            if not self._collect(last=self._lost is not None) and self._lost is None:
                await self._wait()
        return self._ready.popleft()

    def _why_lost(self) -> MicrophoneLost | None:
        if self._stream.overrun:
            return MicrophoneLost("audio came faster than it was taken", place=self.device.name, code="audio-overrun")
        if self._stream.gone:
            return MicrophoneLost("the device left", place=self.device.name)
        if self._stream.silent_for_s() > WATCHDOG_S:
            return MicrophoneLost("the device stopped delivering", place=self.device.name)
        return None


@dataclass(slots=True)
class _Kept:
    """The stream that stays open between takes."""

    stream: InputStream
    wanted: str
    missing: str
    in_use: bool = False


class PortAudioMicrophone:
    """Implements the port ``Microphone`` on PortAudio, with PulseAudio's own list of sources where there is one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` gives monotonic seconds; it is read on PortAudio's thread too."""
        self._clock = clock
        self._kept: _Kept | None = None
        self._arming = anyio.Lock()

    async def devices(self) -> tuple[AudioDevice, ...]:
        """List the inputs; empty when there is none, or no PortAudio."""
        try:
            return listed_devices(await self._look())
        except MicrophoneUnavailable as error:
            _log.warning("no list of sound inputs: %s", error)
            return ()

    async def _look(self) -> tuple[Source, ...]:
        try:
            return await run_bounded(
                find_sources, limit_s=LIST_LIMIT_S, name="sound-list", dispose=lambda _sources: None
            )
        except TimeoutError as error:
            raise MicrophoneUnavailable("the sound system does not answer", code="microphone-busy") from error

    async def _open(self, device: str) -> tuple[InputStream, str]:
        """Open ``device`` or what stands in for it; the caller closes it."""

        def work() -> tuple[InputStream, str]:
            source, missing = choose_source(find_sources(), device)
            stream = InputStream(source, self._clock)
            stream.open()
            return stream, missing

        try:
            return await run_bounded(
                work, limit_s=OPEN_LIMIT_S, name="sound-open", dispose=lambda late: late[0].close()
            )
        except TimeoutError as error:
            raise MicrophoneUnavailable("opening took too long", place=device, code="microphone-busy") from error

    async def _close(self, stream: InputStream) -> None:
        with anyio.CancelScope(shield=True):
            try:
                await run_bounded(
                    stream.close, limit_s=CLOSE_LIMIT_S, name="sound-close", dispose=lambda _nothing: None
                )
            except (TimeoutError, MicrophoneUnavailable) as error:
                _log.warning("a microphone does not close: %s", error)

    def _is_alive(self, stream: InputStream) -> bool:
        return not stream.gone and stream.silent_for_s() <= WATCHDOG_S

    @contextlib.asynccontextmanager
    async def open(self, device: str) -> AsyncGenerator[_Capture]:
        """Open ``device`` ("": the default), or begin with the pre-roll of the one that is kept ready for it.

        Raises:
            MicrophoneUnavailable: ``microphone-none``, ``-denied``, ``-busy`` or ``-unavailable``.
        """
        kept = self._kept
        if kept is not None and kept.wanted == device and not kept.in_use and self._is_alive(kept.stream):
            kept.in_use = True
            stream, missing = kept.stream, kept.missing
        else:
            kept = None
            stream, missing = await self._open(device)
        capture = _Capture(stream, missing)
        try:
            await capture.first_block()
            yield capture
        finally:
            capture.end()
            if kept is not None:
                kept.in_use = False
            if kept is None or kept is not self._kept:
                # Ours alone, or disarmed while the take ran.
                await self._close(stream)

    async def arm(self, device: str | None) -> None:
        """Keep ``device`` open; call it again after ``watch`` told of a change, it then follows the default.

        Raises:
            MicrophoneUnavailable: it cannot be opened; nothing is kept then.
        """
        async with self._arming:
            if device is not None and await self._still_right(device):
                return
            kept, self._kept = self._kept, None
            if kept is not None and not kept.in_use:
                await self._close(kept.stream)
            if device is not None:
                stream, missing = await self._open(device)
                self._kept = _Kept(stream, device, missing)

    async def _still_right(self, device: str) -> bool:
        kept = self._kept
        if kept is None or kept.wanted != device or not self._is_alive(kept.stream):
            return False
        source, _ = choose_source(await self._look(), device)
        return (source.index, source.device.name) == (kept.stream.source.index, kept.stream.source.device.name)

    async def watch(self, on_change: Callable[[], None]) -> None:
        """Tell changes until cancelled; without PulseAudio none is told and this only waits."""
        loop = asyncio.get_running_loop()
        known: tuple[AudioDevice, ...] | None = None

        def compare(devices: tuple[AudioDevice, ...]) -> None:
            nonlocal known
            before, known = known, devices
            if before not in (None, devices):
                on_change()

        def post(sources: tuple[Source, ...]) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(compare, listed_devices(sources))

        events = source_events(post)
        if events is None:
            await anyio.sleep_forever()
            return
        events.start()
        try:
            await anyio.sleep_forever()
        finally:
            with anyio.CancelScope(shield=True), contextlib.suppress(TimeoutError):
                await run_bounded(events.stop, limit_s=CLOSE_LIMIT_S, name="sound-watch", dispose=lambda _nothing: None)
