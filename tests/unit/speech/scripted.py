"""A decoder and a detector that are scripted at their ports, for the rules of live and whole recognition.

A frame's first sample tells both what it is: 0 is silence, a whole number is that word. The decoder "hears" the words
of the samples that it is given, so that lost or doubled audio shows as lost or doubled words.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from app.speech.decoder import Decoded, Hints, Segment
from app.speech.endpointing import FRAME_S
from app.speech.ports import FRAME, Samples

__all__ = ["HearingDecoder", "ScriptedDetector", "frames"]


class ScriptedDetector:
    def reset(self) -> None:
        return

    def __call__(self, frame: Samples) -> float:
        return 0.9 if frame[0] else 0.05


@dataclass
class HearingDecoder:
    multilingual: bool = False
    found: str = "de"
    doubt: bool = False
    stamped: bool = False
    """Tell the times of each word."""
    asked: list[tuple[float, int, bool]] = field(default_factory=list[tuple[float, int, bool]])
    """Length in seconds, beam and stamps of each decode."""
    hints: list[Hints] = field(default_factory=list[Hints])
    detected: int = 0
    full: int = 0

    def knows(self, language: str) -> bool:
        return language in {"en", "de"}

    def detect_language(self, samples: Samples) -> str:
        self.detected += 1
        return self.found

    def decode(self, samples: Samples, hints: Hints, *, beam: int, speech_end_s: float, stamps: bool) -> Decoded:
        self.asked.append((len(samples) / 16_000, beam, stamps))
        self.hints.append(hints)
        segments = _segments(samples) if self.stamped else ()
        return Decoded(_words(samples), -1.0, 10, doubtful=self.doubt, segments=segments)

    def decode_fully(self, samples: Samples, hints: Hints) -> Decoded:
        self.full += 1
        return Decoded(_words(samples), -1.0, 10)


def _segments(samples: Samples) -> tuple[Segment, ...]:
    segments: list[Segment] = []
    for number, value in enumerate(samples[::FRAME].astype(int)):
        if value:
            same = segments and segments[-1].text == f"w{value}"
            start_s = segments.pop().start_s if same else number * FRAME_S
            segments.append(Segment(start_s, (number + 1) * FRAME_S, f"w{value}"))
    return tuple(segments)


def _words(samples: Samples) -> str:
    words: list[str] = []
    before = 0
    for value in samples[::FRAME].astype(int):
        if value and value != before:
            words.append(f"w{value}")
        before = value or before
    return " ".join(words)


def frames(value: int, length_s: float) -> list[Samples]:
    return [np.full(FRAME, value, np.float32) for _ in range(round(length_s / FRAME_S))]
