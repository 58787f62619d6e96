"""Which language a take is in: as set, or found in its first words and kept."""

from __future__ import annotations

from typing import Final, Protocol

from app.speech.ports import Samples

__all__ = ["LanguageChoice"]

_SURE_S: Final = 2.0
"""Speech after which the language that was found is kept; one word alone is often taken for another language."""


class _Detects(Protocol):
    multilingual: bool

    def knows(self, language: str) -> bool: ...
    def detect_language(self, samples: Samples) -> str: ...


class LanguageChoice:
    """The language of one take. Used in the recogniser's thread."""

    def __init__(self, decoder: _Detects, wanted: str) -> None:
        """``wanted``: ``auto`` or ISO 639-1; one that the model does not know is taken as ``auto``."""
        self._decoder = decoder
        self.code = "en"
        self._sure = not decoder.multilingual
        if decoder.multilingual and wanted != "auto" and decoder.knows(wanted):
            self.code, self._sure = wanted, True

    def hear(self, samples: Samples, speech_s: float) -> None:
        """Listen to float32 (n,) holding ``speech_s`` seconds of speech, unless the language is settled."""
        if not self._sure:
            self.code = self._decoder.detect_language(samples)
            self._sure = speech_s >= _SURE_S
