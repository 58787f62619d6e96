"""Kept turns: pages, copies, retries, playback, retention and what a crash left behind.

Used by the coordinator, on the core loop; long work runs in the coordinator's task group.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import anyio
import anyio.to_thread

from app.domain.calls import Sound
from app.domain.errors import AppError, StorageUnavailable
from app.domain.messages import (
    Fix,
    HistoryChanged,
    HistoryPage,
    Notice,
    NoticeCode,
    PlaybackChanged,
    RequestHistory,
)
from app.domain.turn import FinishedTurn, TurnId, TurnKind, TurnOutcome
from app.runtime.model_shelf import ModelShelf
from app.runtime.parts import Emit, Parts
from app.runtime.voice_run import DELIVERED
from app.settings.model import HistorySettings, Settings
from app.speech import text
from app.speech.ports import RecognitionOptions
from app.speech.sounds import playable
from app.speech.wav import read_audio

__all__ = ["Archive"]

log = logging.getLogger(__name__)

DAY_S: Final = 86_400
MAX_PAGE: Final = 200

TURN_ID: Final = re.compile("[0-9a-f]{20}")
"""See ``domain/turn.py``; a file with another name was put into the folder by somebody else and stays as it is."""

UNDELIVERED: Final = frozenset(
    {TurnOutcome.CANCELLED, TurnOutcome.FAILED, TurnOutcome.NOTHING_HEARD, TurnOutcome.RECOVERED}
)
"""Outcomes that a successful retry turns into ``SHOWN``."""


class Archive:
    """History and takes as the person sees them."""

    def __init__(
        self,
        parts: Parts,
        shelf: ModelShelf,
        emit: Emit,
        *,
        vocabulary: Callable[[tuple[str, ...]], tuple[str, ...]],
    ) -> None:
        """``vocabulary`` adds the words of integrations to those of the person."""
        self._parts = parts
        self._shelf = shelf
        self._emit = emit
        self._vocabulary = vocabulary
        self._playing: anyio.CancelScope | None = None

    async def page(self, request: RequestHistory) -> None:
        turns, has_more = await self._parts.history.page(
            request.query, request.before, max(1, min(MAX_PAGE, request.limit))
        )
        self._emit(HistoryPage(request.request, turns, has_more))

    async def find(self, turn_id: TurnId | None) -> FinishedTurn | None:
        """Return a turn, or the last one with text for ``None``."""
        if turn_id is None:
            return await self._parts.history.last_text()
        return await self._parts.history.get(turn_id)

    async def tell(self, turn_id: TurnId) -> None:
        """Tell watchers how a row is now."""
        self._emit(HistoryChanged(turn_id, await self._parts.history.get(turn_id)))

    async def delete(self, turn_id: TurnId) -> None:
        """Remove audio first: a row without audio is honest, audio without a row is a leak."""
        await self._parts.takes.delete((turn_id,))
        await self._parts.history.delete(turn_id)
        self._emit(HistoryChanged(turn_id, None))

    async def clear(self) -> None:
        """Remove everything, audio first; a take that is being recorded stays."""
        await self._parts.takes.delete(await self._parts.history.older_than(math.inf))
        await self._parts.takes.delete(await self._parts.history.clear())
        self._emit(HistoryChanged(None, None))

    async def retry(self, turn_id: TurnId, model: str, settings: Settings) -> None:
        """Recognise a kept take again, in place; the old text stays when that fails."""
        turn = await self._parts.history.get(turn_id)
        if turn is None or not turn.has_audio:
            self._emit(HistoryChanged(turn_id, turn))
            return
        try:
            transcriber = self._shelf.current(model)
            samples = await anyio.to_thread.run_sync(read_audio, self._parts.takes.path(turn_id))
            options = RecognitionOptions(
                language=settings.recognition.language, vocabulary=self._vocabulary(settings.text.vocabulary)
            )
            with self._shelf.in_use(model):
                raw = await transcriber.transcribe(samples, options)
        except AppError as error:
            log.warning("retry failed: %s", error.code)
            code = error.code
            await self._parts.history.revise(turn_id, lambda turn: replace(turn, error_code=code))
        else:
            cleaned = await anyio.to_thread.run_sync(text.clean, raw.text, settings.text, raw.language)
            await self._parts.history.revise(
                turn_id,
                lambda turn: replace(
                    turn,
                    text=cleaned or turn.text,
                    raw_text=raw.text or turn.raw_text,
                    language=raw.language,
                    model=transcriber.model,
                    outcome=TurnOutcome.SHOWN if turn.outcome in UNDELIVERED and cleaned else turn.outcome,
                    error_code="" if cleaned else "nothing-heard",
                ),
            )
        finally:
            await self._shelf.release(model)
        await self.tell(turn_id)

    async def play(self, turn_id: TurnId) -> None:
        """Play a take; another one stops the first."""
        self.stop_playback()
        with anyio.CancelScope() as scope:
            self._playing = scope
            self._emit(PlaybackChanged(turn_id))
            try:
                await self._parts.cues.play_file(self._parts.takes.path(turn_id))
            except AppError as error:
                log.warning("a take could not be played: %s", error.code)
        if self._playing is scope:
            self._playing = None
            self._emit(PlaybackChanged(None))

    async def play_sound(self, sound: Sound) -> None:
        """Play a sound that a tool answered with.

        Raises:
            AudioUnreadable
        """
        self.stop_playback()
        with anyio.CancelScope() as scope:
            self._playing = scope
            try:
                async with playable(sound.data) as file:
                    await self._parts.cues.play_file(file)
            finally:
                if self._playing is scope:
                    self._playing = None

    def stop_playback(self) -> None:
        if self._playing is not None:
            self._playing.cancel()

    async def recover(self) -> None:
        """Bring back the takes of a run that died, and drop files that belong to no row."""
        found = 0
        try:
            for turn_id in await self._parts.history.unfinished():
                found += await self._recover_one(turn_id)
            takes = [turn_id for turn_id in await self._parts.takes.stray() if TURN_ID.fullmatch(turn_id)]
            for turn_id in await self._parts.history.unknown(takes):
                found += await self._recover_one(turn_id)
        except StorageUnavailable as error:
            log.warning("takes could not be recovered: %s", error.code)
        if found:
            log.info("recovered %d takes", found)
            self._emit(Notice(NoticeCode.TAKES_RECOVERED, place=str(found), fix=Fix.OPEN_HISTORY))
            self._emit(HistoryChanged(None, None))

    async def _recover_one(self, turn_id: TurnId) -> int:
        seconds = await self._parts.takes.recover(turn_id)
        if not seconds:
            await self._parts.history.delete(turn_id)
            return 0
        await self._parts.history.finish(
            FinishedTurn(
                turn_id=turn_id,
                kind=TurnKind.DICTATE,
                started_unix_s=int(turn_id[:12], 16) / 1000,
                outcome=TurnOutcome.RECOVERED,
                text="",
                raw_text="",
                language="",
                model="",
                audio_s=seconds,
                app_id="",
                has_audio=True,
            )
        )
        return 1

    async def _is_delivered(self, turn_id: TurnId) -> bool:
        turn = await self._parts.history.get(turn_id)
        return turn is not None and turn.outcome in DELIVERED

    async def _drop_audio(self, turn_ids: Sequence[TurnId]) -> None:
        if turn_ids:
            await self._parts.takes.delete(turn_ids)
            await self._parts.history.drop_audio(turn_ids)
            self._emit(HistoryChanged(None, None))

    async def prune(self, settings: HistorySettings) -> None:
        """Apply the retention settings (A60: nothing goes that was not set to go)."""
        now = self._parts.clocks.unix_s()
        try:
            if settings.keep_days:
                for turn_id in await self._parts.history.older_than(now - settings.keep_days * DAY_S):
                    await self.delete(turn_id)
            if settings.keep_audio_days > 0:
                limit_s = now - settings.keep_audio_days * DAY_S
                await self._drop_audio(await self._parts.history.older_than(limit_s, with_audio=True))
            elif settings.keep_audio_days < 0:
                kept = await self._parts.history.older_than(math.inf, with_audio=True)
                await self._drop_audio([turn_id for turn_id in kept if await self._is_delivered(turn_id)])
        except StorageUnavailable as error:
            log.warning("retention could not be applied: %s", error.code)
