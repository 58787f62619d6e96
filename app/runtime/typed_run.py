"""One typed turn as one straight coroutine: answer, remember. Started by ``agent_lane`` in a scope of its own."""

from __future__ import annotations

import logging

from app.agent.record import TurnRecord
from app.domain.errors import AppError
from app.domain.messages import Fix, Notice, NoticeCode, TurnFinished
from app.domain.turn import NO_TARGET, TurnKind, TurnOutcome
from app.runtime.agent_words import Answerer, TurnWords
from app.runtime.parts import Emit, Parts
from app.runtime.turn_end import TurnEnd

__all__ = ["TypedRun"]

log = logging.getLogger(__name__)


class TypedRun:
    """A turn that needs no microphone."""

    def __init__(self, words: TurnWords, parts: Parts, agent: Answerer, emit: Emit) -> None:
        self.turn_id = words.turn_id
        self.kind = TurnKind.AGENT
        self.target = NO_TARGET
        self.is_spoken = False
        self._words = words
        self._parts = parts
        self._agent = agent
        self._emit = emit
        self._end = TurnEnd(words.turn_id, self.kind, NO_TARGET, parts.clocks.unix_s())

    @property
    def record(self) -> TurnRecord:
        return self._end.record

    async def run(self) -> TurnFinished:
        """Do the whole turn; raises nothing but cancellation."""
        async with self._end.reached(self._remember):
            await self._agent.answer(self._words, self.record, lambda: None)
            self._end.outcome = TurnOutcome.ANSWERED
        return self._end.event(self._words.text)

    def stopped(self) -> TurnFinished:
        """Return the terminal event of a turn that was cancelled."""
        return self._end.event(self._words.text)

    async def _remember(self) -> None:
        if self._end.is_topic:
            return
        text, now_s = self._words.text, self._parts.clocks.unix_s()
        try:
            await self._parts.history.finish(
                self._end.row(text, raw_text=text, language=self._words.language, ended_unix_s=now_s)
            )
            await self._agent.keep(self.turn_id, self.record)
        except AppError as error:
            log.warning("this turn cannot be kept: %s", error)
            self._emit(Notice(NoticeCode.NOT_KEPT, place=error.code, fix=Fix.OPEN_DATA_FOLDER))
