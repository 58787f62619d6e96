"""Text that is done, and how sure the recogniser was of it."""

from __future__ import annotations

import math

from app.speech.decoder import Decoded
from app.speech.ports import RawTranscript

__all__ = ["SettledText"]


class SettledText:
    """Grows by whole segments."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._logprob = 0.0
        self._tokens = 0

    @property
    def text(self) -> str:
        return " ".join(self._texts)

    def add(self, found: Decoded) -> None:
        if found.text:
            self._texts.append(found.text)
            self._logprob += found.logprob
            self._tokens += found.tokens

    def copy(self) -> SettledText:
        other = SettledText()
        other._texts, other._logprob, other._tokens = [*self._texts], self._logprob, self._tokens
        return other

    def transcript(self, language: str) -> RawTranscript:
        """Return all of it; the confidence is exp of the mean log-probability a token."""
        sure = min(1.0, math.exp(self._logprob / self._tokens)) if self._tokens else 0.0
        return RawTranscript(self.text, language, sure)
