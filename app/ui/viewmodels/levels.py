"""Levels of the microphone as heights of bars."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["bar_height"]

QUIET_DB: Final = -48.0
"""A quiet room stays at the bottom."""
LOUD_DB: Final = -6.0
"""Speech close to the microphone fills the bar."""


def bar_height(peak: float) -> float:
    """Return 0..1 for a peak of 0..1 full scale, even to the ear: linear in decibels."""
    if peak <= 0:
        return 0.0
    decibels = 20 * math.log10(peak)
    return min(max((decibels - QUIET_DB) / (LOUD_DB - QUIET_DB), 0.0), 1.0)
