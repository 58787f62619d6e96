"""What the notch shows as one frozen value. Imports nothing, because the first frame waits for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["BARS", "TAKE_STATES", "Face"]

BARS: Final = 24
"""Level bars, one for each level event: at 30 a second they show the last 0.8 s."""

TAKE_STATES: Final = frozenset({"listening", "finishing", "working"})


@dataclass(frozen=True)
class Face:
    """All that the notch shows, but the level bars."""

    state: str = "idle"
    kind: str = "dictate"
    """A ``TurnKind``."""
    target: str = ""
    """Name of the program the words go to."""
    locked: bool = False
    committed: str = ""
    tentative: str = ""
    right_to_left: bool = False
    hint: str = ""
    """One line inside the faces of a take."""
    title: str = ""
    """``said``: the line; ``error``: what failed; ``card``: why the text is here."""
    detail: str = ""
    """``error``: what to do next."""
    text: str = ""
    """``card``: the words."""
    action: str = ""
    """Label of the one button; "" for none."""
    brief: bool = False
    """``said``: a receipt that nobody waits to read."""
    fix: str = "none"
    """A ``Fix``: what the button does."""
    turn_id: str = ""
    """"" for none."""
