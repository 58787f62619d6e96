"""The race between fast intent and model, decided by one switch (V-14.24). Core loop.

The intent claims it when it is selected, the model with its first tool call or its first shown word; whoever comes
first has it, and the other one never acts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto

import anyio

from app.agent.ports import Tell, ToolDoor
from app.domain.calls import ToolOutcome, ToolRef
from app.integrations.registry import ToolEntry

__all__ = ["Race", "RacedDoor", "Racer", "raced_tell"]


class Racer(Enum):
    INTENT = auto()
    MODEL = auto()


class Race:
    def __init__(self) -> None:
        self._winner: Racer | None = None

    @property
    def winner(self) -> Racer | None:
        return self._winner

    def claim(self, racer: Racer) -> bool:
        """Take the race if nobody has it; say whether ``racer`` has it now."""
        if self._winner is None:
            self._winner = racer
        return self._winner is racer

    async def go(self, racer: Racer) -> None:
        """Return when ``racer`` may act; the loser waits here until its scope is cancelled (V-14.25)."""
        if not self.claim(racer):
            await anyio.sleep_forever()


class RacedDoor:
    """The tools of the model while the race runs: its first call decides it."""

    def __init__(self, door: ToolDoor, race: Race) -> None:
        self._door = door
        self._race = race

    def offered(self) -> Sequence[ToolEntry]:
        return self._door.offered()

    async def call(self, ref: ToolRef, arguments: Mapping[str, object]) -> ToolOutcome:
        await self._race.go(Racer.MODEL)
        return await self._door.call(ref, arguments)


def raced_tell(tell: Tell, race: Race) -> Tell:
    """Return a way to show words of the model: the first one decides the race."""

    async def told(text: str) -> None:
        await race.go(Racer.MODEL)
        await tell(text)

    return told
