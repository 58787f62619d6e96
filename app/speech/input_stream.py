"""One open input: PortAudio's stream, the bounded queue behind it, and what is known about its health.

Opened and closed on worker threads (both block). The callback runs on PortAudio's thread and only copies and posts;
everything else is called on the core loop.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from app.speech import portaudio
from app.speech.devices import Events, source_events
from app.speech.sources import Source

__all__ = ["Block", "InputStream", "attempts"]

_log = logging.getLogger(__name__)

PRE_ROLL_S: Final = 0.3
"""What is kept while no take runs; issue 2, "Capture"."""
QUEUE_S: Final = 10.0
"""Longest time the core may leave blocks lying before the take ends with ``audio-overrun``."""
BLOCK_S: Final = 0.01
"""Length of one block: short against a frame of 32 ms, and only 100 wake-ups a second."""
LATENCY_S: Final = 0.04
"""Suggested to PortAudio; at its "low" PulseAudio delivers 500 blocks of 2 ms a second."""
USUAL_RATES_HZ: Final = (48_000, 44_100, 16_000, 8_000)


class Opener(Protocol):
    """Makes and starts a stream; raises ``sounddevice.PortAudioError`` when the device refuses."""

    def __call__(
        self, make: Callable[[ModuleType], portaudio.Stream], *, pulse_source: str = ""
    ) -> portaudio.Stream: ...


@dataclass(frozen=True, slots=True)
class Block:
    samples: NDArray[np.float32]
    """float32 (n, channels), at the device's rate."""
    at_s: float
    """Monotonic time at which it came."""


def attempts(source: Source) -> Iterator[tuple[int, int]]:
    """Yield rates and channel counts to try: the device's own first (A16, A17), then the usual ones.

    The device's own channels come before one channel: where PortAudio is asked for fewer it takes the first, and who
    speaks into the second is not heard (A18).
    """
    rates = dict.fromkeys((source.rate_hz, *USUAL_RATES_HZ))
    counts = dict.fromkeys((source.channels, 1, 2, source.most_channels))
    for channels in counts:
        for rate_hz in rates:
            if rate_hz > 0 and channels > 0:
                yield rate_hz, channels


class InputStream:
    """Between takes the last 300 ms are kept; :meth:`attach` makes them the beginning of a take."""

    def __init__(self, source: Source, clock: Callable[[], float], opener: Opener = portaudio.open_stream) -> None:
        """``opener`` is PortAudio's edge; a test of refusing hardware gives another."""
        self.source = source
        self._opener = opener
        self.rate_hz = 0
        self.channels = 0
        self._clock = clock
        self._guard = threading.Lock()
        self._blocks: deque[Block] = deque()
        self._frames = 0
        self._wake: Callable[[], None] | None = None
        self._last_at_s = clock()
        self._overrun = False
        self._gone = False
        self._overflows = 0
        self._closing = False
        self._finished = threading.Event()
        self._stream: portaudio.Stream | None = None
        self._events: Events | None = None

    def open(self) -> None:
        """Start the device; blocks.

        Raises:
            MicrophoneUnavailable: it cannot be opened in any way.
        """
        module = portaudio.loaded()
        refused: Exception | None = None
        for rate_hz, channels in attempts(self.source):
            self.rate_hz, self.channels = rate_hz, channels
            try:
                self._stream = self._opener(self._make, pulse_source=self.source.pulse_source)
                break
            except module.PortAudioError as error:
                _log.debug("%d Hz with %d channels: %s", rate_hz, channels, error)
                refused = refused or error
        else:
            assert refused is not None
            raise portaudio.microphone_error(refused, self.source.device.name) from refused
        _log.info("microphone open at %d Hz with %d channels", self.rate_hz, self.channels)
        if self.source.pulse_source:
            self._events = source_events(self._sources_changed)
            if self._events is not None:
                self._events.start()

    def _make(self, module: ModuleType) -> portaudio.Stream:
        def callback(data: NDArray[np.float32], _frames: int, _time: object, status: object) -> None:
            if self._closing:
                raise module.CallbackAbort
            if status:
                self._overflows += 1
            self.receive(data.copy())

        return module.InputStream(
            samplerate=self.rate_hz,
            channels=self.channels,
            device=self.source.portaudio_device,
            dtype="float32",
            blocksize=round(self.rate_hz * BLOCK_S),
            latency=LATENCY_S,
            callback=callback,
            finished_callback=self._finished.set,
        )

    def close(self) -> None:
        """Stop and close; blocks for some 20 ms, for a second when the sound server hangs."""
        self._closing = True
        if self._events is not None:
            self._events.stop()
            self._events = None
        if self._stream is not None:
            self._finished.wait(portaudio.FINISH_S)
            portaudio.close_stream(self._stream)
            self._stream = None
        if self._overflows:
            _log.warning("the sound driver lost audio %d times", self._overflows)

    def receive(self, samples: NDArray[np.float32]) -> None:
        """Take a block, float32 (n, channels); PortAudio's thread."""
        now = self._clock()
        with self._guard:
            self._last_at_s = now
            wake = self._wake
            if wake is not None and (self._overrun or self._frames + len(samples) > QUEUE_S * self.rate_hz):
                self._overrun = True
            else:
                self._blocks.append(Block(samples, now))
                self._frames += len(samples)
            if wake is None:
                while self._frames - len(self._blocks[0].samples) >= PRE_ROLL_S * self.rate_hz:
                    self._frames -= len(self._blocks.popleft().samples)
        if wake is not None:
            wake()

    def _sources_changed(self, sources: tuple[Source, ...]) -> None:
        """Notice that our source left: the server then moves the stream to another one without a word (A19)."""
        if all(source.index != self.source.index for source in sources):
            with self._guard:
                self._gone = True
                wake = self._wake
            if wake is not None:
                wake()

    def attach(self, wake: Callable[[], None]) -> None:
        """Begin a take with what is kept; ``wake`` is called on foreign threads after each block and must only post."""
        with self._guard:
            self._wake = wake

    def detach(self) -> None:
        """End the take and forget what it left; the next one hears nothing of it (A21)."""
        with self._guard:
            self._wake = None
            self._blocks.clear()
            self._frames = 0
            self._overrun = False

    def take_blocks(self) -> list[Block]:
        """Empty the queue."""
        with self._guard:
            blocks = list(self._blocks)
            self._blocks.clear()
            self._frames = 0
            return blocks

    @property
    def overrun(self) -> bool:
        """The queue was full and a block was lost."""
        return self._overrun

    @property
    def gone(self) -> bool:
        """The device left; what still comes is another one's."""
        return self._gone

    def silent_for_s(self) -> float:
        """Return the time since the last block; ``active`` of PortAudio stays true on a dead device."""
        return self._clock() - self._last_at_s
