"""Where speech begins, pauses and ends: pure rules over the detector's likelihoods.

Used by the live recognition in the recogniser's thread. All positions are frames of 32 ms since the take began.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from app.speech.ports import FRAME, SAMPLE_RATE_HZ

__all__ = ["FRAME_S", "Endpointer", "Span", "seconds"]

FRAME_S: Final = FRAME / SAMPLE_RATE_HZ
_ON: Final = 0.5
_OFF: Final = 0.35
"""Silero's own thresholds: speech starts above the first and ends below the second."""
_SHORTEST: Final = 3
"""Frames of speech that count as a word; a click is shorter (a spoken "no" takes five or more)."""


def seconds(frames: int) -> float:
    """Return the length of ``frames`` in seconds."""
    return frames * FRAME_S


@dataclass(frozen=True, slots=True)
class Span:
    """Frames ``first`` up to but without ``end``."""

    first: int
    end: int


class Endpointer:
    """Keeps the spans of speech of one take."""

    def __init__(self) -> None:
        self.now = 0
        """Frames heard so far."""
        self.spans: list[Span] = []
        """Speech since the last :meth:`forget`; the last one may still grow."""
        self.speaking = False
        self._since = 0
        self._likelihoods: list[float] = []
        self._forgotten = 0

    def push(self, likelihood: float) -> None:
        """Take the detector's 0..1 for the next frame."""
        frame = self.now
        self.now += 1
        self._likelihoods.append(likelihood)
        if likelihood >= (_OFF if self.speaking else _ON):
            if not self.speaking:
                self.speaking, self._since = True, frame
            if self.spans and self.spans[-1].first == self._since:
                self.spans[-1] = Span(self._since, self.now)
            elif self.now - self._since >= _SHORTEST:
                self.spans.append(Span(self._since, self.now))
        else:
            self.speaking = False

    def forget(self, before: int) -> None:
        """Drop what ended at or before frame ``before``."""
        self.spans = [span for span in self.spans if span.end > before]
        del self._likelihoods[: max(0, before - self._forgotten)]
        self._forgotten = max(self._forgotten, before)

    def speech(self, first: int, end: int) -> list[Span]:
        """Return the speech inside the frames ``first`` to ``end``, clipped to them."""
        return [Span(max(s.first, first), min(s.end, end)) for s in self.spans if s.end > first and s.first < end]

    def longest_pause_s(self, first: int, end: int) -> float:
        """Return the longest silence between two spans of speech inside ``first`` to ``end``."""
        inside = self.speech(first, end)
        return max((seconds(b.first - a.end) for a, b in pairwise(inside)), default=0.0)

    def quietest(self, first: int, end: int) -> int:
        """Return the frame of ``first`` to ``end`` that is least likely speech; the latest of equals."""
        part = self._likelihoods[first - self._forgotten : end - self._forgotten]
        return end - 1 - min(range(len(part)), key=lambda i: part[::-1][i])
