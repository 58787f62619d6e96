"""A recogniser that says what it was told to say: for tests of the parts around it.

Passes the same contract suite as the real one (tests/contract/test_transcriber.py). Runs on the core loop; time is
whatever the given delay waits for.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import numpy as np

from app.domain.errors import AppError
from app.speech.ports import HeardWords, LiveTranscription, RawTranscript, RecognitionOptions, Samples

__all__ = ["ScriptedTranscriber"]

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
