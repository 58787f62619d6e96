"""Levels of the microphone as heights of bars."""

from __future__ import annotations

from typing import Final

__all__ = ["bar_height"]

LOUDNESS_EXPONENT: Final = 0.6
"""Loudness grows with this power of sound pressure (Stevens' law), so a bar is as high as the sound seems loud."""
FLOOR: Final = 0.003
"""Full scale is 1: the noise of a quiet room, -50 dB, gives no bar."""


def bar_height(peak: float) -> float:
    """Return 0..1 for a peak of 0..1 full scale."""
    heard = (min(peak, 1.0) - FLOOR) / (1 - FLOOR)
    return heard**LOUDNESS_EXPONENT if heard > 0 else 0.0
