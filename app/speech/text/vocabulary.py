"""Vocabulary: words and names written exactly as the person set them, when they are heard.

Pure, any thread. Matching is exact in letters and free in case, spaces and signs, never fuzzy: "r and d" and "R & D"
become "R&D" (A30), and no other word is touched.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from app.speech.text.words import LONGEST_PATTERN, WORD_END, WORD_START

__all__ = ["restore_vocabulary"]

SPOKEN_SIGNS: Final[Mapping[str, tuple[str, ...]]] = {
    "&": ("and", "und", "et", "y", "e", "en", "och", "og"),
    "+": ("plus",),
    "@": ("at",),
    "%": ("percent", "prozent"),
    "#": ("sharp", "hash"),
    "/": ("slash",),
    ".": ("dot", "punkt", "point"),
    "-": ("dash", "hyphen", "bindestrich"),
    "_": ("underscore", "unterstrich"),
}
"""How a sign inside a name is said, in the languages whose words Whisper writes out most."""

_PIECES: Final = re.compile(r"\s+|[^\W_]+|.", re.DOTALL)
_LETTERS: Final = re.compile(r"[^\W_]+")
_OPTIONAL_SIGNS: Final = frozenset("-./'\u2019_")
"""Between letters these may also be heard as a space: "node js" is Node.js, "e mail" is e-mail."""


def _is_letters(piece: str) -> bool:
    return piece[0].isalnum()


def _sign_pattern(sign: str, *, last: bool) -> str:
    """Match a sign as itself or as it is said; those at the end ("C#", "C++") have no word after them."""
    after = WORD_END if last else r"(?:\s+|-)"
    said = [rf"(?:\s+|-){word}{after}" for word in SPOKEN_SIGNS.get(sign, ())]
    written = rf"\s*{re.escape(sign)}" if last else rf"\s*{re.escape(sign)}\s*"
    ways = [written, *said]
    if sign in _OPTIONAL_SIGNS and not last:
        ways.append(r"\s+")
    return f"(?:{'|'.join(ways)})"


@lru_cache(maxsize=1024)
def _pattern(word: str) -> re.Pattern[str] | None:
    pieces = _PIECES.findall(unicodedata.normalize("NFC", word[:LONGEST_PATTERN]))
    if not any(_is_letters(piece) for piece in pieces):
        return None
    last_letters = max(position for position, piece in enumerate(pieces) if _is_letters(piece))
    parts: list[str] = []
    for position, piece in enumerate(pieces):
        if piece.isspace():
            parts.append(r"(?:\s+|-)")
        elif _is_letters(piece) or position == 0:
            parts.append(re.escape(piece))
        else:
            parts.append(_sign_pattern(piece, last=position > last_letters))
    return re.compile(WORD_START + "".join(parts) + WORD_END, re.IGNORECASE)


def _first_letters(word: str) -> str:
    """Return letters, in lower case, that any match must hold; "" where they are not ASCII and have several forms."""
    letters = _LETTERS.search(word)
    return letters[0].lower() if letters and letters[0].isascii() else ""


def restore_vocabulary(text: str, words: Iterable[str]) -> str:
    """Write each of ``words`` as it is spelt there; shorter ones are done first, so that a longer one has the last say.

    "R&D" before "R&D Lab": both spellings hold where they overlap.
    """
    ordered = sorted({word.strip() for word in words if word.strip()}, key=lambda word: (len(word), word))
    lowered = text.lower()
    for word in ordered:
        # 500 names: a plain search tells a hundred times sooner than a pattern that the first letters are not there.
        if _first_letters(word) in lowered and (pattern := _pattern(word)) is not None:
            text = pattern.sub(lambda _, exact=word: exact, text)
    return text
