"""Language models that a journey scripts: the port ``LanguageModel``, and where a core gets one from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from app.agent.ports import ModelAnswer, Tell, ToolDoor, TurnRequest
from app.domain.errors import AnswerFailed
from app.domain.providers import ModelServer
from app.runtime.agent_parts import OpenedModel
from app.settings.model import AgentSettings

Script = Callable[[TurnRequest, ToolDoor, Tell], Awaitable[str]]
"""Answers a turn; may call tools and show words on the way."""


async def says_nothing(_request: TurnRequest, _door: ToolDoor, _tell: Tell) -> str:
    return ""


@dataclass
class ScriptedModel:
    """Port ``LanguageModel``: does what its script says, and remembers what it was asked."""

    script: Script = says_nothing
    asked: list[TurnRequest] = field(default_factory=list[TurnRequest])
    failure: AnswerFailed | None = None
    is_closed: bool = False

    async def answer(self, request: TurnRequest, door: ToolDoor, tell: Tell) -> ModelAnswer:
        self.asked.append(request)
        if self.failure is not None:
            raise self.failure
        text = await self.script(request, door, tell)
        return ModelAnswer(text, b"[]", "scripted", requests=1)

    async def test(self) -> None:
        if self.failure is not None:
            raise self.failure

    async def close(self) -> None:
        self.is_closed = True


@dataclass
class Models:
    """Where the core opens models; the settings have to name a provider."""

    model: ScriptedModel = field(default_factory=ScriptedModel)
    opened: list[AgentSettings] = field(default_factory=list[AgentSettings])
    servers: tuple[ModelServer, ...] = ()
    opener: Callable[[AgentSettings, Callable[[], Awaitable[str]]], OpenedModel] | None = None
    """Opens something else than the scripted one."""

    def open(self, settings: AgentSettings, load_key: Callable[[], Awaitable[str]]) -> OpenedModel:
        self.opened.append(settings)
        return self.model if self.opener is None else self.opener(settings, load_key)

    async def find_servers(self) -> tuple[ModelServer, ...]:
        return self.servers
