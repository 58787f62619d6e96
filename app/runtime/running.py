"""Takes a run to its end and tells the coordinator, whatever ends it; what the coordinator is told. Core loop."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import anyio
from anyio.streams.memory import MemoryObjectSendStream

from app.domain.errors import Bug
from app.domain.messages import Command, TurnFinished
from app.domain.turn import TargetApp, TurnId, TurnKind, TurnOutcome, current_turn

__all__ = ["Desk", "FollowUpWanted", "HandedOver", "ListeningEnded", "Message", "RunEnded", "Running", "work"]

log = logging.getLogger(__name__)


class Running(Protocol):
    """A take, a turn, or both."""

    turn_id: TurnId
    kind: TurnKind
    target: TargetApp

    async def run(self) -> TurnFinished | None:
        """Do it; ``None``: it was no turn of its own. Raises nothing but cancellation."""
        ...

    def stopped(self) -> TurnFinished | None:
        """Return how it ended after a cancel."""
        ...


class Desk(Protocol):
    """Serves what is not about the running take."""

    async def serve(self, command: Command) -> None:
        """Do it, or start a task that does it.

        Raises:
            AppError
        """
        ...

    async def turn_ended(self, turn_id: TurnId) -> None:
        """A turn is over and its row, if any, is written."""
        ...

    def agent_called(self) -> None:
        """The agent's key went down (V-14.17); must not wait."""
        ...


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run is over; sent by its own task."""

    run: Running
    finished: TurnFinished | None
    was_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class ListeningEnded:
    """A take closed its microphone; the keys that mean something only while it listens are free again."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The words of a take went to the agent; the next take may begin."""


@dataclass(frozen=True, slots=True)
class FollowUpWanted:
    """An answer was spoken to its end, and the person may go on by voice (A58)."""


Message = Command | RunEnded | ListeningEnded | HandedOver | FollowUpWanted


async def work(
    run: Running,
    scope: anyio.CancelScope,
    outbox: MemoryObjectSendStream[Message],
    in_use: AbstractContextManager[object],
) -> None:
    """Run it within ``scope``, then tell."""
    current_turn.set(run.turn_id)
    finished: TurnFinished | None = None
    with scope, in_use:
        try:
            finished = await run.run()
        except Exception:
            log.exception("a run failed")
            finished = TurnFinished(run.turn_id, run.kind, TurnOutcome.FAILED, "", run.target, error_code=Bug.code)
    if scope.cancelled_caught:
        finished = run.stopped()
    await outbox.send(RunEnded(run, finished, scope.cancelled_caught))
