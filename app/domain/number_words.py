"""Numbers as they are said (V-14.20): digits in any language, number words to 999 in those of the table. Pure.

No library that is kept does this without a model or dozens of languages' rules; a language is a row of ``_LANGUAGES``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from app.domain.sentences import base_language

__all__ = ["MOST_WORDS", "spoken_number"]

MOST_WORDS: Final = 5
"""Of one number: nine hundred and ninety nine."""

_DIGITS: Final = re.compile(r"-?[0-9]{1,15}(?P<fraction>\.[0-9]{1,15})?")
_SMALL: Final = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
_LARGE: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_ENGLISH: Final = {word: number for number, word in enumerate(_SMALL.split())}
_TENS: Final = {word: 10 * number for number, word in enumerate(_LARGE.split(), 2)}
_HUNDRED: Final = 100


def spoken_number(words: Sequence[str], language: str) -> int | float | None:
    """Return the number that normalised words are altogether, or ``None``."""
    if len(words) == 1 and (digits := _DIGITS.fullmatch(words[0])):
        return float(words[0]) if digits["fraction"] else int(words[0])
    read = _LANGUAGES.get(base_language(language))
    return None if read is None else read([part for word in words for part in word.split("-")])


def _english(words: list[str]) -> int | None:
    if "hundred" not in words:
        return _below_hundred(words)
    at = words.index("hundred")
    head, tail = words[:at], words[at + 1 :]
    hundreds = 1 if head in ([], ["a"]) else _ENGLISH.get(head[0]) if len(head) == 1 else None
    if hundreds is None or not 1 <= hundreds < 10:
        return None
    if not tail:
        return _HUNDRED * hundreds
    rest = _below_hundred(tail[1:] if tail[0] == "and" else tail)
    return None if not rest else _HUNDRED * hundreds + rest


def _below_hundred(words: list[str]) -> int | None:
    match words:
        case [word]:
            return _ENGLISH.get(word, _TENS.get(word))
        case [ten, unit] if ten in _TENS and 1 <= _ENGLISH.get(unit, 0) < 10:
            return _TENS[ten] + _ENGLISH[unit]
        case _:
            return None


_LANGUAGES: Final[dict[str, Callable[[list[str]], int | None]]] = {"en": _english}
"""How the words of a language become a number."""
