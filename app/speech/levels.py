"""How loud the microphone is, for the bars of the notch.

Pure; used on the core loop by the voice run and the microphone test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from app.speech.ports import SAMPLE_RATE_HZ, Samples

__all__ = ["Level", "LevelMeter"]

LEVELS_PER_S: Final = 30
"""design/ui.md: level bars move at most 30 times a second, only while listening."""


@dataclass(frozen=True, slots=True)
class Level:
    peak: float
    """0..1, full scale."""
    rms: float
    """0..1."""


class LevelMeter:
    """Measures peak and root mean square, 30 times a second of sound; counts samples, knows no clock."""

    def __init__(self) -> None:
        self._due = 0
        self._start_over()

    def _start_over(self) -> None:
        self._count = 0
        self._peak = 0.0
        self._energy = 0.0

    def push(self, samples: Samples) -> Level | None:
        """Add float32 (n,), -1..1; returns a level once one is due."""
        if len(samples):
            wide = samples.astype(np.float64)
            self._peak = max(self._peak, float(np.abs(wide).max()))
            self._energy += float(wide @ wide)
            self._count += len(samples)
            self._due += len(samples) * LEVELS_PER_S
        if self._due < SAMPLE_RATE_HZ:
            return None
        # What is over counts for the next one: frames of 32 ms would else give a level only every second time.
        self._due = min(self._due - SAMPLE_RATE_HZ, SAMPLE_RATE_HZ)
        level = Level(peak=min(1.0, self._peak), rms=min(1.0, (self._energy / self._count) ** 0.5))
        self._start_over()
        return level
