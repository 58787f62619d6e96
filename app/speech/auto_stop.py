"""When a take that began by itself is over: nobody said anything, or somebody did and has been silent since.

Made by ``bootstrap`` for each follow-up take after a spoken answer; asked by ``runtime/take`` for each frame, on the
core loop. Pure but for the detector, which takes about 0.1 ms a frame. Time is counted in samples: a slow machine
changes nothing.
"""

from __future__ import annotations

from typing import Final

import anyio.to_thread

from app.speech.detector import SileroDetector
from app.speech.endpointing import Endpointer, seconds
from app.speech.ports import Samples, SpeechDetector

__all__ = ["PAUSE_S", "WAIT_S", "AutoStop", "load_auto_stop"]

WAIT_S: Final = 4.0
"""For the first word; who has a next question has begun by then, and the microphone is not left open for longer."""
PAUSE_S: Final = 0.9
"""Silence that ends what was said; people pause up to some 0.7 s within a sentence."""


class AutoStop:
    """Judges the frames of one take."""

    def __init__(self, detector: SpeechDetector, *, wait_s: float = WAIT_S, pause_s: float = PAUSE_S) -> None:
        """``detector`` is this object's alone for the take; it is reset here."""
        detector.reset()
        self._detector = detector
        self._wait_s = wait_s
        self._pause_s = pause_s
        self._ends = Endpointer()

    @property
    def heard(self) -> bool:
        """Somebody said something; False at the end means that nobody did."""
        return bool(self._ends.spans)

    def push(self, frame: Samples) -> bool:
        """Hear the next float32 (512,); True: the take is over."""
        self._ends.push(self._detector(frame))
        if self._ends.speaking:
            return False
        if not self._ends.spans:
            return seconds(self._ends.now) >= self._wait_s
        self._ends.forget(self._ends.spans[-1].first)
        return seconds(self._ends.now - self._ends.spans[-1].end) >= self._pause_s


async def load_auto_stop() -> AutoStop:
    """Make one with Silero's detector; loading takes some 50 ms, on a thread.

    Raises:
        RecogniserFailed: the detector cannot be loaded.
    """
    return AutoStop(await anyio.to_thread.run_sync(SileroDetector))
