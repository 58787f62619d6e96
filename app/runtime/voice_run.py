"""One spoken turn as one straight coroutine: listen, recognise, deliver or answer, remember.

Started by the coordinator in a cancel scope of its own. Data flows by return value; stages and words are only told.
Whatever ends the run, the take is closed on disk and other programs' sound is put back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio

from app.agent.record import TurnRecord
from app.domain.errors import AnswerFailed, AppError, Bug
from app.domain.messages import Fix, Notice, NoticeCode, TurnFinished
from app.domain.turn import FinishedTurn, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.runtime.agent_words import Answerer, TurnClosed, TurnWords
from app.runtime.delivery import Delivered, Delivery
from app.runtime.fixes import fix_for
from app.runtime.take import Take, TakeParts
from app.runtime.take_copy import TakeCopy

__all__ = ["DELIVERED", "VoiceRun"]

log = logging.getLogger(__name__)

FINISH_TIMEOUT_S: Final = 5.0
"""For closing the take and writing its row: so long for its turn at a busy disk. A call that the disk has begun is
waited for, because a database call cannot be left behind."""

HELD_TIMEOUT_S: Final = 10.0
"""A take that ended by itself finds the talk key still down, or the key is down again for the next one; a key that X11
grabbed for us has all other keys go to us too until it is let go: so long for the hand to notice."""

TAP_S: Final = 0.3
"""A take without words shorter than this was a touch of the key; nobody waits for news of it."""

KEEP_SILENT_TAKE_S: Final = 3.0
"""A take in which nothing was heard stays in history only when it is longer: a tap by mistake is no news (A24)."""

DELIVERED: Final = frozenset({TurnOutcome.INSERTED, TurnOutcome.COPIED, TurnOutcome.ANSWERED})
"""The words are where the person wants them; the audio may go, where that is set."""

KEEP_CANCELLED_TAKE_S: Final = 1.0
"""A cancelled take of at least this length can be brought back from history."""


@dataclass(slots=True)
class _Progress:
    """What the row of history will say, as far as it is known."""

    outcome: TurnOutcome = TurnOutcome.FAILED
    """What stands until something better is known: a fault of ours."""
    error_code: str = Bug.code

    def end(self, outcome: TurnOutcome, error_code: str = "") -> None:
        self.outcome = outcome
        self.error_code = error_code


class VoiceRun:
    """One take and what became of it."""

    def __init__(
        self,
        turn_id: TurnId,
        kind: TurnKind,
        target: TargetApp,
        made_with: TakeParts,
        *,
        delivery: Delivery,
        agent: Answerer,
        on_stage: Callable[[Stage], None],
        key_up: Callable[[], anyio.Event],
    ) -> None:
        """Prepare; nothing is opened before :meth:`run`. ``key_up`` gives what is set once the talk key is let go."""
        self.turn_id = turn_id
        self.kind = kind
        self.target = target
        self.record = TurnRecord()
        self.is_spoken = True
        self._parts = made_with.parts
        self._settings = made_with.settings
        self._transcriber = made_with.transcriber
        self._emit = made_with.emit
        self._by_itself = made_with.ends_by_itself
        """Nobody asked for the take: where nothing was said, nothing is told or kept."""
        self._delivery = delivery
        self._agent = agent
        self._on_stage = on_stage
        self._key_up = key_up
        self._started_unix_s = self._parts.clocks.unix_s()
        self._progress = _Progress()
        self._copy = TakeCopy(self._parts, turn_id)
        self._take = Take(turn_id, made_with, self._copy.write)

    def request_stop(self, at_s: float) -> None:
        """End listening as of ``at_s`` (monotonic); what was said goes on its way."""
        self._take.request_stop(at_s)

    async def run(self) -> TurnFinished:
        """Do the whole turn; raises nothing but cancellation."""
        finished: list[TurnFinished] = []
        async with anyio.create_task_group() as beside:
            beside.start_soon(self._copy.begin, self.kind, self._started_unix_s, self.target.app_id)
            finished.append(await self._to_the_end())
        return finished[0]

    async def _to_the_end(self) -> TurnFinished:
        try:
            return await self._turn()
        except TurnClosed:
            self._progress.end(TurnOutcome.CANCELLED)
            return self._finished()
        except AppError as error:
            level = logging.INFO if isinstance(error, AnswerFailed) else logging.WARNING
            log.log(level, "turn failed: %s", error.code)
            self._progress.end(TurnOutcome.FAILED, error.code)
            await self._copy.finish()  # whether there is audio to try again with
            return self._finished(error=error)
        except anyio.get_cancelled_exc_class():
            self._progress.end(TurnOutcome.CANCELLED)
            raise
        finally:
            with anyio.move_on_after(FINISH_TIMEOUT_S, shield=True) as scope:
                await self._remember()
            if scope.cancelled_caught:
                log.warning("the row of this turn could not be written in time")

    async def _turn(self) -> TurnFinished:
        words = await self._take.hear(self._listened)
        ready_at_s = self._parts.clocks.monotonic_s()
        if not words.strip():  # also "\n" alone, which the rules for texts may leave (A31)
            unasked = self._take.audio_s < TAP_S or self._by_itself
            self._progress.end(TurnOutcome.CANCELLED if unasked else TurnOutcome.NOTHING_HEARD)
            return self._finished()
        if self.kind is TurnKind.AGENT:
            said = TurnWords(self.turn_id, words, self._take.language)
            await self._agent.answer(said, self.record, lambda: self._on_stage(Stage.WORKING))
            self._progress.end(TurnOutcome.ANSWERED)
            return self._finished(ready_at_s=ready_at_s)
        self._on_stage(Stage.WORKING)
        with anyio.move_on_after(HELD_TIMEOUT_S):
            await self._key_up().wait()
        delivered = await self._delivery.deliver(words, self.target, self._settings.delivery)
        self._progress.end(delivered.outcome)
        return self._finished(delivered=delivered, ready_at_s=ready_at_s)

    async def _listened(self) -> None:
        self._on_stage(Stage.FINISHING)
        await self._copy.finish()

    def _finished(
        self, *, delivered: Delivered | None = None, error: AppError | None = None, ready_at_s: float = 0.0
    ) -> TurnFinished:
        problem = error or (delivered.error if delivered else None)
        release_to_text_s = max(0.0, ready_at_s - self._take.stopped_at_s) if ready_at_s else 0.0
        insertion = delivered.insertion if delivered else None
        return TurnFinished(
            turn_id=self.turn_id,
            kind=self.kind,
            outcome=self._progress.outcome,
            text=self._take.text,
            target=self.target,
            error_code=problem.code if problem else "",
            error_place=problem.place if problem else "",
            fix=fix_for(problem, has_text=bool(self._take.text), has_audio=self._copy.seconds > 0),
            clipboard_restored=delivered.clipboard_restored if delivered else True,
            release_to_text_s=release_to_text_s,
            release_to_insert_s=release_to_text_s + insertion.paste_latency_s if insertion else 0.0,
            thread_id=self.record.thread_id,
            answer=self.record.answer,
            route=self.record.route,
        )

    async def _remember(self) -> None:
        """Close the file and write the row, whatever happened."""
        await self._copy.finish()
        try:
            if self._worth_keeping():
                await self._keep()
                if self._settings.history.keep_audio_days < 0 and self._progress.outcome in DELIVERED:
                    await self._parts.takes.delete((self.turn_id,))
                    await self._parts.history.drop_audio((self.turn_id,))
            elif self._copy.problem is None:
                await self._parts.takes.delete((self.turn_id,))
                await self._parts.history.delete(self.turn_id)
        except AppError as error:
            log.warning("this turn cannot be kept: %s", error)
            self._copy.problem = error
        if self._copy.problem is not None:
            self._emit(Notice(NoticeCode.NOT_KEPT, place=self._copy.problem.code, fix=Fix.OPEN_DATA_FOLDER))

    async def _keep(self) -> None:
        await self._parts.history.finish(self._row())
        await self._agent.keep(self.turn_id, self.record)

    def _worth_keeping(self) -> bool:
        progress = self._progress
        match progress.outcome:
            case TurnOutcome.NOTHING_HEARD:
                return self._take.audio_s >= KEEP_SILENT_TAKE_S
            case TurnOutcome.CANCELLED:
                is_long = self._take.audio_s >= KEEP_CANCELLED_TAKE_S and not self._by_itself
                return is_long or bool(self._take.text)
            case TurnOutcome.FAILED:
                return self._copy.seconds > 0 or bool(self._take.text)
            case _:
                return True

    def _row(self) -> FinishedTurn:
        return FinishedTurn(
            turn_id=self.turn_id,
            kind=self.kind,
            started_unix_s=self._started_unix_s,
            outcome=self._progress.outcome,
            text=self._take.text,
            raw_text=self._take.raw_text,
            language=self._take.language,
            model=self._transcriber.model,
            audio_s=self._copy.seconds or self._take.audio_s,
            app_id=self.target.app_id,
            has_audio=self._copy.seconds > 0,
            error_code=self._progress.error_code,
            thread_id=self.record.thread_id,
            answer=self.record.answer,
            route=self.record.route,
            answer_model=self.record.model,
            ended_unix_s=self._parts.clocks.unix_s(),
        )
