"""How a turn ends, spoken or typed: its terminal event, its row, and what is told when the row cannot be kept.

Used by the runs; core loop.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import anyio

from app.agent.record import TurnRecord
from app.domain.errors import AnswerFailed, AppError, Bug
from app.domain.messages import TurnFinished
from app.domain.turn import FinishedTurn, TargetApp, TurnId, TurnKind, TurnOutcome
from app.runtime.agent_words import TopicEnded, TurnClosed
from app.runtime.fixes import fix_for

__all__ = ["FINISH_TIMEOUT_S", "TurnEnd"]

log = logging.getLogger(__name__)

FINISH_TIMEOUT_S: Final = 5.0
"""For closing the take and writing its row: so long for its turn at a busy disk. A call that the disk has begun is
waited for, because a database call cannot be left behind."""


@dataclass(slots=True)
class TurnEnd:
    """What is known of the end of a turn so far."""

    turn_id: TurnId
    kind: TurnKind
    target: TargetApp
    started_unix_s: float
    record: TurnRecord = field(default_factory=TurnRecord)
    outcome: TurnOutcome = TurnOutcome.FAILED
    """What stands until something better is known: a fault of ours."""
    error: AppError | None = None
    is_topic: bool = False
    """The words only ended the topic: they are no turn of any thread."""

    def failed(self, error: AppError) -> None:
        self.outcome, self.error = TurnOutcome.FAILED, error

    @asynccontextmanager
    async def reached(self, remember: Callable[[], Awaitable[None]]) -> AsyncGenerator[None]:
        """Run the turn; whatever ends it is taken in, and ``remember`` is called. Raises nothing but cancellation."""
        try:
            yield
        except TurnClosed as closed:
            self.outcome, self.is_topic = TurnOutcome.CANCELLED, isinstance(closed, TopicEnded)
        except AppError as error:
            log.log(logging.INFO if isinstance(error, AnswerFailed) else logging.WARNING, "turn failed: %s", error.code)
            self.failed(error)
        except anyio.get_cancelled_exc_class():
            self.outcome = TurnOutcome.CANCELLED
            raise
        finally:
            with anyio.move_on_after(FINISH_TIMEOUT_S, shield=True) as scope:
                await remember()
            if scope.cancelled_caught:
                log.warning("the row of this turn could not be written in time")

    def event(
        self,
        text: str,
        *,
        problem: AppError | None = None,
        has_audio: bool = False,
        clipboard_restored: bool = True,
        release_to_text_s: float = 0.0,
        release_to_insert_s: float = 0.0,
    ) -> TurnFinished:
        """Return the terminal event; ``problem``: what went wrong although the turn did not fail."""
        error = self.error or problem
        return TurnFinished(
            turn_id=self.turn_id,
            kind=self.kind,
            outcome=self.outcome,
            text=text,
            target=self.target,
            error_code=error.code if error else "",
            error_place=error.place if error else "",
            fix=fix_for(error, has_text=bool(text), has_audio=has_audio),
            clipboard_restored=clipboard_restored,
            release_to_text_s=release_to_text_s,
            release_to_insert_s=release_to_insert_s,
            thread_id=self.record.thread_id,
            answer=self.record.answer,
            route=self.record.route,
        )

    def row(
        self,
        text: str,
        *,
        raw_text: str,
        language: str,
        ended_unix_s: float,
        model: str = "",
        audio_s: float = 0.0,
        has_audio: bool = False,
    ) -> FinishedTurn:
        """Return the row of history; ``model`` is the one that recognised the words."""
        code = Bug.code if self.outcome is TurnOutcome.FAILED else ""
        return FinishedTurn(
            turn_id=self.turn_id,
            kind=self.kind,
            started_unix_s=self.started_unix_s,
            outcome=self.outcome,
            text=text,
            raw_text=raw_text,
            language=language,
            model=model,
            audio_s=audio_s,
            app_id=self.target.app_id,
            has_audio=has_audio,
            error_code=self.error.code if self.error else code,
            thread_id=self.record.thread_id,
            answer=self.record.answer,
            route=self.record.route,
            answer_model=self.record.model,
            ended_unix_s=ended_unix_s,
        )
