"""One typed turn as one straight coroutine: answer, remember. Started by the coordinator in a scope of its own."""

from __future__ import annotations

import logging
from typing import Final

import anyio

from app.agent.record import TurnRecord
from app.domain.errors import AnswerFailed, AppError, Bug
from app.domain.messages import Fix, Notice, NoticeCode, TurnFinished
from app.domain.turn import NO_TARGET, FinishedTurn, TurnId, TurnKind, TurnOutcome
from app.runtime.agent_words import Answerer, TurnClosed, TurnWords
from app.runtime.fixes import fix_for
from app.runtime.parts import Emit, Parts

__all__ = ["TypedRun"]

log = logging.getLogger(__name__)

FINISH_TIMEOUT_S: Final = 5.0
"""For the row, as for that of a take."""


class TypedRun:
    def __init__(self, words: TurnWords, parts: Parts, agent: Answerer, emit: Emit) -> None:
        self.turn_id: TurnId = words.turn_id
        self.kind = TurnKind.AGENT
        self.target = NO_TARGET
        self.record = TurnRecord()
        self.is_spoken = False
        self.text = words.text
        self._words = words
        self._parts = parts
        self._agent = agent
        self._emit = emit
        self._started_unix_s = parts.clocks.unix_s()
        self._outcome = TurnOutcome.FAILED
        self._error_code = Bug.code

    async def run(self) -> TurnFinished:
        """Do the whole turn; raises nothing but cancellation."""
        error: AppError | None = None
        try:
            await self._agent.answer(self._words, self.record, lambda: None)
            self._end(TurnOutcome.ANSWERED)
        except TurnClosed:
            self._end(TurnOutcome.CANCELLED)
        except AppError as failed:
            level = logging.INFO if isinstance(failed, AnswerFailed) else logging.WARNING
            log.log(level, "turn failed: %s", failed.code)
            error = failed
            self._end(TurnOutcome.FAILED, failed.code)
        except anyio.get_cancelled_exc_class():
            self._end(TurnOutcome.CANCELLED)
            raise
        finally:
            with anyio.move_on_after(FINISH_TIMEOUT_S, shield=True) as scope:
                await self._remember()
            if scope.cancelled_caught:
                log.warning("the row of this turn could not be written in time")
        return TurnFinished(
            turn_id=self.turn_id,
            kind=self.kind,
            outcome=self._outcome,
            text=self.text,
            target=self.target,
            error_code=error.code if error else "",
            error_place=error.place if error else "",
            fix=fix_for(error, has_text=False, has_audio=False),
            thread_id=self.record.thread_id,
            answer=self.record.answer,
            route=self.record.route,
        )

    def _end(self, outcome: TurnOutcome, error_code: str = "") -> None:
        self._outcome, self._error_code = outcome, error_code

    async def _remember(self) -> None:
        row = FinishedTurn(
            turn_id=self.turn_id,
            kind=self.kind,
            started_unix_s=self._started_unix_s,
            outcome=self._outcome,
            text=self.text,
            raw_text=self.text,
            language="",
            model="",
            audio_s=0.0,
            app_id="",
            has_audio=False,
            error_code=self._error_code,
            thread_id=self.record.thread_id,
            answer=self.record.answer,
            route=self.record.route,
            answer_model=self.record.model,
            ended_unix_s=self._parts.clocks.unix_s(),
        )
        try:
            await self._parts.history.finish(row)
            await self._agent.keep(self.turn_id, self.record)
        except AppError as error:
            log.warning("this turn cannot be kept: %s", error)
            self._emit(Notice(NoticeCode.NOT_KEPT, place=error.code, fix=Fix.OPEN_DATA_FOLDER))
