"""The recogniser: one Whisper model, loaded when first used, with one decode at a time.

Made by ``bootstrap``, used by the voice run on the core loop; the work is done in the thread of ``engines.py``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import anyio

from app.domain.errors import AppError
from app.speech.engines import RecogniserThread
from app.speech.live import LiveRecognition
from app.speech.models import InstalledModel
from app.speech.ports import HeardWords, LiveTranscription, RawTranscript, RecognitionOptions, Samples
from app.speech.whole import WholeRecognition

__all__ = ["WhisperTranscriber"]


class WhisperTranscriber:
    """Port ``Transcriber`` over CTranslate2. Belongs to one event loop."""

    def __init__(self, model: InstalledModel, *, threads: int) -> None:
        """``threads``: for decoding; tokens come one after another, so more than 4 gain nothing."""
        self._name = model.name
        self._thread = RecogniserThread(model, threads)

    @property
    def model(self) -> str:
        return self._name

    async def warm_up(self) -> None:
        await self._thread.ready()

    async def unload(self) -> None:
        await self._thread.unload()

    def live(
        self, options: RecognitionOptions, on_words: Callable[[HeardWords], None]
    ) -> AbstractAsyncContextManager[LiveTranscription]:
        return _open_live(self._thread, options, on_words)

    async def transcribe(self, samples: Samples, options: RecognitionOptions) -> RawTranscript:
        engines = await self._thread.ready()
        take = await self._thread.run(lambda: WholeRecognition(engines.decoder, engines.detector, samples, options))
        while await self._thread.run(take.step):
            pass
        return take.result()


@asynccontextmanager
async def _open_live(
    thread: RecogniserThread, options: RecognitionOptions, on_words: Callable[[HeardWords], None]
) -> AsyncGenerator[LiveTranscription]:
    session = _LiveSession(thread, options, on_words)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(session.work)
            yield session
            group.cancel_scope.cancel()
    except BaseExceptionGroup as errors:
        # The group wraps what the caller's own block raised; the caller waits for the bare error.
        first, *others = errors.exceptions
        if others:
            raise
        raise first from None


class _LiveSession:
    """One take: a list of frames that nobody has heard yet, and a task that hears them."""

    def __init__(
        self, thread: RecogniserThread, options: RecognitionOptions, on_words: Callable[[HeardWords], None]
    ) -> None:
        self._thread = thread
        self._options = options
        self._on_words = on_words
        self._waiting: list[Samples] = []
        """Grows by 32 ms frames while a model loads or a decode runs; the take's own length limits it."""
        self._more = anyio.Event()
        self._turn = anyio.Lock()
        """The recognition is used by :meth:`work` and :meth:`finish`, never by both."""
        self._recognition: LiveRecognition | None = None
        self._error: AppError | None = None

    def push(self, samples: Samples) -> None:
        self._waiting.append(samples)
        self._more.set()

    async def work(self) -> None:
        """Hear what is pushed until cancelled; an error is kept for :meth:`finish`, which can be answered."""
        while self._error is None:
            try:
                await self._hear()
            except AppError as error:
                self._error = error
            await self._more.wait()
            self._more = anyio.Event()

    async def _hear(self) -> None:
        async with self._turn:
            recognition = await self._ready()
            frames, self._waiting = self._waiting, []
            if not frames:
                return
            if await self._thread.run(lambda: recognition.advance(frames)):
                self._on_words(recognition.words)

    async def _ready(self) -> LiveRecognition:
        if self._recognition is None:
            engines = await self._thread.ready()
            self._recognition = LiveRecognition(engines.decoder, engines.detector, self._options)
        return self._recognition

    async def finish(self) -> RawTranscript:
        async with self._turn:
            if self._error is not None:
                raise self._error
            recognition = await self._ready()
            rest, self._waiting = self._waiting, []
            return await self._thread.run(lambda: recognition.finish(rest))
