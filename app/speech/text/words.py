"""What counts as a word, for every rule: Unicode letters, marks, digits and the signs inside a word.

Pure, any thread; used by the sibling modules only.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["LONGEST_PATTERN", "WORD_END", "WORD_START", "close_signs", "spaced", "tidy_spaces"]

WORD_START: Final = r"(?<![\w\u0300-\u036f])(?:(?<!\w['\u2019])|(?<=\b[cdjlmnst]['\u2019])|(?<=\bqu['\u2019]))"
"""Start of a whole word. An apostrophe between letters is inside a word: "don't" holds no word "t". A French or
Italian elision ("l'hôpital") is not: its second half is a word."""

WORD_END: Final = r"(?![\w\u0300-\u036f])(?!['\u2019](?!s\b)\w)"
"""End of a whole word; a combining accent belongs to the letter before it, an English possessive does not."""

LONGEST_PATTERN: Final = 400
"""Characters of a rule that take part in matching; twice the longest rule the settings allow."""

_SPACES: Final = re.compile(r"[^\S\n\u00a0\u202f]+")
"""No-break spaces stay: French signs are written with them."""
_BREAKS: Final = re.compile(r" ?\n ?")
_MANY_BREAKS: Final = re.compile(r"\n{3,}")
_BEFORE_SIGN: Final = re.compile(r" +(?=[,.;:!?…](?:\s|$))")


def spaced(words: str) -> str:
    """Return a pattern for ``words`` that takes any run of spaces for a space."""
    return r"\s+".join(re.escape(part) for part in words[:LONGEST_PATTERN].split())


def tidy_spaces(text: str) -> str:
    """Make runs of spaces one, at most one empty line, and none at either end."""
    text = _SPACES.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _MANY_BREAKS.sub("\n\n", _BREAKS.sub("\n", text)).strip()


def close_signs(text: str) -> str:
    """Take out the space before a sign that ends a clause, where removed words left one."""
    return _BEFORE_SIGN.sub("", text)
