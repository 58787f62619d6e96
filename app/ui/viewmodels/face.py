"""What the notch shows as one frozen value. Imports nothing, because the first frame waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.domain.calls import Picture, Sound
    from app.domain.cards import Card

__all__ = ["BARS", "TAKE_STATES", "Face", "Reach"]

BARS: Final = 24
"""Level bars, one for each level event: at 30 a second they show the last 0.8 s."""

TAKE_STATES: Final = frozenset({"listening", "finishing", "working"})


@dataclass(frozen=True)
class Reach:
    """What a card needs of the world outside."""

    open_url: Callable[[str], None]
    """Opens an https page in the browser."""
    find_app_icon: Callable[[str], str]
    """From the name of a program to an address of its icon; "" when it is not installed (V-9.28)."""
    now_ms: Callable[[], float]
    """Wall clock, since 1970."""


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
    """``said``: the line; ``error``: what failed; ``card``: why the text is here; a turn that works: what it says at
    once (V-14.27)."""
    detail: str = ""
    """``error``: what to do next."""
    text: str = ""
    """``card``: the words, or the caption; a turn that works, and its error: what the person said."""
    styled: str = ""
    """An answer with its marks, as styled text; "" where no agent said it."""
    action: str = ""
    """Label of the one button; "" for none."""
    brief: bool = False
    """``said``: a receipt that nobody waits to read."""
    fix: str = "none"
    """A ``Fix``: what the button does."""
    turn_id: str = ""
    """"" for none."""
    of_turn: bool = False
    """The face of an agent turn that runs, not of its take; ``said``: the answer still grows."""
    started_ms: float = 0.0
    """Wall clock when that turn was opened."""
    call_id: str = ""
    """``working``: the call that runs; "" for a take."""
    icon_path: str = ""
    """File of the icon of the integration that is asked or answered; "" for none."""
    card: Card | None = None
    """``card``: the glance card; ``None`` for a text."""
    pictures: tuple[Picture, ...] = ()
    sounds: tuple[Sound, ...] = ()
    """Shown under the glance card (V-6.32)."""

    @property
    def is_take(self) -> bool:
        """A take runs, and nothing may replace its faces."""
        return self.state in TAKE_STATES and not self.call_id and not self.of_turn
