"""One turn as one straight coroutine: listen, recognise, deliver, remember.

Started by the coordinator in a cancel scope of its own. Data flows by return value; stages and words are only told.
Whatever ends the run, the take is closed on disk and other programs' sound is put back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.to_thread

from app.domain.errors import AppError, Bug, MicrophoneLost
from app.domain.messages import Event, Fix, LevelMeasured, Notice, NoticeCode, TurnFinished, WordsHeard
from app.domain.turn import FinishedTurn, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.runtime.delivery import Delivered, Delivery
from app.runtime.parts import Parts
from app.runtime.take_copy import TakeCopy
from app.settings.model import OtherSound, Settings
from app.speech import text
from app.speech.levels import LevelMeter
from app.speech.ports import (
    SAMPLE_RATE_HZ,
    Capture,
    Cue,
    HeardWords,
    LiveTranscription,
    RecognitionOptions,
    Transcriber,
)
from app.speech.wav import to_pcm16

__all__ = ["DELIVERED", "VoiceRun", "fix_for"]

log = logging.getLogger(__name__)

TAIL_S: Final = 0.25
"""Longest wait for the samples that were captured before the release but not yet handed over by the driver."""

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

DELIVERED: Final = frozenset({TurnOutcome.INSERTED, TurnOutcome.COPIED})
"""The words are where the person wants them; the audio may go, where that is set."""

KEEP_CANCELLED_TAKE_S: Final = 1.0
"""A cancelled take of at least this length can be brought back from history."""


@dataclass(slots=True)
class _Progress:
    """What the row of history will say, as far as it is known."""

    outcome: TurnOutcome = TurnOutcome.FAILED
    """What stands until something better is known: a fault of ours."""
    text: str = ""
    raw_text: str = ""
    language: str = ""
    audio_s: float = 0.0
    """What was heard; a full disk may have kept less."""
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
        *,
        parts: Parts,
        settings: Settings,
        transcriber: Transcriber,
        delivery: Delivery,
        emit: Callable[[Event], None],
        on_stage: Callable[[Stage], None],
        vocabulary: tuple[str, ...],
        key_up: Callable[[], anyio.Event],
    ) -> None:
        """Prepare; nothing is opened before :meth:`run`. ``key_up`` gives what is set once the talk key is let go."""
        self.turn_id = turn_id
        self.kind = kind
        self.target = target
        self._parts = parts
        self._settings = settings
        self._transcriber = transcriber
        self._delivery = delivery
        self._emit = emit
        self._on_stage = on_stage
        self._vocabulary = vocabulary
        self._key_up = key_up
        self._stop = anyio.Event()
        self._stopped_at_s = 0.0
        self._listening = anyio.CancelScope()
        self._opened = False
        self._pumping = False
        """What comes from the microphone is taken; before that, other sound is lowered or paused for up to seconds."""
        self._heard_until_s = 0.0
        self._told_go = False
        self._started_unix_s = parts.clocks.unix_s()
        self._progress = _Progress()
        self._copy = TakeCopy(parts, turn_id)

    def request_stop(self, at_s: float) -> None:
        """End listening as of ``at_s`` (monotonic); what was said is recognised and delivered.

        A microphone that is still opening is given up at once (A02: what was not started needs no putting back); an
        open one hands over what it captured before ``at_s``.
        """
        if self._stop.is_set():
            return
        self._stopped_at_s = at_s
        self._stop.set()
        opening = not self._opened and not self._settings.audio.keep_open
        if opening or self._heard_until_s >= at_s:
            self._listening.cancel()
        elif self._pumping or not self._opened:
            self._listening.deadline = anyio.current_time() + TAIL_S

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
        except AppError as error:
            log.warning("turn failed: %s", error.code)
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
        options = RecognitionOptions(
            language=self._settings.recognition.language,
            vocabulary=self._vocabulary,
            preview=self._settings.recognition.live_words,
        )
        async with self._transcriber.live(options, self._tell_words) as live:
            await self._listen(live)
            self._on_stage(Stage.FINISHING)
            await self._copy.finish()
            words = await self._recognise(live)
        ready_at_s = self._parts.clocks.monotonic_s()
        if not words:
            tapped = self._progress.audio_s < TAP_S
            self._progress.end(TurnOutcome.CANCELLED if tapped else TurnOutcome.NOTHING_HEARD)
            return self._finished()
        self._on_stage(Stage.WORKING)
        with anyio.move_on_after(HELD_TIMEOUT_S):
            await self._key_up().wait()
        delivered = await self._delivery.deliver(words, self.target, self._settings.delivery)
        self._progress.end(delivered.outcome)
        return self._finished(delivered=delivered, ready_at_s=ready_at_s)

    async def _listen(self, live: LiveTranscription) -> None:
        """Feed samples to file, recogniser and meter until the stop."""
        with self._listening:
            async with AsyncExitStack() as stack:
                capture = await stack.enter_async_context(self._parts.microphone.open(self._settings.audio.device))
                self._opened = True
                if self._stop.is_set() and not self._settings.audio.keep_open:
                    return
                if capture.missing:
                    self._emit(Notice(NoticeCode.DEVICE_MISSING, place=capture.missing, fix=Fix.OPEN_AUDIO_SETTINGS))
                stack.push_async_callback(self._put_back_sound)
                await self._go()
                try:
                    await self._pump(capture, live)
                except MicrophoneLost as error:
                    if not self._progress.audio_s:
                        raise
                    log.warning("microphone lost in the middle of a take: %s", error.code)
                    self._emit(Notice(NoticeCode.MICROPHONE_LOST, fix=Fix.OPEN_AUDIO_SETTINGS))
        self.request_stop(self._parts.clocks.monotonic_s())
        if self._told_go and self._settings.audio.cues:
            await self._parts.cues.cue(Cue.STOP, self._settings.audio.cue_volume_percent / 100)

    async def _go(self) -> None:
        """Tell that words are heard from now on; only after the first sample (A22)."""
        audio = self._settings.audio
        match audio.other_sound:
            case OtherSound.LOWER:
                await self._parts.platform.media.lower(audio.lower_to_percent / 100)
            case OtherSound.PAUSE:
                await self._parts.platform.media.pause()
            case OtherSound.LEAVE:
                pass
        if self._stop.is_set():
            return  # let go meanwhile: what was said is waiting, but the cue would come too late (A02)
        self._told_go = True
        if audio.cues:
            await self._parts.cues.cue(Cue.START, audio.cue_volume_percent / 100)

    async def _put_back_sound(self) -> None:
        if self._settings.audio.other_sound is not OtherSound.LEAVE:
            with anyio.CancelScope(shield=True):  # bounded by the adapter
                await self._parts.platform.media.restore()

    async def _pump(self, capture: Capture, live: LiveTranscription) -> None:
        meter = LevelMeter()
        longest_s = self._settings.audio.longest_take_min * 60
        self._pumping = True
        if self._stop.is_set():
            self._listening.deadline = anyio.current_time() + TAIL_S
        async for chunk in capture:
            self._progress.audio_s += len(chunk.samples) / SAMPLE_RATE_HZ
            self._heard_until_s = chunk.at_s
            live.push(chunk.samples)
            self._copy.write(to_pcm16(chunk.samples))
            if level := meter.push(chunk.samples):
                self._emit(LevelMeasured(peak=level.peak, rms=level.rms))
            if self._stop.is_set() and chunk.at_s >= self._stopped_at_s:
                return
            if self._progress.audio_s >= longest_s:
                self._emit(Notice(NoticeCode.TAKE_TOO_LONG))
                return

    async def _recognise(self, live: LiveTranscription) -> str:
        """Return the final words; "" when nothing was heard."""
        progress = self._progress
        if progress.audio_s:
            raw = await live.finish()
            progress.raw_text, progress.language = raw.text, raw.language
        # A long vocabulary takes up to 0.6 s the first time.
        progress.text = await anyio.to_thread.run_sync(
            text.clean, progress.raw_text, self._settings.text, progress.language
        )
        return progress.text

    def _tell_words(self, words: HeardWords) -> None:
        if self._settings.recognition.live_words:
            self._emit(WordsHeard(self.turn_id, words.committed, words.tentative))

    def _finished(
        self, *, delivered: Delivered | None = None, error: AppError | None = None, ready_at_s: float = 0.0
    ) -> TurnFinished:
        problem = error or (delivered.error if delivered else None)
        release_to_text_s = max(0.0, ready_at_s - self._stopped_at_s) if ready_at_s else 0.0
        insertion = delivered.insertion if delivered else None
        return TurnFinished(
            turn_id=self.turn_id,
            kind=self.kind,
            outcome=self._progress.outcome,
            text=self._progress.text,
            target=self.target,
            error_code=problem.code if problem else "",
            error_place=problem.place if problem else "",
            fix=fix_for(problem, has_text=bool(self._progress.text), has_audio=self._copy.seconds > 0),
            clipboard_restored=delivered.clipboard_restored if delivered else True,
            release_to_text_s=release_to_text_s,
            release_to_insert_s=release_to_text_s + insertion.paste_latency_s if insertion else 0.0,
        )

    async def _remember(self) -> None:
        """Close the file and write the row, whatever happened."""
        await self._copy.finish()
        try:
            if self._worth_keeping():
                await self._parts.history.finish(self._row())
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

    def _worth_keeping(self) -> bool:
        progress = self._progress
        match progress.outcome:
            case TurnOutcome.NOTHING_HEARD:
                return progress.audio_s >= KEEP_SILENT_TAKE_S
            case TurnOutcome.CANCELLED:
                return progress.audio_s >= KEEP_CANCELLED_TAKE_S or bool(progress.text)
            case TurnOutcome.FAILED:
                return self._copy.seconds > 0
            case _:
                return True

    def _row(self) -> FinishedTurn:
        return FinishedTurn(
            turn_id=self.turn_id,
            kind=self.kind,
            started_unix_s=self._started_unix_s,
            outcome=self._progress.outcome,
            text=self._progress.text,
            raw_text=self._progress.raw_text,
            language=self._progress.language,
            model=self._transcriber.model,
            audio_s=self._copy.seconds or self._progress.audio_s,
            app_id=self.target.app_id,
            has_audio=self._copy.seconds > 0,
            error_code=self._progress.error_code,
        )


def fix_for(error: AppError | None, *, has_text: bool, has_audio: bool) -> Fix:
    """Choose the one button that helps with ``error``."""
    if error is None:
        return Fix.COPY_TEXT if has_text else Fix.NONE
    if error.code.startswith("model-"):
        return Fix.REPAIR_MODEL
    if error.code.startswith("microphone-"):
        return Fix.OPEN_AUDIO_SETTINGS
    if error.code.startswith("storage-"):
        return Fix.OPEN_DATA_FOLDER
    if has_text:
        return Fix.COPY_TEXT
    return Fix.RETRY_TURN if has_audio else Fix.NONE
