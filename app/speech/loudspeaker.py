"""Sound to the default output while it is still being made, and the moment in which its last sample was heard.

One :class:`Loudspeaker` for one text, made and fed by ``narrator.py`` on the core loop; a thread of its own opens and
closes the stream, PortAudio's thread takes the samples. Both end after :meth:`Loudspeaker.stop`.

The end is found from the output's own clock: PortAudio says for each block when it will be heard, PulseAudio's and a
headset's delay included. Silence is played until that time has passed for the last sample.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from types import ModuleType
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import MicrophoneUnavailable
from app.speech import portaudio

__all__ = ["RATE_HZ", "Loudspeaker"]

RATE_HZ: Final = 48_000
"""What every output takes."""
LATENCY_S: Final = 0.1
"""Asked of PortAudio, as for the cues: its own choice of 35 ms ran dry on a busy machine with two cores."""
TAIL_S: Final = 0.15
"""Silence after the last sample before the end may be told: longer than the buffer above, so that an output which
stands still, or tells no time, has to take the last sample before it takes all of this."""
ROOM_S: Final = 0.1
"""More silence, for the room to be quiet and for the clocks' rounding."""
LONGEST_TAIL_S: Final = 4.0
"""An output whose clock says that the last sample is further away than this does not know the time."""


class _Times(Protocol):
    """What is used of PortAudio's ``PaStreamCallbackTimeInfo``; seconds of the stream's own clock."""

    currentTime: float  # noqa: N815 - PortAudio's names
    outputBufferDacTime: float  # noqa: N815


class Loudspeaker:
    """Plays what is given, in order; silence where nothing is left."""

    def __init__(self, tell: Callable[[], None], clock: Callable[[], float]) -> None:
        """``tell`` is called on other threads whenever there is news; ``clock`` gives monotonic seconds, any thread."""
        self._tell = tell
        self._clock = clock
        self._blocks: deque[NDArray[np.float32]] = deque()
        self._given = 0
        self._taken = 0
        self._complete = False
        self._heard_at_s = 0.0
        """Stream time at which the last sample is heard."""
        self._tail = 0
        self._over = threading.Event()
        self._finished = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sound-narrator", daemon=True)
        self._moved_s = clock()
        self.error: MicrophoneUnavailable | None = None
        """Why there is no output."""
        self.played = False
        """The last sample has been heard."""
        self._began = False
        self._ended = False

    # On the core loop

    def start(self) -> None:
        self._thread.start()

    def write(self, samples: NDArray[np.float32]) -> None:
        """Add float32 (n,), -1..1, mono, :data:`RATE_HZ`; never waits. Who calls it looks at :attr:`ahead_s` first."""
        if len(samples):
            self._blocks.append(samples)
            self._given += len(samples)

    def complete(self) -> None:
        """Say that nothing more will be written."""
        self._complete = True

    @property
    def ahead_s(self) -> float:
        """Seconds of sound that the output has not taken yet."""
        return (self._given - self._taken) / RATE_HZ

    @property
    def still_for_s(self) -> float:
        """Seconds since the output took anything, or since the beginning."""
        return self._clock() - self._moved_s

    @property
    def silent(self) -> bool:
        """Nothing will be heard any more: played, stopped or never opened."""
        # Once stopped, a first block that still comes is refused: see ``fill``.
        return self._ended or (self._over.is_set() and not self._began)

    def stop(self) -> None:
        """Let the sound end within one block of the output, what is in its buffers included; any thread."""
        self._over.set()

    @property
    def alive(self) -> bool:
        """The stream is open, or still being closed."""
        return self._thread.is_alive()

    def join(self, at_most_s: float) -> None:
        """Wait for the stream to be closed; blocks."""
        self._thread.join(at_most_s)

    # On threads

    def _run(self) -> None:
        try:
            stream = portaudio.open_output(self._make)
        except MicrophoneUnavailable as error:
            self.error = error
            self._end()
            return
        self._over.wait()
        self._finished.wait(portaudio.FINISH_S)
        # The callback has dropped what was buffered, so it is quiet now; closing may yet take a while.
        ended = self._finished.is_set()
        if ended:
            self._end()
        portaudio.close_stream(stream)
        if not ended:
            self._end()

    def _finish(self) -> None:
        # Also of its own accord, where the sound server died.
        self._finished.set()
        self._over.set()

    def _end(self) -> None:
        self._ended = True
        self._tell()

    def _make(self, module: ModuleType) -> portaudio.Stream:
        def fill(out: NDArray[np.float32], frames: int, times: _Times, _status: object) -> None:
            self._began = True
            if self._over.is_set():
                raise module.CallbackAbort
            self._moved_s = self._clock()
            filled = self._take(out[:, 0])
            out[filled:] = 0
            self._taken += filled
            if filled:
                self._heard_at_s = times.outputBufferDacTime + filled / RATE_HZ
                self._tail = 0
            self._tail += frames - filled
            if self._complete and not self._blocks and self._is_heard(times.currentTime):
                self.played = True
            if filled or self.played:
                self._tell()

        return module.OutputStream(
            samplerate=RATE_HZ,
            channels=1,
            dtype="float32",
            latency=LATENCY_S,
            callback=fill,
            finished_callback=self._finish,
        )

    def _is_heard(self, now_s: float) -> bool:
        tail_s = self._tail / RATE_HZ
        return tail_s >= LONGEST_TAIL_S or (tail_s >= TAIL_S and now_s >= self._heard_at_s + ROOM_S)

    def _take(self, out: NDArray[np.float32]) -> int:
        filled = 0
        while filled < len(out) and self._blocks:
            block = self._blocks[0]
            part = block[: len(out) - filled]
            out[filled : filled + len(part)] = part
            filled += len(part)
            if len(part) == len(block):
                self._blocks.popleft()
            else:
                self._blocks[0] = block[len(part) :]
        return filled
