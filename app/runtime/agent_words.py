"""What a run that has final words gives to the agent; the seam between runs and ``agent_turns``. Core loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from app.agent.record import TurnRecord
from app.domain.errors import Denied
from app.domain.turn import ThreadId, TurnId

__all__ = ["Answerer", "TopicEnded", "TurnClosed", "TurnWords"]


class TurnClosed(Denied):
    """The person ended the turn: it counts as cancelled."""

    code = "agent-closed"


class TopicEnded(TurnClosed):
    """The words only said that the next turn begins a new topic: there is nothing to keep."""


@dataclass(frozen=True, slots=True)
class TurnWords:
    turn_id: TurnId
    text: str = field(repr=False)
    """Never blank (A31)."""
    language: str = ""
    """As recognised; "" for typed words."""
    thread_id: ThreadId | None = None
    """``None``: the thread that goes on now."""
    with_intents: bool = True


class Answerer(Protocol):
    async def answer(self, words: TurnWords, record: TurnRecord, on_open: Callable[[], None]) -> None:
        """Let the agent answer; ``record`` is filled on the way, so that what ends the turn early loses nothing.

        ``on_open`` is called once ``TurnOpened`` is told.

        Raises:
            TurnClosed
            AppError: there is no answer.
        """
        ...

    async def keep(self, turn_id: TurnId, record: TurnRecord) -> None:
        """Keep what belongs to the row of a turn that is written.

        Raises:
            StorageUnavailable
        """
        ...
