"""The edges of speech: microphone, detector, recogniser, cues, narrator. Who implements one passes its contract suite.

All coroutines run on the core loop. Nothing here blocks it: adapters post from their own threads.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.messages import AudioDevice

__all__ = [
    "FRAME",
    "SAMPLE_RATE_HZ",
    "AudioChunk",
    "Capture",
    "Cue",
    "CuePlayer",
    "HeardWords",
    "LiveTranscription",
    "Microphone",
    "Narrator",
    "RawTranscript",
    "RecognitionOptions",
    "Samples",
    "SpeechDetector",
    "Transcriber",
    "Voice",
]

Samples = NDArray[np.float32]
"""float32 (n,), -1..1, 16 kHz mono."""

SAMPLE_RATE_HZ: Final = 16_000
FRAME: Final = 512
"""Samples in one chunk, 32 ms: what the Silero detector takes."""


@dataclass(frozen=True, slots=True)
class AudioChunk:
    samples: Samples
    """float32 (512,), -1..1, 16 kHz mono."""
    at_s: float
    """Monotonic time at which the last sample was captured."""


class Capture(Protocol):
    """One open microphone; iterate it until the run ends.

    Iteration raises ``MicrophoneLost`` when the device goes away or stays silent at the driver (no callback for the
    watchdog's time). A full queue raises it too, code ``audio-overrun``: audio is never lost silently.
    """

    @property
    def device(self) -> AudioDevice: ...

    @property
    def missing(self) -> str:
        """Name of the device that was asked for and is not there; "" otherwise."""
        ...

    def __aiter__(self) -> AsyncIterator[AudioChunk]: ...


class Microphone(Protocol):
    """The sound inputs of this machine."""

    async def devices(self) -> tuple[AudioDevice, ...]:
        """List the inputs as they are now; empty when there is none."""
        ...

    def open(self, device: str) -> AbstractAsyncContextManager[Capture]:
        """Open ``device`` ("": the default) at its own rate and channel count.

        The context is entered once the first sample has come, so "go" may be told then. With :meth:`arm` the first
        chunks are the last 300 ms before the call. Each opening starts from clean buffers (A21).

        Raises (on entering):
            MicrophoneUnavailable: nothing could be opened.
        """
        ...

    async def arm(self, device: str | None) -> None:
        """Keep ``device`` open between takes with 300 ms of pre-roll; ``None`` closes it."""
        ...

    async def watch(self, on_change: Callable[[], None]) -> None:
        """Call ``on_change`` on the core loop after inputs came or went, until cancelled."""
        ...


class SpeechDetector(Protocol):
    """Says how likely a frame is speech; keeps state between frames of one take."""

    def reset(self) -> None: ...

    def __call__(self, frame: Samples) -> float:
        """Judge float32 (512,); returns 0..1. Takes about 0.1 ms."""
        ...


@dataclass(frozen=True, slots=True)
class RecognitionOptions:
    language: str = "auto"
    vocabulary: tuple[str, ...] = ()
    """Words to favour."""
    preview: bool = True
    """Decode in the middle of unbroken speech too, so that words show; costs about a sixth of the cores."""


@dataclass(frozen=True, slots=True)
class RawTranscript:
    """What the recogniser said, before ``speech/text`` has touched it."""

    text: str
    language: str
    confidence: float
    """0..1: exp of the mean log-probability a token, over all segments; 0 for an empty transcript."""


@dataclass(frozen=True, slots=True)
class HeardWords:
    committed: str
    tentative: str


class LiveTranscription(Protocol):
    """Recognition of a take that is still growing."""

    def push(self, samples: Samples) -> None:
        """Add float32 (512,); never waits. Decoding goes on in the recogniser's own thread."""
        ...

    async def finish(self) -> RawTranscript:
        """Decode what is left and return all of it.

        Raises:
            RecogniserFailed: the take could not be recognised.
        """
        ...


class Transcriber(Protocol):
    """One loaded (or loadable) speech model."""

    @property
    def model(self) -> str:
        """Name in the catalogue."""
        ...

    async def warm_up(self) -> None:
        """Load the model and decode once, so that the first take is not slow.

        Raises:
            ModelMissing, ModelDamaged, RecogniserFailed
        """
        ...

    def live(
        self, options: RecognitionOptions, on_words: Callable[[HeardWords], None]
    ) -> AbstractAsyncContextManager[LiveTranscription]:
        """Start an incremental recognition; ``on_words`` is called on the core loop.

        Leaving the context without :meth:`LiveTranscription.finish` throws the work away.
        """
        ...

    async def transcribe(self, samples: Samples, options: RecognitionOptions) -> RawTranscript:
        """Recognise a whole take of any length in one go (retry, a file).

        Raises:
            ModelMissing, ModelDamaged, RecogniserFailed
        """
        ...

    async def unload(self) -> None:
        """Give the memory back; the next use loads again."""
        ...


class Cue(StrEnum):
    START = "start"
    STOP = "stop"
    CANCEL = "cancel"
    ERROR = "error"


class CuePlayer(Protocol):
    """Short sounds, and kept takes, to the default output. A missing output is logged, never raised."""

    async def cue(self, cue: Cue, volume: float) -> None:
        """Start the sound and return; ``volume`` 0..1."""
        ...

    async def play_file(self, path: Path) -> None:
        """Play a WAV to its end; cancelling stops it at once.

        Raises:
            AudioUnreadable
        """
        ...

    async def close(self) -> None:
        """End what plays and let the output go. Bounded: 3 s."""
        ...


@dataclass(frozen=True, slots=True)
class Voice:
    name: str
    """What the setting keeps."""
    label: str
    language: str
    """Lower-case BCP 47: "de", "en-us"."""
    also: tuple[str, ...] = ()
    """Other languages that it is the best voice for."""


class Narrator(Protocol):
    """Says short texts aloud on the default output. They never overlap: a second one waits for the first to end."""

    async def voices(self) -> tuple[Voice, ...]:
        """List the voices of this machine; empty when nothing here can speak."""
        ...

    async def speak(self, text: str, *, language: str, voice: str, rate_percent: int, volume: float) -> None:
        """Say ``text`` and return when its last sample has left the loudspeaker, so that a microphone may open (A58).

        Cancelling it is the way to interrupt: when the call is over, the sound is. A text without a letter or digit,
        or ``volume`` (0..1) at 0, returns at once. ``language`` is BCP 47, "" English; ``voice`` is a name of
        :meth:`voices`, "" the one for the language; an unknown one of either falls back, to English at last.

        Raises:
            NarratorFailed: ``narrator-missing`` nothing here can speak; ``narrator-failed`` speaking or the output
                broke off. Never later than some seconds after the sound stopped moving.
        """
        ...

    async def close(self) -> None:
        """End what is being said, which then fails, and refuse more. Bounded: 3 s."""
        ...
