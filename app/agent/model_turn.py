"""The port to a language model: one object for each choice of settings, opened when the first turn needs it.

``pydantic_ai`` and the vendor's SDK take up to two seconds to import and some tens of megabytes: nothing of them is
loaded before, and then on a thread. Called by ``runner`` and the model desk; core loop; the owner calls ``close``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import anyio
import anyio.to_thread

from app.agent.ports import ModelAnswer, Tell, ToolDoor, TurnRequest
from app.domain.errors import AnswerFailed, KeyStoreUnavailable
from app.domain.providers import AgentProvider
from app.settings.model import AgentSettings
from app.settings.paths import resources_folder

if TYPE_CHECKING:
    from app.agent.model_run import ModelRun

__all__ = ["ModelLayer"]

log = logging.getLogger(__name__)

CLOSE_S: Final = 3.0
"""Of a server that does not even take a goodbye."""
_loading: Final = anyio.CapacityLimiter(1)
"""One thread: what it does is held by the import lock anyway."""


class ModelLayer:
    """``LanguageModel`` by ``pydantic_ai``."""

    def __init__(
        self,
        settings: AgentSettings,
        load_key: Callable[[], Awaitable[str]],
        *,
        now: Callable[[], datetime],
        monotonic_s: Callable[[], float] = time.monotonic,
        prompt_file: Path | None = None,
        addresses: Mapping[AgentProvider, str] | None = None,
    ) -> None:
        """``load_key`` returns "" where there is none; ``now``: aware, in the person's time zone.

        ``prompt_file`` and ``addresses`` (of the vendors) are those of the product unless given.
        """
        self._settings = settings
        self._load_key = load_key
        self._now = now
        self._monotonic_s = monotonic_s
        self._prompt_file = prompt_file or resources_folder() / "agent" / "system_prompt.md"
        self._addresses = addresses
        self._prompt = ""
        self._runs: dict[str, ModelRun] = {}
        self._opening = anyio.Lock()

    async def answer(self, request: TurnRequest, door: ToolDoor, tell: Tell) -> ModelAnswer:
        """Answer a turn; cancelling stops the request to the model and every call that it waits for.

        Raises:
            AnswerFailed
        """
        run = await self._open()
        return await run.answer(request, door, tell, self._instructions(request.language))

    async def test(self) -> None:
        """Ask for one word without tools.

        Raises:
            AnswerFailed
        """
        run = await self._open()
        from app.agent.model_run import ask_one_word

        await ask_one_word(run.opened, self._settings.model)

    async def close(self) -> None:
        """Close the connections; a turn that still runs loses its own."""
        runs, self._runs = self._runs, {}
        with anyio.move_on_after(CLOSE_S, shield=True) as closing:
            for run in runs.values():
                await run.opened.close()
        if closing.cancelled_caught:
            log.warning("the connections to a model server do not close")

    async def _open(self) -> ModelRun:
        """Return the run for the key as it is now; one that a turn still uses with an older key stays open."""
        if self._settings.provider is AgentProvider.OFFLINE:
            raise AnswerFailed(code="agent-no-model")
        key = await self._key()
        async with self._opening:
            if key not in self._runs:
                self._runs[key] = await anyio.to_thread.run_sync(
                    self._load, key, limiter=_loading, abandon_on_cancel=True
                )
            return self._runs[key]

    async def _key(self) -> str:
        provider = self._settings.provider
        try:
            return (await self._load_key()).strip()
        except KeyStoreUnavailable as error:
            if provider.is_hosted:
                raise AnswerFailed(error.code, place=provider.value, code="agent-key-missing") from error
            # Servers of one's own seldom want one.
            return ""

    def _load(self, key: str) -> ModelRun:
        from app.agent.model_run import ModelRun
        from app.agent.models import ADDRESSES, open_model
        from app.agent.toolset import SchemaBook

        opened = open_model(self._settings, key, addresses=self._addresses or ADDRESSES)
        self._prompt = self._prompt_file.read_text("utf-8").strip()
        return ModelRun(opened, self._settings, SchemaBook(self._settings.provider), self._monotonic_s)

    def _instructions(self, language: str) -> str:
        now = self._now()
        zone = now.tzname() or ""
        return (
            f"{self._prompt}\n\n"
            f"It is {now:%A}, {now:%Y-%m-%d %H:%M}, time zone {zone} (UTC{now:%z}). The person speaks: {language}."
        )
