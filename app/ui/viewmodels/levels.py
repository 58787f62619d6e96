"""Levels of the microphone as heights of bars."""

from __future__ import annotations

from typing import Final

__all__ = ["bar_height"]

EXPONENT: Final = 0.8
"""Between sound pressure (1), where quiet syllables vanish, and loudness (0.6, Stevens' law), where all look alike."""
FULL: Final = 0.5
"""Peak of the highest bar, full scale being 1: speech peaks at 0.1 to 0.4, and would fill but half of the bar."""
FLOOR: Final = 0.003
"""The noise of a quiet room, -50 dB, gives no bar."""


def bar_height(peak: float) -> float:
    """Return 0..1 for a peak of 0..1 full scale."""
    heard = (min(peak, FULL) - FLOOR) / (FULL - FLOOR)
    return heard**EXPONENT if heard > 0 else 0.0
