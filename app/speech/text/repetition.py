"""Repetition guard: a word that the recogniser stuck on is written once (A28); twice in a row may be meant.

Pure, any thread.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["collapse_repetition"]

_STUCK: Final = re.compile(
    r"(?<!\S)(?P<word>[^\W\d_][^\s,.;:!?…]*)(?P<gap>[,.]?[^\S\n]+)(?:(?P=word)[,.]?[^\S\n]+)+(?P=word)(?![^\s,.;:!?…])",
    re.IGNORECASE,
)
"""Three or more of one word in a row; a comma or full stop between them does not break the row. Numbers are left:
"0 0 0" is dictated as such."""


def collapse_repetition(text: str) -> str:
    """Write a word once where it stands three or more times in a row."""
    return _STUCK.sub(lambda found: found["word"], text)
