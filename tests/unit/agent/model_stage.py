"""What tests of the model layer share: a door over the real executor, requests, and a record of what was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import anyio

from app.agent.model_turn import ModelLayer
from app.agent.ports import TurnRequest
from app.domain.calls import Origin as CallOrigin
from app.domain.calls import RawResult, ToolCall, ToolOutcome, ToolRef, new_call_id
from app.domain.providers import AgentProvider
from app.domain.threads import PastTurn
from app.domain.turn import ThreadId, TurnId
from app.integrations.registry import ToolEntry
from app.settings.model import AgentSettings
from app.tools.turn_memory import TurnMemory
from tests.unit.integrations.records import record, tool
from tests.unit.tools.door import Door, text_result

WORDS = "What is the weather in Secretville?"
"""Nothing of it may get into a log or an error."""
KEY = "sk-very-secret-key"
NOW = datetime(2026, 3, 4, 17, 5, tzinfo=UTC)

WEATHER = tool(
    "weather",
    inputSchema={
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
    },
)


class TurnDoor:
    """Port ``ToolDoor`` over a real executor, as the runner makes it."""

    def __init__(self, door: Door, words: str = WORDS) -> None:
        self.door = door
        self.memory = TurnMemory(words)
        self.refs: list[ToolRef] = []

    def offered(self) -> Sequence[ToolEntry]:
        return self.door.registry.offered()

    async def call(self, ref: ToolRef, arguments: Mapping[str, object]) -> ToolOutcome:
        self.refs.append(ref)
        call = ToolCall(new_call_id(), ref, arguments, CallOrigin.AGENT, TurnId("t1"))
        return await self.door.executor.run(call, turn=self.memory)


def weather_door(answer: RawResult | None = None, **more: Any) -> TurnDoor:
    door = Door(record(tools=[WEATHER]), **more)
    door.server.answers["weather"] = answer or text_result("Sunny, 21 degrees")
    return TurnDoor(door)


def no_tools() -> TurnDoor:
    door = Door(record(tools=[WEATHER]))
    door.registry.set_records([])
    return TurnDoor(door)


@dataclass
class Told:
    """What the person saw; port ``Tell``."""

    looks: list[str] = field(default_factory=list[str])
    first: anyio.Event = field(default_factory=anyio.Event)

    async def __call__(self, text: str) -> None:
        self.looks.append(text)
        self.first.set()


def request(text: str = WORDS, *, past: tuple[PastTurn, ...] = (), notes: tuple[str, ...] = ()) -> TurnRequest:
    return TurnRequest(TurnId("t1"), ThreadId("h1"), text, "en", past, notes)


def settings(base_url: str = "", **more: Any) -> AgentSettings:
    values = {"provider": AgentProvider.COMPATIBLE, "base_url": base_url, "model": "scripted", **more}
    return AgentSettings.model_validate(values)


def layer(choice: AgentSettings, key: str = "", **more: Any) -> ModelLayer:
    async def load_key() -> str:
        return key

    return ModelLayer(choice, load_key, now=lambda: NOW, **more)
