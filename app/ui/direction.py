"""Direction of a text by its first strong letter, rule P2 of the Unicode bidirectional algorithm (A15).

https://www.unicode.org/reports/tr9/#P2
"""

from __future__ import annotations

import unicodedata

__all__ = ["is_right_to_left"]


def is_right_to_left(text: str) -> bool:
    """Tell whether the first strong letter is one of a right-to-left script; False when there is none."""
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in ("R", "AL"):
            return True
        if kind == "L":
            return False
    return False
