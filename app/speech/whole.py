"""Recognition of a finished take: a retry, a file. The same decoder as live, with time to be careful.

Called by ``transcriber.py`` in the recogniser's thread, one window at a time, so that a long take can be cancelled.
"""

from __future__ import annotations

import math
from typing import Final

from app.speech.decoder import Decoded, Decoder, Hints
from app.speech.endpointing import Endpointer, Span, seconds
from app.speech.language import LanguageChoice
from app.speech.ports import FRAME, RawTranscript, RecognitionOptions, Samples, SpeechDetector
from app.speech.settled import SettledText

__all__ = ["WholeRecognition"]

_WINDOW_S: Final = 25.0
"""Longest window; Whisper's own is 30 s, and the sound around speech needs room."""
_MARGIN_S: Final = 0.3
"""Sound kept around speech."""
_BEAM: Final = 5


class WholeRecognition:
    """One take of any length."""

    def __init__(
        self, decoder: Decoder, detector: SpeechDetector, samples: Samples, options: RecognitionOptions
    ) -> None:
        """Find the speech in ``samples``, float32 (n,); about 3 ms for each second."""
        self._decoder = decoder
        self._samples = samples
        self._vocabulary = ", ".join(options.vocabulary)
        self._language = LanguageChoice(decoder, options.language)
        self._ends = Endpointer()
        detector.reset()
        for at in range(0, len(samples) - FRAME + 1, FRAME):
            self._ends.push(detector(samples[at : at + FRAME]))
        self._windows = self._plan()
        self._text = SettledText()

    def step(self) -> bool:
        """Decode the next window; false when there is none left."""
        if not self._windows:
            return False
        self._text.add(self._decode(self._windows.pop(0)))
        return True

    def result(self) -> RawTranscript:
        return self._text.transcript(self._language.code)

    def _plan(self) -> list[Span]:
        """Fill windows with neighbouring speech, cutting at pauses, and in speech only where there is no pause."""
        longest = int(_WINDOW_S / seconds(1))
        windows: list[Span] = []
        for span in self._ends.spans:
            rest = span
            if windows and rest.end - windows[-1].first <= longest:
                windows[-1] = Span(windows[-1].first, rest.end)
                continue
            while rest.end - rest.first > longest:
                cut = self._ends.quietest(rest.first + longest // 2, rest.first + longest)
                windows.append(Span(rest.first, cut))
                rest = Span(cut, rest.end)
            windows.append(rest)
        return windows

    def _decode(self, window: Span) -> Decoded:
        margin = math.ceil(_MARGIN_S / seconds(1))
        first, end = max(0, window.first - margin), min(self._ends.now, window.end + margin)
        samples = self._samples[first * FRAME : end * FRAME]
        self._language.hear(samples, seconds(window.end - window.first))
        hints = Hints(self._language.code, self._vocabulary)
        found = self._decoder.decode(samples, hints, beam=_BEAM, speech_end_s=seconds(window.end - first), stamps=True)
        return self._decoder.decode_fully(samples, hints) if found.doubtful else found
