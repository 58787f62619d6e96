"""The language model of the settings in force, one object for each choice. Owned by the core, on its loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from functools import partial

from app.domain.errors import AnswerFailed
from app.domain.providers import AgentProvider
from app.runtime.agent_parts import OpenedModel
from app.settings.model import AgentSettings

__all__ = ["ModelChoice"]


class ModelChoice:
    def __init__(
        self,
        open_model: Callable[[AgentSettings, Callable[[], Awaitable[str]]], OpenedModel],
        key_of: Callable[[AgentProvider], Awaitable[str]],
        settings: Callable[[], AgentSettings],
    ) -> None:
        self._open_model = open_model
        self._key_of = key_of
        self._settings = settings
        self._made_of: AgentSettings | None = None
        self._model: OpenedModel | None = None
        self._old: list[OpenedModel] = []
        """Of earlier settings; a turn may still be using them."""
        self._tried: OpenedModel | None = None
        """A trial is using it, whether it is old or not."""

    @property
    def is_set(self) -> bool:
        return self._settings().provider is not AgentProvider.OFFLINE

    def current(self) -> OpenedModel | None:
        """Return the model that is set, ``None`` when there is none."""
        settings = self._settings()
        if settings.provider is AgentProvider.OFFLINE:
            return None
        if self._model is None or self._made_of != settings:
            if self._model is not None:
                self._old.append(self._model)
            self._model = self._open_model(settings, partial(self._key_of, settings.provider))
            self._made_of = settings
        return self._model

    async def test(self) -> None:
        """Ask the model for one word.

        Raises:
            AnswerFailed
        """
        model = self.current()
        if model is None:
            raise AnswerFailed(code="agent-no-model")
        self._tried = model
        try:
            await model.test()
        finally:
            self._tried = None

    async def tidy(self) -> None:
        """Close the models of earlier settings; to be called when no turn runs."""
        tried = self._tried
        over = [model for model in self._old if model is not tried]
        self._old = [model for model in self._old if model is tried]
        await self._close(over)

    async def close(self) -> None:
        """Close them all."""
        every, self._old = [*self._old, *([] if self._model is None else [self._model])], []
        self._model = self._made_of = None
        await self._close(every)

    @staticmethod
    async def _close(models: Iterable[OpenedModel]) -> None:
        """Close them all, also when one fails."""
        async with AsyncExitStack() as stack:
            for model in models:
                stack.push_async_callback(model.close)
