"""Replacement rules: what is spoken becomes what is written, as whole words and in any case (A29).

Pure, any thread. The rules run in the person's order; a later one sees what an earlier one wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from app.settings.model import ReplacementRule
from app.speech.text.words import WORD_END, WORD_START, spaced

__all__ = ["apply_replacements"]


@lru_cache(maxsize=1024)
def _pattern(spoken: str) -> re.Pattern[str] | None:
    words = spoken.strip()
    if not words:
        return None
    # A rule that begins or ends in a sign ("->") has no word to be the whole of on that side.
    start = WORD_START if words[0].isalnum() else ""
    end = WORD_END if words[-1].isalnum() else ""
    return re.compile(start + spaced(words) + end, re.IGNORECASE)


def apply_replacements(text: str, rules: Iterable[ReplacementRule]) -> str:
    """Write each rule's words where its spoken words stand alone; ``written`` is taken literally."""
    for rule in rules:
        pattern = _pattern(rule.spoken)
        if pattern is not None:
            text = pattern.sub(lambda _, written=rule.written: written, text)
    return text
