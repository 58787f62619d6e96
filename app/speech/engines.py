"""The loaded engines of one model, and the one thread they run in.

Owned by ``transcriber.py``. Loading and decoding run in a worker thread behind a limiter of one. A decode cannot be
cancelled, so each is bounded (``live.py``), and a wait that is cancelled still lasts until the decode has ended.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import anyio
import anyio.to_thread
import numpy as np

from app.domain.errors import RecogniserFailed
from app.speech.decoder import Hints, WhisperDecoder
from app.speech.detector import SileroDetector
from app.speech.models import InstalledModel
from app.speech.ports import FRAME, SAMPLE_RATE_HZ

__all__ = ["Engines", "RecogniserThread"]

_log = logging.getLogger(__name__)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Engines:
    decoder: WhisperDecoder
    detector: SileroDetector


def _load(model: InstalledModel, threads: int) -> Engines:
    model.verify()
    engines = Engines(WhisperDecoder(model.folder, threads), SileroDetector())
    # The first decode and the first frame of a process take several times as long as the next ones.
    still = np.zeros(SAMPLE_RATE_HZ, np.float32)
    engines.decoder.decode(still, Hints("en"), beam=1, speech_end_s=1.0, stamps=False)
    engines.detector(still[:FRAME])
    return engines


class RecogniserThread:
    """Belongs to one event loop."""

    def __init__(self, model: InstalledModel, threads: int) -> None:
        self._model = model
        self._threads = threads
        self._engines: Engines | None = None
        self._one_at_a_time = anyio.CapacityLimiter(1)
        self._loading = anyio.Lock()

    async def ready(self) -> Engines:
        """Return the engines, loaded if they are not.

        Raises:
            ModelMissing, ModelDamaged, RecogniserFailed
        """
        async with self._loading:
            if self._engines is None:
                self._engines = await self.run(lambda: _load(self._model, self._threads))
                _log.info("speech model %s is loaded, %d threads", self._model.name, self._threads)
            return self._engines

    async def run(self, work: Callable[[], _T]) -> _T:
        """Run ``work`` in the thread.

        Raises:
            RecogniserFailed: an engine gave up.
        """
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._one_at_a_time)
        except (RuntimeError, ValueError, OSError, MemoryError) as error:
            raise RecogniserFailed(type(error).__name__, place=self._model.name) from error

    async def unload(self) -> None:
        async with self._loading:
            self._engines = None
            await self.run(gc.collect)
