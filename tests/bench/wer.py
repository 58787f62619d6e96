"""Word error rate, for benches and accuracy tests."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["edits", "wer_percent", "words_of"]

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_UNITS = [*_SMALL.split(), "seventeen", "eighteen", "nineteen"]
_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def _spoken(match: re.Match[str]) -> str:
    number = int(match.group())
    if number < 20:
        return _UNITS[number]
    if number < 100:
        return f"{_TENS[number // 10]} {_UNITS[number % 10] if number % 10 else ''}".strip()
    return " ".join(_UNITS[int(digit)] for digit in match.group())


def words_of(text: str) -> list[str]:
    """Return the words without case, signs and spelling of numbers."""
    text = re.sub(r"\bmr\b\.?", "mister", text.casefold()).replace("%", " percent")
    text = re.sub(r"\d+", _spoken, re.sub(r"(\d):00\b", r"\1", text))
    return re.sub(r"[^\w ]+", " ", text.replace("'", "").replace("-", " ")).split()


def edits(reference: list[str], heard: list[str]) -> int:
    """Return how many words must be put in, left out or replaced."""
    before = list(range(len(heard) + 1))
    for row, word in enumerate(reference, 1):
        line = [row]
        for column, other in enumerate(heard, 1):
            line.append(min(before[column] + 1, line[-1] + 1, before[column - 1] + (word != other)))
        before = line
    return before[-1]


def wer_percent(pairs: Iterable[tuple[str, str]]) -> float:
    """Return the word error rate over (reference, heard), in percent of all reference words."""
    wrong = total = 0
    for reference, heard in pairs:
        expected = words_of(reference)
        wrong += edits(expected, words_of(heard))
        total += len(expected)
    return 100 * wrong / max(1, total)
