"""A take whose words answer what is asked: a confirmation card (V-8.41 to V-8.44), or an inquiry of the agent.

Started by the coordinator when the agent's key is pressed while something is asked. Nothing of it is kept: the answer
is in the row of the turn that asked. Core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from app.domain.errors import AppError
from app.domain.messages import Notice, NoticeCode
from app.domain.turn import Stage, TargetApp, TurnId, TurnKind
from app.runtime.fixes import fix_for
from app.runtime.take import Take, TakeParts

__all__ = ["ReplyRun"]

log = logging.getLogger(__name__)


class ReplyRun:
    def __init__(
        self,
        turn_id: TurnId,
        target: TargetApp,
        made_with: TakeParts,
        *,
        on_stage: Callable[[Stage], None],
        answer: Callable[[str, float], None],
    ) -> None:
        """``answer`` takes the final words and when they began, at the earliest (monotonic seconds, V-8.42)."""
        self.turn_id = turn_id
        self.kind = TurnKind.AGENT
        self.target = target
        self._emit = made_with.emit
        self._began_at_s = made_with.parts.clocks.monotonic_s()
        self._on_stage = on_stage
        self._answer = answer
        self._take = Take(turn_id, made_with, lambda _pcm: None)

    def request_stop(self, at_s: float) -> None:
        """End listening as of ``at_s`` (monotonic)."""
        self._take.request_stop(at_s)

    async def run(self) -> None:
        """Listen and hand the words over; raises nothing but cancellation."""
        try:
            words = await self._take.hear(self._listened)
        except AppError as error:
            log.warning("an answer could not be heard: %s", error.code)
            fix = fix_for(error, has_text=False, has_audio=False)
            self._emit(Notice(NoticeCode.FAILED, place=error.code, fix=fix))
            return
        if words.strip():
            self._answer(words, self._began_at_s)
        else:
            self._emit(Notice(NoticeCode.NOTHING_HEARD))

    def stopped(self) -> None:
        """It was no turn of its own."""

    async def _listened(self) -> None:
        self._on_stage(Stage.FINISHING)
