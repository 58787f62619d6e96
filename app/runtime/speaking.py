"""Says answers aloud, one at a time, and stops at once when it must not be heard. Owned by the core, on its loop."""

from __future__ import annotations

import logging
from typing import Final

import anyio

from app.domain.errors import NarratorFailed
from app.domain.messages import Notice, NoticeCode, SpeakingChanged
from app.domain.turn import TurnId
from app.runtime.parts import Emit
from app.settings.model import AgentSettings
from app.speech.ports import Narrator
from app.speech.text.spoken import spoken_text

__all__ = ["Speaking"]

log = logging.getLogger(__name__)

STOP_S: Final = 3.0
"""A narrator is silent within a second; whoever waits for that also serves the keys."""


class Speaking:
    def __init__(self, narrator: Narrator, emit: Emit) -> None:
        self._narrator = narrator
        self._emit = emit
        self._scope: anyio.CancelScope | None = None
        self._over = anyio.Event()

    @property
    def is_heard(self) -> bool:
        return self._scope is not None

    async def say(self, turn_id: TurnId, text: str, language: str, settings: AgentSettings) -> bool:
        """Say it to its last sample; say whether it came that far (A58). What is being said before is stopped."""
        words = spoken_text(text, language)
        if not words:
            return False
        await self.stop()
        with anyio.CancelScope() as scope:
            self._scope, self._over = scope, anyio.Event()
            self._emit(SpeakingChanged(turn_id))
            try:
                await self._narrator.speak(
                    words,
                    language=language,
                    voice=settings.voice,
                    rate_percent=settings.speaking_rate_percent,
                    volume=settings.speaking_volume_percent / 100,
                )
            except NarratorFailed as error:
                log.warning("an answer was not spoken: %s", error)
                self._emit(Notice(NoticeCode.NOT_SPOKEN, place=error.code))
                return False
            finally:
                self._scope = None
                self._over.set()
                self._emit(SpeakingChanged(None))
            return True
        return False

    async def stop(self) -> None:
        """Stop the voice; returns when nothing of it is heard any more, so that no microphone hears it."""
        with anyio.move_on_after(STOP_S) as patience:
            while self._scope is not None:
                self._scope.cancel()
                await self._over.wait()
        if patience.cancelled_caught:
            log.warning("the voice does not stop")
