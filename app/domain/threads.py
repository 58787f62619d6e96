"""What an agent turn left behind: its thread, its answer, the calls it made; and what later turns know of it.

Pure values. Made by ``agent`` while a turn runs, kept by ``storage`` at its end, shown by history. Any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.calls import CallClass, CallId, ToolRef
from app.domain.cards import Card
from app.domain.turn import FinishedTurn, ThreadId, TurnId

__all__ = [
    "PastTurn",
    "Thread",
    "ThreadState",
    "TurnCall",
]


class ThreadState(StrEnum):
    """M-12.5, M-12.6."""

    WAITING = "waiting"
    """A question of one of its turns is open."""
    RUNNING = "running"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class TurnCall:
    """A call that a turn made, as history keeps it."""

    call_id: CallId
    ref: ToolRef
    tool_title: str
    integration_name: str
    icon_path: str = ""
    """File of the icon when the call was made; it may be gone."""
    failure: CallClass | None = None
    message: str = field(default="", repr=False)
    """Why it failed, in plain words; secrets masked."""
    card: Card | None = field(default=None, repr=False)
    duration_s: float = 0.0


@dataclass(frozen=True, slots=True)
class PastTurn:
    """An earlier turn of a thread, as the next one is told of it."""

    turn_id: TurnId
    said: str = field(repr=False)
    answer: str = field(repr=False)
    context: bytes = field(default=b"", repr=False)
    """What the model layer keeps of it, in its own form; empty when no model answered."""
    calls: tuple[TurnCall, ...] = field(default=(), repr=False)
    """Without their cards."""


@dataclass(frozen=True, slots=True)
class Thread:
    thread_id: ThreadId
    title: str = field(repr=False)
    """The words of its first turn, clipped."""
    updated_unix_s: float
    state: ThreadState = ThreadState.IDLE
    turns: tuple[FinishedTurn, ...] = field(default=(), repr=False)
    """Oldest first; empty in a list of threads."""
    pending: tuple[CallId, ...] = ()
    """Calls whose questions are open, in the order in which they were asked."""
