"""Languages by their own names: those a person may speak, and those the interface is translated into.

Used by ``app/ui/viewmodels/settings.py`` and ``app/ui/translations.py``; Qt main thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QLocale

__all__ = ["SPOKEN", "language_options", "own_name"]

SPOKEN: Final = (
    "af", "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
    "fr", "gl", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "km", "kn", "ko", "lo", "lt",
    "lv", "mk", "ml", "mn", "mr", "ms", "mt", "my", "ne", "nl", "no", "pa", "pl", "ps", "pt", "ro", "ru", "si", "sk",
    "sl", "so", "sq", "sr", "sv", "sw", "ta", "te", "tg", "th", "tk", "tr", "tt", "uk", "ur", "uz", "vi", "yo", "zh",
)  # fmt: skip
"""ISO 639-1 codes that the multilingual Whisper models take and that have a name in Qt; faster_whisper/tokenizer.py."""

_PLAIN: Final = {"en": "English", "es": "Español", "zh": "中文"}
"""Where Qt's own name speaks of one country or script (``American English``)."""


def language_options(tags: Iterable[str]) -> list[dict[str, str]]:
    """Make ``value`` and ``label`` (its own name) for each BCP 47 tag, by name."""
    options = [{"value": tag, "label": own_name(tag)} for tag in tags]
    return sorted(options, key=lambda option: option["label"].casefold())


def own_name(tag: str) -> str:
    """Name the language of a BCP 47 tag in itself; an unknown tag stands for itself."""
    if tag in _PLAIN:
        return _PLAIN[tag]
    locale = QLocale(tag.replace("-", "_"))
    name = locale.nativeLanguageName()
    return f"{name[0].upper()}{name[1:]}" if name else tag
