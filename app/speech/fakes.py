"""A recogniser that hears, and a narrator that says, what it was told to: for tests of the parts around them.

They pass the same contract suites as the real ones (tests/contract/test_transcriber.py, test_narrator.py). Both run on
the core loop; time is whatever the given delay, or event, waits for.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.lowlevel
import numpy as np

from app.domain.errors import AppError, NarratorFailed
from app.speech.ports import HeardWords, LiveTranscription, RawTranscript, RecognitionOptions, Samples, Voice

__all__ = ["FAKE_VOICE", "FakeNarrator", "ScriptedTranscriber", "Spoken"]

FAKE_VOICE: Final = Voice("fake", "Fake voice", "en")

_QUIET_PEAK = 0.01
"""A take that is nowhere louder holds no words, about -40 dBFS."""


async def _no_delay() -> None:
    return


class ScriptedTranscriber:
    """Port ``Transcriber``: every take that holds any sound gets the next of the given texts, the last one for ever."""

    def __init__(
        self,
        *texts: str,
        model: str = "scripted",
        error: AppError | None = None,
        delay: Callable[[], Awaitable[None]] = _no_delay,
    ) -> None:
        """``error`` is raised in place of a text; ``delay`` is awaited before the text or the error comes."""
        self._texts = list(texts) or [""]
        self._model = model
        self.error = error
        self._delay = delay
        self.is_loaded = False
        self.options: list[RecognitionOptions] = []
        """What each take was asked for."""

    @property
    def model(self) -> str:
        return self._model

    async def warm_up(self) -> None:
        self.is_loaded = True

    async def unload(self) -> None:
        self.is_loaded = False

    def live(
        self, options: RecognitionOptions, on_words: Callable[[HeardWords], None]
    ) -> AbstractAsyncContextManager[LiveTranscription]:
        return self._open(options, on_words)

    @asynccontextmanager
    async def _open(
        self, options: RecognitionOptions, on_words: Callable[[HeardWords], None]
    ) -> AsyncGenerator[LiveTranscription]:
        self.options.append(options)
        yield _ScriptedLive(self, options, on_words)

    async def transcribe(self, samples: Samples, options: RecognitionOptions) -> RawTranscript:
        self.options.append(options)
        return await self.answer(_peak(samples) > _QUIET_PEAK, options)

    async def answer(self, heard: bool, options: RecognitionOptions) -> RawTranscript:
        """Give the answer to a take; ``heard``: it holds sound."""
        await self._delay()
        if self.error is not None:
            raise self.error
        self.is_loaded = True
        if not heard:
            return RawTranscript("", "en", 0.0)
        text = self._texts.pop(0) if len(self._texts) > 1 else self._texts[0]
        language = "en" if options.language == "auto" else options.language
        return RawTranscript(text, language, 0.9 if text else 0.0)

    def next_text(self) -> str:
        return self._texts[0]


def _peak(samples: Samples) -> float:
    return float(np.abs(samples).max(initial=0.0))


class _ScriptedLive:
    """Shows one more word of the text with each frame that holds sound."""

    def __init__(
        self, owner: ScriptedTranscriber, options: RecognitionOptions, on_words: Callable[[HeardWords], None]
    ) -> None:
        self._owner = owner
        self._options = options
        self._on_words = on_words
        self._loud = 0

    def push(self, samples: Samples) -> None:
        words = self._owner.next_text().split()
        if _peak(samples) > _QUIET_PEAK:
            if self._loud < len(words) and self._owner.error is None:
                self._on_words(HeardWords(" ".join(words[: self._loud]), words[self._loud]))
            self._loud += 1

    async def finish(self) -> RawTranscript:
        return await self._owner.answer(self._loud > 0, self._options)


@dataclass(frozen=True, slots=True)
class Spoken:
    """One text that the narrator was asked to say, and how."""

    text: str
    language: str
    voice: str
    rate_percent: int
    volume: float


class FakeNarrator:
    """Port ``Narrator``: remembers what was said; the sound of each text ends at once, or when a test says so."""

    def __init__(self, voices: tuple[Voice, ...] = (FAKE_VOICE,)) -> None:
        self._voices = voices
        self._turn = anyio.Lock()
        self._closed = anyio.Event()
        self.spoken: list[Spoken] = []
        """What began to sound, in order."""
        self.sounding: str = ""
        """What is being said now."""
        self.hold: anyio.Event | None = None
        """Give one to let texts sound until it is set."""
        self.failure: NarratorFailed | None = None
        """Raised in the middle of the next text."""

    async def voices(self) -> tuple[Voice, ...]:
        await anyio.lowlevel.checkpoint()
        return self._voices

    async def speak(self, text: str, *, language: str, voice: str, rate_percent: int, volume: float) -> None:
        await anyio.lowlevel.checkpoint()
        if volume <= 0 or not any(sign.isalnum() for sign in text):
            return
        async with self._turn:
            if self._closed.is_set():
                raise NarratorFailed("closed", place="narrator")
            if not self._voices:
                raise NarratorFailed("no voice", place="fake", code="narrator-missing")
            self.spoken.append(Spoken(text, language, voice, rate_percent, volume))
            self.sounding = text
            try:
                await self._sound()
            finally:
                self.sounding = ""

    async def _sound(self) -> None:
        await anyio.lowlevel.checkpoint()
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        if self.hold is None:
            return
        async with anyio.create_task_group() as ends:
            for event in (self.hold, self._closed):
                ends.start_soon(_cancel_after, event, ends.cancel_scope)
        if self._closed.is_set():
            raise NarratorFailed("the output ended", place="output")

    async def close(self) -> None:
        await anyio.lowlevel.checkpoint()
        self._closed.set()


async def _cancel_after(event: anyio.Event, scope: anyio.CancelScope) -> None:
    await event.wait()
    scope.cancel()
