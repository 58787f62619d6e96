"""Regular expressions of input schemas: written for ECMA-262, run by ``regex`` within a time limit.

A pattern comes from a stranger and may take for ever on some text. Called by ``schema``, on the core loop.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import regex

from app.domain.errors import UnusableSchema

__all__ = ["matches"]

_LONGEST: Final = 500
"""Characters. Compiling cannot be timed out; a hostile pattern of this length costs 0.2 s."""
_MOST_STEPS: Final = 100_000
"""Of a pattern with its repetitions written out, which is what compiling makes of them; as many cost 0.05 s, and
``a{100000000}`` all the memory there is."""

_PIECE: Final = re.compile(
    r"\\u\{(?P<point>[0-9A-Fa-f]{1,6})\}|\\c(?P<control>[A-Za-z])|\\k<(?P<group>\w+)>"
    r"|\\.|\[\^?\]|\{(?P<least>[0-9]+)(?:,[0-9]*)?\}|.",
    re.DOTALL,
)
_CLASSES: Final = {r"\d": "0-9", r"\w": "A-Za-z0-9_"}
_OUTSIDE: Final = {
    r"\d": "[0-9]",
    r"\D": "[^0-9]",
    r"\w": "[A-Za-z0-9_]",
    r"\W": "[^A-Za-z0-9_]",
    "[]": "(?!)",
    "[^]": "(?s:.)",
    "$": r"\Z",
}
"""What ECMA-262 means otherwise than Python: ASCII classes, empty classes, an end without a line feed before it."""


def matches(pattern: str, text: str, *, timeout_s: float) -> bool:
    """Say whether the pattern is found anywhere in the text.

    Raises:
        UnusableSchema: the pattern is no good or too long, or took longer than ``timeout_s``.
    """
    try:
        return _compiled(pattern).search(text, timeout=max(timeout_s, 0.001)) is not None
    except TimeoutError as slow:
        raise UnusableSchema("pattern-slow") from slow


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> regex.Pattern[str]:
    if len(pattern) > _LONGEST or _steps(pattern) > _MOST_STEPS:
        raise UnusableSchema("pattern-long")
    try:
        return regex.compile(_translated(pattern))
    except (regex.error, OverflowError) as wrong:
        raise UnusableSchema("pattern-broken") from wrong


def _steps(pattern: str) -> int:
    """Count the single steps, each as often as it must come at least."""
    inside = False
    totals, last = [0], 0
    for piece in _PIECE.finditer(pattern):
        text = piece[0]
        if inside:
            inside = text != "]"
        elif text == "(":
            totals.append(0)
        elif text == ")" and len(totals) > 1:
            last = totals.pop()
            totals[-1] += last
        elif piece["least"]:
            more = max(int(piece["least"]), 1)
            totals[-1] += last * (more - 1)
            last *= more
        else:
            inside = text == "["
            last = 1
            totals[-1] += 1
    return sum(totals)


def _translated(pattern: str) -> str:
    inside = False
    made: list[str] = []
    for piece in _PIECE.finditer(pattern):
        text = piece[0]
        if piece["point"]:
            made.append(f"\\U{int(piece['point'], 16):08x}")
        elif piece["control"]:
            made.append(f"\\x{ord(piece['control'].upper()) - 64:02x}")
        elif piece["group"]:
            made.append(f"(?P={piece['group']})")
        elif inside:
            inside = text != "]"
            # A bracket in a class would begin a class of POSIX there.
            made.append(_CLASSES.get(text, r"\[" if text == "[" else text))
        else:
            inside = text == "["
            made.append(_OUTSIDE.get(text, text))
    return "".join(made)
