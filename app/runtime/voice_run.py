"""One spoken turn as one straight coroutine: listen, recognise, deliver or answer, remember.

Started by the coordinator in a cancel scope of its own. Data flows by return value; stages and words are only told.
Whatever ends the run, the take is closed on disk and other programs' sound is put back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import anyio

from app.agent.record import TurnRecord
from app.domain.errors import AppError
from app.domain.messages import Fix, Notice, NoticeCode, TurnFinished
from app.domain.turn import Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.runtime.agent_words import Answerer, TurnWords
from app.runtime.delivery import Delivered, Delivery
from app.runtime.take import Take, TakeParts
from app.runtime.take_copy import TakeCopy
from app.runtime.turn_end import TurnEnd

__all__ = ["DELIVERED", "VoiceRun"]

log = logging.getLogger(__name__)

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
        self._ready_at_s = 0.0
        self._delivered: Delivered | None = None
        self._end = TurnEnd(turn_id, kind, target, self._parts.clocks.unix_s())
        self._copy = TakeCopy(self._parts, turn_id)
        self._take = Take(turn_id, made_with, self._copy.write)

    def request_stop(self, at_s: float) -> None:
        """End listening as of ``at_s`` (monotonic); what was said goes on its way."""
        self._take.request_stop(at_s)

    @property
    def record(self) -> TurnRecord:
        return self._end.record

    async def run(self) -> TurnFinished:
        """Do the whole turn; raises nothing but cancellation."""
        async with anyio.create_task_group() as beside:
            beside.start_soon(self._copy.begin, self.kind, self._end.started_unix_s, self.target.app_id)
            async with self._end.reached(self._remember):
                await self._turn()
        return self._finished()

    def stopped(self) -> TurnFinished:
        """Return the terminal event of a turn that was cancelled."""
        return self._finished()

    async def _turn(self) -> None:
        words = await self._take.hear(self._listened)
        self._ready_at_s = self._parts.clocks.monotonic_s()
        if not words.strip():  # also "\n" alone, which the rules for texts may leave (A31)
            unasked = self._take.audio_s < TAP_S or self._by_itself
            self._end.outcome = TurnOutcome.CANCELLED if unasked else TurnOutcome.NOTHING_HEARD
            return
        if self.kind is TurnKind.AGENT:
            said = TurnWords(self.turn_id, words, self._take.language)
            await self._agent.answer(said, self.record, lambda: self._on_stage(Stage.WORKING))
            self._end.outcome = TurnOutcome.ANSWERED
            return
        self._on_stage(Stage.WORKING)
        with anyio.move_on_after(HELD_TIMEOUT_S):
            await self._key_up().wait()
        self._delivered = await self._delivery.deliver(words, self.target, self._settings.delivery)
        self._end.outcome = self._delivered.outcome

    async def _listened(self) -> None:
        self._on_stage(Stage.FINISHING)
        await self._copy.finish()

    def _finished(self) -> TurnFinished:
        has_words = self._end.outcome in DELIVERED or self._delivered is not None
        release_to_text_s = max(0.0, self._ready_at_s - self._take.stopped_at_s) if has_words else 0.0
        delivered = self._delivered
        insertion = delivered.insertion if delivered else None
        return self._end.event(
            self._take.text,
            problem=delivered.error if delivered else None,
            has_audio=self._copy.seconds > 0,
            clipboard_restored=delivered.clipboard_restored if delivered else True,
            release_to_text_s=release_to_text_s,
            release_to_insert_s=release_to_text_s + insertion.paste_latency_s if insertion else 0.0,
        )

    async def _remember(self) -> None:
        """Close the file and write the row, whatever happened."""
        await self._copy.finish()
        try:
            if self._worth_keeping():
                await self._keep()
                if self._settings.history.keep_audio_days < 0 and self._end.outcome in DELIVERED:
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
        await self._parts.history.finish(
            self._end.row(
                self._take.text,
                raw_text=self._take.raw_text,
                language=self._take.language,
                model=self._transcriber.model,
                audio_s=self._copy.seconds or self._take.audio_s,
                has_audio=self._copy.seconds > 0,
                ended_unix_s=self._parts.clocks.unix_s(),
            )
        )
        await self._agent.keep(self.turn_id, self.record)

    def _worth_keeping(self) -> bool:
        if self._end.is_topic:
            return False
        match self._end.outcome:
            case TurnOutcome.NOTHING_HEARD:
                return self._take.audio_s >= KEEP_SILENT_TAKE_S
            case TurnOutcome.CANCELLED:
                is_long = self._take.audio_s >= KEEP_CANCELLED_TAKE_S and not self._by_itself
                return is_long or bool(self._take.text)
            case TurnOutcome.FAILED:
                return self._copy.seconds > 0 or bool(self._take.text)
            case _:
                return True
