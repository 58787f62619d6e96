"""Short sounds at the start and end of a take, and playing kept takes, to the default output.

Made by the composition root, used on the core loop. Each sound plays on a thread of its own that ends with it; a
missing or broken output is logged once and nothing else happens.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Final

import anyio
import anyio.lowlevel
import anyio.to_thread
import numpy as np
from numpy.typing import NDArray

from app.domain.errors import AudioUnreadable, MicrophoneUnavailable
from app.speech import portaudio
from app.speech.bounded import run_bounded
from app.speech.ports import Cue
from app.speech.wav import read_wav

__all__ = ["SoundCues"]

_log = logging.getLogger(__name__)

EXTRA_S: Final = 3.0
"""A sound that has not ended so long after its length hangs in the output: it is stopped."""
CLOSE_LIMIT_S: Final = 3.0
"""For the outputs to end at shutdown: one that plays takes 0.1 s, one that is being opened on an idle PulseAudio sink
1 to 2 s; a hanging one is left behind."""
READ_LIMIT_S: Final = 10.0
"""A take of three hours is 350 MB; from a disk that still works it comes in this time."""
LATENCY_S: Final = 0.1
"""Asked of PortAudio: its own choice of 35 ms ran dry on a busy machine with two cores."""
TAIL_S: Final = 0.3
"""Silence after a sound before its stream is dropped, so that its end has left the buffers; three times the latency.
The end of the stream itself is told seconds late through PulseAudio's ALSA plug-in (measured)."""


class _Playback:
    """One sound on its way to the output."""

    def __init__(self, samples: NDArray[np.float32], rate_hz: int) -> None:
        """``samples``: float32 (n, channels), -1..1."""
        self._samples = samples
        self._rate_hz = rate_hz
        self._position = 0
        self._over = threading.Event()
        self._finished = threading.Event()

    def stop(self) -> None:
        """Make :meth:`run` return at once; any thread."""
        self._over.set()

    def run(self) -> None:
        """Play to the end or until stopped; blocks.

        Raises:
            MicrophoneUnavailable: there is no usable output (PortAudio's failures have one type here).
        """
        stream = portaudio.open_output(self._make)
        self._over.wait(len(self._samples) / self._rate_hz + EXTRA_S)
        self._over.set()
        self._finished.wait(portaudio.FINISH_S)
        portaudio.close_stream(stream)

    def _make(self, module: ModuleType) -> portaudio.Stream:
        end = len(self._samples) + round(TAIL_S * self._rate_hz)

        def fill(out: NDArray[np.float32], frames: int, _time: object, _status: object) -> None:
            if self._over.is_set():
                raise module.CallbackAbort
            part = self._samples[self._position : self._position + frames]
            self._position += frames
            out[: len(part)] = part
            out[len(part) :] = 0
            if self._position >= end:
                self._over.set()

        return module.OutputStream(
            samplerate=self._rate_hz,
            channels=self._samples.shape[1],
            dtype="float32",
            latency=LATENCY_S,
            callback=fill,
            finished_callback=self._finished.set,
        )


class SoundCues:
    """Implements the port ``CuePlayer`` with WAV files and PortAudio."""

    def __init__(self, folder: Path) -> None:
        """``folder`` holds one ``<cue>.wav``, 16 bit, for each cue; they are read when first needed."""
        self._folder = folder
        self._sounds: dict[Cue, tuple[NDArray[np.float32], int]] = {}
        self._guard = threading.Condition()
        """Told when a sound or the thread of the cues has ended."""
        self._playing: set[_Playback] = set()
        self._next: tuple[Cue, float] | None = None
        self._thread: threading.Thread | None = None
        self._complained = False

    async def cue(self, cue: Cue, volume: float) -> None:
        """Start the sound and return; what still plays is cut off by it.

        While an output hangs only the newest cue waits for it.
        """
        await anyio.lowlevel.checkpoint()
        with self._guard:
            self._next = (cue, min(1.0, volume)) if volume > 0 else None
            for playback in self._playing:
                playback.stop()
            if self._next is not None and self._thread is None:
                self._thread = threading.Thread(target=self._play_cues, name="sound-cue", daemon=True)
                self._thread.start()

    def _play_cues(self) -> None:
        while True:
            with self._guard:
                wanted, self._next = self._next, None
                if wanted is None:
                    self._thread = None
                    self._guard.notify_all()
                    return
            cue, volume = wanted
            try:
                if cue not in self._sounds:
                    self._sounds[cue] = read_wav(self._folder / f"{cue.value}.wav")
                samples, rate_hz = self._sounds[cue]
                self._run(_Playback(samples * np.float32(volume), rate_hz))
            except AudioUnreadable as error:
                self._complain(str(error))

    def _run(self, playback: _Playback) -> None:
        with self._guard:
            self._playing.add(playback)
        try:
            playback.run()
        except MicrophoneUnavailable as error:
            self._complain(error.detail)
        finally:
            with self._guard:
                self._playing.discard(playback)
                self._guard.notify_all()

    def _complain(self, why: str) -> None:
        with self._guard:
            first, self._complained = not self._complained, True
        if first:
            _log.warning("no sound output, said once: %s", why)

    async def close(self) -> None:
        """Wait for the threads as well: PortAudio aborts the process when one is in it at the very end."""
        with self._guard:
            self._next = None
            for playback in self._playing:
                playback.stop()
        await anyio.to_thread.run_sync(self._wait_for_end, abandon_on_cancel=True)

    def _wait_for_end(self) -> None:
        with self._guard:
            if not self._guard.wait_for(lambda: self._thread is None and not self._playing, CLOSE_LIMIT_S):
                _log.warning("a sound output does not end")

    async def play_file(self, path: Path) -> None:
        """Play a 16-bit WAV to its end; cancelling stops it at once.

        Raises:
            AudioUnreadable: not such a file, or the disk does not answer.
        """
        try:
            samples, rate_hz = await run_bounded(
                partial(read_wav, path), limit_s=READ_LIMIT_S, name="sound-read", dispose=lambda _sound: None
            )
        except TimeoutError as error:
            raise AudioUnreadable("reading took too long", place=str(path)) from error
        playback = _Playback(samples, rate_hz)
        over = anyio.Event()
        post = partial(asyncio.get_running_loop().call_soon_threadsafe, over.set)
        threading.Thread(target=self._play_then, args=(playback, post), name="sound-take", daemon=True).start()
        try:
            with anyio.move_on_after(len(samples) / rate_hz + 2 * EXTRA_S):
                await over.wait()
        finally:
            playback.stop()

    def _play_then(self, playback: _Playback, tell: Callable[[], object]) -> None:
        try:
            self._run(playback)
        finally:
            try:
                tell()
            except RuntimeError:
                _log.debug("a take ended after the core did")
