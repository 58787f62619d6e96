"""What an agent turn is given, gives back, and reaches; the seams between runner, router, model layer and runtime."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from app.domain.calls import ToolOutcome, ToolRef
from app.domain.inquiries import Inquiry, InquiryAnswer
from app.domain.threads import PastTurn
from app.domain.turn import ThreadId, TurnId
from app.integrations.registry import ToolEntry

__all__ = ["Inquirer", "LanguageModel", "ModelAnswer", "Tell", "ToolDoor", "TurnRequest"]

T = TypeVar("T")

Tell = Callable[[str], Awaitable[None]]
"""Show the answer so far, whole. Waits until the race is decided (V-14.24), and is cancelled when it is lost."""


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """One agent turn, as hooks left its words."""

    turn_id: TurnId
    thread_id: ThreadId
    text: str = field(repr=False)
    """Never blank (A31)."""
    language: str
    """BCP-47 of the words."""
    past: tuple[PastTurn, ...] = field(default=(), repr=False)
    """Earlier turns of the thread, oldest first."""
    notes: tuple[str, ...] = field(default=(), repr=False)
    """What hooks and the host add for the model, in order, each labelled with its source (E-5.7)."""
    with_intents: bool = True
    """False: the person asked for the agent itself (V-14.28)."""


class ToolDoor(Protocol):
    """The tools of one turn. Every call goes through the executor with the memory of the turn."""

    def offered(self) -> Sequence[ToolEntry]:
        """Return what may be called now (V-6.15, V-6.22)."""
        ...

    async def call(self, ref: ToolRef, arguments: Mapping[str, object]) -> ToolOutcome:
        """Call a tool once; waits until the race is decided, and is cancelled when it is lost (V-14.25)."""
        ...


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    text: str = field(repr=False)
    """Plain words, or simple Markdown; "" when the model had nothing to add to a card."""
    context: bytes = field(default=b"", repr=False)
    """``PastTurn.context`` of this turn."""
    model: str = ""
    """As the provider names it."""
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class LanguageModel(Protocol):
    """Who answers with a model; one object for each choice of settings."""

    async def answer(self, request: TurnRequest, door: ToolDoor, tell: Tell) -> ModelAnswer:
        """Answer a turn; cancelling stops the request to the model and every call that it waits for.

        Raises:
            AnswerFailed
        """
        ...

    async def test(self) -> None:
        """Ask for one word without tools.

        Raises:
            AnswerFailed
        """
        ...


class Inquirer(Protocol):
    """Asks the person back; one inquiry of a turn is open at a time."""

    async def ask(self, inquiry: Inquiry, read: Callable[[InquiryAnswer], Awaitable[T | None]]) -> T | None:
        """Show it and wait for what ``read`` makes of its answer; ``None``: closed, or nobody answered in time.

        An answer that ``read`` makes nothing of is remarked on, and the inquiry stays.
        """
        ...
