"""One take: the microphone is opened, what is said goes to the recogniser until the stop, and its words come back.

Used by whoever needs words that are spoken (``voice_run``, ``reply_run``), in the scope of that run, core loop. Other
programs' sound is put back whatever ends the take.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.to_thread

from app.domain.errors import MicrophoneLost
from app.domain.messages import Fix, LevelMeasured, Notice, NoticeCode, WordsHeard
from app.domain.turn import TurnId
from app.runtime.parts import Emit, Parts
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
    Samples,
    Transcriber,
)
from app.speech.wav import to_pcm16

__all__ = ["Take", "TakeParts", "never_ends"]

log = logging.getLogger(__name__)

TAIL_S: Final = 0.25
"""Longest wait for the samples that were captured before the release but not yet handed over by the driver."""


def never_ends(_samples: Samples) -> bool:
    """Leave the end of a take to the person."""
    return False


@dataclass(frozen=True, slots=True)
class TakeParts:
    """What a take is made with."""

    parts: Parts
    settings: Settings
    transcriber: Transcriber
    emit: Emit
    vocabulary: tuple[str, ...]
    has_ended: Callable[[Samples], bool] = never_ends
    """Told of all samples; says when the take ends by itself."""

    @property
    def ends_by_itself(self) -> bool:
        return self.has_ended is not never_ends


class Take:
    def __init__(self, turn_id: TurnId, made_with: TakeParts, keep: Callable[[bytes], None]) -> None:
        """``keep`` is given all that is heard, 16-bit little-endian, 16 kHz, mono; it must not wait."""
        self._turn_id = turn_id
        self._made_with = made_with
        self._parts = made_with.parts
        self._settings = made_with.settings
        self._keep = keep
        self._stop = anyio.Event()
        self._listening = anyio.CancelScope()
        self._opened = False
        self._pumping = False
        """What comes from the microphone is taken; before that, other sound is lowered or paused for up to seconds."""
        self._heard_until_s = 0.0
        self._told_go = False
        self.stopped_at_s = 0.0
        self.opened_at_s = 0.0
        """Monotonic; nothing that was said before is in the take, but for the pre-roll of a microphone kept open."""
        self.audio_s = 0.0
        """What was heard; a full disk may have kept less."""
        self.raw_text = ""
        self.language = ""
        self.text = ""

    def request_stop(self, at_s: float) -> None:
        """End listening as of ``at_s`` (monotonic); what was said is recognised.

        A microphone that is still opening is given up at once (A02: what was not started needs no putting back); an
        open one hands over what it captured before ``at_s``.
        """
        if self._stop.is_set():
            return
        self.stopped_at_s = at_s
        self._stop.set()
        opening = not self._opened and not self._settings.audio.keep_open
        if opening or self._heard_until_s >= at_s:
            self._listening.cancel()
        elif self._pumping or not self._opened:
            self._listening.deadline = anyio.current_time() + TAIL_S

    async def hear(self, on_listened: Callable[[], Awaitable[None]]) -> str:
        """Listen and return the final words, "" when nothing was heard; ``on_listened``: the microphone is closed.

        Raises:
            MicrophoneUnavailable, MicrophoneLost, RecogniserFailed, ModelMissing, ModelDamaged
        """
        options = RecognitionOptions(
            language=self._settings.recognition.language,
            vocabulary=self._made_with.vocabulary,
            preview=self._settings.recognition.live_words,
        )
        async with self._made_with.transcriber.live(options, self._tell_words) as live:
            await self._listen(live)
            await on_listened()
            return await self._recognise(live)

    async def _listen(self, live: LiveTranscription) -> None:
        """Feed samples to file, recogniser and meter until the stop."""
        with self._listening:
            async with AsyncExitStack() as stack:
                capture = await stack.enter_async_context(self._parts.microphone.open(self._settings.audio.device))
                self._opened = True
                self.opened_at_s = self._parts.clocks.monotonic_s()
                if self._stop.is_set() and not self._settings.audio.keep_open:
                    return
                if capture.missing:
                    self._made_with.emit(
                        Notice(NoticeCode.DEVICE_MISSING, place=capture.missing, fix=Fix.OPEN_AUDIO_SETTINGS)
                    )
                stack.push_async_callback(self._put_back_sound)
                await self._go()
                try:
                    await self._pump(capture, live)
                except MicrophoneLost as error:
                    if not self.audio_s:
                        raise
                    log.warning("microphone lost in the middle of a take: %s", error.code)
                    self._made_with.emit(Notice(NoticeCode.MICROPHONE_LOST, fix=Fix.OPEN_AUDIO_SETTINGS))
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
            self.audio_s += len(chunk.samples) / SAMPLE_RATE_HZ
            self._heard_until_s = chunk.at_s
            live.push(chunk.samples)
            self._keep(to_pcm16(chunk.samples))
            if level := meter.push(chunk.samples):
                self._made_with.emit(LevelMeasured(peak=level.peak, rms=level.rms))
            if (self._stop.is_set() and chunk.at_s >= self.stopped_at_s) or self._made_with.has_ended(chunk.samples):
                return
            if self.audio_s >= longest_s:
                self._made_with.emit(Notice(NoticeCode.TAKE_TOO_LONG))
                return

    async def _recognise(self, live: LiveTranscription) -> str:
        if self.audio_s:
            raw = await live.finish()
            self.raw_text, self.language = raw.text, raw.language
        # A long vocabulary takes up to 0.6 s the first time.
        self.text = await anyio.to_thread.run_sync(text.clean, self.raw_text, self._settings.text, self.language)
        return self.text

    def _tell_words(self, words: HeardWords) -> None:
        if self._settings.recognition.live_words:
            self._made_with.emit(WordsHeard(self._turn_id, words.committed, words.tentative))
