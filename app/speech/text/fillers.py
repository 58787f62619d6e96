"""Fillers: sounds of thinking that nobody wants to read, by language.

Pure, any thread. "um" is a filler in English and a word in German and Portuguese, so no list is shared between
languages, and a language without a list loses nothing. Only sounds are listed, no words such as "like" or "also".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from app.speech.text.words import WORD_END, WORD_START, close_signs

__all__ = ["remove_fillers"]

FILLERS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("u+h+", "u+m+", "u+h+m+", "e+r+m+", "e+r", "h+m+", "m+h+m+", "m{2,}"),
    "de": ("ä+h+", "ä+h+m+", "ö+h+", "ö+h+m+", "h+m+", "m{2,}"),
    "fr": ("e+u+h+", "h+e+u+", "h+m+", "m{2,}"),
    "es": ("e+h+m+", "e{2,}h*", "h+m+", "m{2,}"),
    "it": ("e+h+m+", "u+h+m+", "m{2,}h*"),
    "pt": ("h+ã+", "h+u+m{2,}", "e+h+m+", "m{2,}"),
    "nl": ("e+h+m*", "u+h+m*", "h+m+", "m{2,}"),
    "pl": ("y{2,}", "e{2,}", "h+m+", "m{2,}"),
    "sv": ("ö+h+", "e+h+m*", "h+m+", "m{2,}"),
    "da": ("ø+h+", "ø+h+m+", "h+m+", "m{2,}"),
    "ru": ("э{2,}", "э+м+", "м{2,}", "хм+"),
    "uk": ("е{2,}м*", "м{2,}", "хм+"),  # noqa: RUF001 - Cyrillic on purpose
}
"""ISO 639-1 to patterns of one filler, any case. "er" is German for "he", "eh" Spanish for "isn't it": by language."""

_UNITS_AFTER: Final = r"(?<!\d )(?<!\d)"
"""Not after a number: "5 mm" is a length."""


@lru_cache(maxsize=32)
def _pattern(language: str) -> re.Pattern[str] | None:
    fillers = FILLERS.get(language)
    if fillers is None:
        return None
    # The comma or the dots that the recogniser sets around a filler go with it, a full stop stays.
    filler = rf"{_UNITS_AFTER}{WORD_START}(?:{'|'.join(fillers)}){WORD_END}(?!-\w)(?<!-)"
    return re.compile(rf"(?P<before>,?[^\S\n]*)(?<!\w-){filler}(?:,|…|\.{{3}})?", re.IGNORECASE)


def remove_fillers(text: str, language: str) -> str:
    """Drop the fillers of ``language`` (ISO 639-1, region ignored) with their commas; keep a capital at the start."""
    pattern = _pattern(language.lower().replace("_", "-").partition("-")[0])
    if pattern is None or not pattern.search(text):
        return text
    result = close_signs(pattern.sub(lambda found: " " if found["before"] else "", text))
    return _capital_kept(text, result)


def _capital_kept(before: str, after: str) -> str:
    """Give the new first letter the capital that the removed first word carried."""
    rest = after.lstrip(" ,;:.!?…\n") if not _first_letter_kept(before, after) else after
    if rest is after:
        return after
    return rest[:1].upper() + rest[1:] if before.lstrip()[:1].isupper() else rest


def _first_letter_kept(before: str, after: str) -> bool:
    first = before.split(maxsplit=1)[:1]
    return first == after.split(maxsplit=1)[:1]
