"""What becomes of an agent turn while it runs, written by the agent and read by whoever keeps it, whatever ends it."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.agent.router import PreviousCall
from app.domain.threads import TurnCall
from app.domain.turn import AnswerRoute, ThreadId

__all__ = ["TurnRecord"]


@dataclass(slots=True)
class TurnRecord:
    thread_id: ThreadId | None = None
    answer: str = field(default="", repr=False)
    """What is shown; "" when a card says it all."""
    route: AnswerRoute = AnswerRoute.NONE
    model: str = ""
    context: bytes = field(default=b"", repr=False)
    calls: list[TurnCall] = field(default_factory=list[TurnCall], repr=False)
    """In the order in which they ended."""
    spoken: str = field(default="", repr=False)
    """What is said aloud in place of an answer without words; "" for the answer itself."""
    last_call: PreviousCall | None = None
    """What "and tomorrow?" would be about."""
    is_silent: bool = False
    """An integration that sounds by itself took part: nothing is said aloud (V-2.21)."""
