"""The places of the hooks around an agent turn (E-4.5 to E-4.9, E-4.25), and what they may make of its words.

``runtime/agent_turns`` calls each at its place; the hook engine will fill them. A lane keeps its own time limits and
turns its failures into what the turn goes on with (E-1.5). Core loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from app.domain.turn import ThreadId, TurnId, TurnOutcome

__all__ = ["NO_TURN_HOOKS", "Centre", "Composed", "NoTurnHooks", "OpenTurn", "TurnHooks"]


@dataclass(frozen=True, slots=True)
class OpenTurn:
    turn_id: TurnId
    thread_id: ThreadId
    said: str = field(repr=False)
    """As recognised or typed."""


@dataclass(frozen=True, slots=True)
class Composed:
    """The words as they go on, and what is added for the model."""

    text: str = field(repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)
    """In order, each labelled with its source (E-5.7)."""
    answer: str | None = field(default=None, repr=False)
    """The turn is answered by a hook: nothing further runs."""


Centre = Callable[[Composed], Awaitable[None]]
"""Profile, model and intents: what a middleware goes around."""


class TurnHooks(Protocol):
    async def started(self, turn: OpenTurn) -> None:
        """Tell that a turn opened, before anything may answer it (E-4.5)."""
        ...

    async def transcript(self, turn: OpenTurn, composed: Composed) -> Composed:
        """``transcript`` of consented integrations, in install order (E-4.6)."""
        ...

    async def around(self, turn: OpenTurn, composed: Composed, centre: Centre) -> None:
        """Take the turn through the middleware of apps, the lowest order outermost (E-4.7)."""
        ...

    async def before_start(self, turn: OpenTurn, composed: Composed) -> Composed:
        """``before_turn_start`` of the profile, in list order, at the centre (E-4.8)."""
        ...

    async def finished(self, turn: OpenTurn, outcome: TurnOutcome) -> None:
        """Tell that the turn is over, after its terminal event (E-4.25)."""
        ...


class NoTurnHooks:
    """No integration, no app and no profile has hooks."""

    async def started(self, turn: OpenTurn) -> None:
        pass

    async def transcript(self, turn: OpenTurn, composed: Composed) -> Composed:  # noqa: ARG002 - the port
        return composed

    async def around(self, turn: OpenTurn, composed: Composed, centre: Centre) -> None:  # noqa: ARG002 - the port
        await centre(composed)

    async def before_start(self, turn: OpenTurn, composed: Composed) -> Composed:  # noqa: ARG002 - the port
        return composed

    async def finished(self, turn: OpenTurn, outcome: TurnOutcome) -> None:
        pass


NO_TURN_HOOKS: Final[TurnHooks] = NoTurnHooks()
