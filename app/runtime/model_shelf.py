"""The speech models in use: which one, warmed up when idle, unloaded after a while, fetched on demand.

Used by the coordinator, on the core loop.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import anyio

from app.domain.errors import AppError
from app.domain.messages import ModelsChanged, ModelState
from app.runtime.parts import Emit, Recognisers
from app.settings.model import RecognitionSettings
from app.speech.ports import Transcriber

__all__ = ["ModelShelf", "thread_count"]

log = logging.getLogger(__name__)

MAX_THREADS: Final = 4
"""Tokens are decoded one after another; more threads only cost hand-over."""


def thread_count(wanted: int, cores: int | None) -> int:
    """Return the threads for decoding: ``wanted``, or half of the cores, 1..4, when it is 0."""
    return wanted or max(1, min(MAX_THREADS, (cores or 2) // 2))


class ModelShelf:
    """Keeps one recogniser ready and tells what becomes of the models."""

    def __init__(
        self, recognisers: Recognisers, settings: RecognitionSettings, emit: Emit, *, minute_s: float = 60.0
    ) -> None:
        """``minute_s`` is the length of a minute; tests shorten it."""
        self._recognisers = recognisers
        self._settings = settings
        self._emit = emit
        self._minute_s = minute_s
        self._loaded = ""
        self._takes = 0
        """How many takes are recognised now; nothing is idle then."""
        self._used = anyio.Event()
        self._fetching: dict[str, float] = {}
        self._problems: dict[str, str] = {}

    def current(self, model: str = "") -> Transcriber:
        """Return the recogniser that the settings name, or ``model``.

        Raises:
            ModelMissing, ModelDamaged
        """
        return self._recognisers.get(
            model or self._settings.model, threads=thread_count(self._settings.threads, os.cpu_count())
        )

    async def warm_up(self) -> None:
        """Load the model in use; a failure is told and comes again, in words, at the next take."""
        settings = self._settings
        try:
            transcriber = self.current()
            await transcriber.warm_up()
        except AppError as error:
            log.warning("the speech model is not ready: %s", error)
            self._problems[settings.model] = error.code
        else:
            self._problems.pop(settings.model, None)
            if _key(settings) != _key(self._settings):
                # Another one was chosen while this one was loading.
                await transcriber.unload()
                return
            self._loaded = settings.model
            self.touch()
        self.tell()

    async def use(self, settings: RecognitionSettings) -> None:
        """Follow changed settings; another model frees the old one."""
        before, self._settings = self._settings, settings
        if _key(before) == _key(settings):
            return
        await self._unload(before.model, before.threads)
        await self.warm_up()

    async def _unload(self, model: str, threads: int) -> None:
        try:
            old = self._recognisers.get(model, threads=thread_count(threads, os.cpu_count()))
        except AppError:
            return  # It never was loaded.
        await old.unload()
        if model == self._loaded:
            self._loaded = ""

    async def release(self, model: str) -> None:
        """Free a model that was used once and is not the one in the settings."""
        if model and model != self._settings.model:
            await self._unload(model, self._settings.threads)

    def touch(self) -> None:
        """Tell that the model is in use now."""
        self._used.set()

    @contextmanager
    def in_use(self, model: str = "") -> Generator[None]:
        """Keep the model of the settings, or ``model``, loaded meanwhile; its idle time starts at the end."""
        self._takes += 1
        try:
            yield
        finally:
            self._takes -= 1
            self.touch()
            if (model or self._settings.model) == self._settings.model != self._loaded:
                # It was unloaded after idle minutes, and the take has loaded it again.
                self._loaded = self._settings.model
                self.tell()

    async def unload_when_idle(self) -> None:
        """Give the model's memory back after the idle time of the settings; runs until cancelled."""
        while True:
            await self._used.wait()
            self._used = anyio.Event()
            if not (minutes := self._settings.unload_after_min):
                continue
            with anyio.move_on_after(minutes * self._minute_s) as idle:
                await self._used.wait()
            if idle.cancelled_caught and self._loaded and not self._takes:
                log.info("unloading the speech model after %d idle minutes", minutes)
                await self._unload(self._settings.model, self._settings.threads)
                self.tell()

    async def fetch(self, model: str) -> None:
        """Download or repair a model and tell its progress."""
        if model in self._fetching:
            return
        self._problems.pop(model, None)

        def progress(share: float) -> None:
            self._fetching[model] = share
            self.tell()

        progress(0.0)
        try:
            await self._recognisers.fetch(model, progress)
        except AppError as error:
            log.warning("model %s could not be fetched: %s", model, error)
            self._problems[model] = error.code
        finally:
            del self._fetching[model]
            self.tell()
        if model == self._settings.model and model not in self._problems:
            await self.warm_up()

    def tell(self) -> None:
        """Emit the state of every model of the catalogue."""
        models = tuple(
            type(info)(
                name=info.name,
                state=self._state(info.name, info.state),
                size_bytes=info.size_bytes,
                languages=info.languages,
                progress=self._fetching.get(info.name, 0.0),
                problem=self._problems.get(info.name, info.problem),
            )
            for info in self._recognisers.infos()
        )
        self._emit(ModelsChanged(models, in_use=self._settings.model))

    def _state(self, name: str, on_disk: ModelState) -> ModelState:
        if name in self._fetching:
            return ModelState.FETCHING
        return ModelState.LOADED if name == self._loaded and on_disk is ModelState.READY else on_disk


def _key(settings: RecognitionSettings) -> tuple[str, int]:
    return settings.model, settings.threads
