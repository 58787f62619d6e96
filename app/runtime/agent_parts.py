"""What the agent of a running host is given by ``bootstrap``: the router, a way to models, and the time of day."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.agent.ports import LanguageModel
from app.agent.routed import Routes
from app.agent.router import RouterTool
from app.domain.providers import ModelServer
from app.integrations.registry import ToolEntry
from app.settings.model import AgentSettings

__all__ = ["AgentParts", "OpenedModel"]


class OpenedModel(LanguageModel, Protocol):
    """A model with connections of its own."""

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class AgentParts:
    router: Routes
    router_tools: Callable[[Sequence[ToolEntry], str], tuple[RouterTool, ...]]
    """From what is offered and the language of the words, BCP-47."""
    open_model: Callable[[AgentSettings, Callable[[], Awaitable[str]]], OpenedModel]
    """From the settings, and what asks for the key of their provider; nothing is loaded or sent yet."""
    find_servers: Callable[[], Awaitable[tuple[ModelServer, ...]]]
    now: Callable[[], datetime]
    """Aware, in the zone of the person."""
