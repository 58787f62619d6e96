"""The language model of the settings in force, one object for each choice. Owned by the core, on its loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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
        await model.test()

    async def tidy(self) -> None:
        """Close the models of earlier settings; to be called when no turn runs."""
        old, self._old = self._old, []
        for model in old:
            await model.close()

    async def close(self) -> None:
        """Close them all."""
        await self.tidy()
        model, self._model, self._made_of = self._model, None, None
        if model is not None:
            await model.close()
