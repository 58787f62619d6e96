"""Release to final text, and the words, against a plain offline pass of the same takes (goals 1 to 5 of the method).

Run by ``sh packaging/test bench asr``. The offline pass is faster-whisper as it comes: beam 5, all at release. The live
recognition hears each take on a virtual clock: decodes really run, and while one runs its time passes, so that one that
is still running at release is waited for. Both are measured in turns on the same take.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from faster_whisper import WhisperModel

from app.speech.decoder import WhisperDecoder
from app.speech.detector import SileroDetector
from app.speech.endpointing import FRAME_S
from app.speech.live import LiveRecognition
from app.speech.models import ModelCatalogue
from app.speech.ports import FRAME, SAMPLE_RATE_HZ, RecognitionOptions, Samples
from tests.bench.takes import Take, frames_of, human, joined, quiet, sentence_pairs
from tests.bench.wer import wer_percent, words_of

__all__ = ["Bench", "run"]

THREADS: Final = 2
LAGS_S: Final = (0.0, 0.4)
"""Silence between the last word and the release."""
LONG_TAKES: Final = 3
ROUNDS_SHORT: Final = 2


@dataclass
class Group:
    """Figures of takes of one length at one lag."""

    live_s: list[float] = field(default_factory=list[float])
    offline_s: list[float] = field(default_factory=list[float])
    live_pairs: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    offline_pairs: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    busy: list[float] = field(default_factory=list[float])
    """Share of the take's time in which the decoder worked."""

    def ratios(self) -> list[float]:
        return [live / offline for live, offline in zip(self.live_s, self.offline_s, strict=True)]


class Bench:
    """One model, both ways."""

    def __init__(self, folder: Path) -> None:
        self._decoder = WhisperDecoder(folder, THREADS)
        self._detector = SileroDetector()
        self._full = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=THREADS)

    def until_speech_ends(self, samples: Samples) -> Samples:
        """Cut a take where the detector hears the last of it."""
        self._detector.reset()
        end = 0
        for at in range(0, len(samples) - FRAME + 1, FRAME):
            if self._detector(samples[at : at + FRAME]) > 0.35:
                end = at + FRAME
        return samples[: end + FRAME]

    def offline(self, samples: Samples) -> tuple[str, float]:
        """Return the text and the seconds it took."""
        start = time.perf_counter()
        segments, _ = self._full.transcribe(samples, language="en")
        text = " ".join(segment.text.strip() for segment in segments)
        return text, time.perf_counter() - start

    def live(self, samples: Samples, *, preview: bool = True) -> tuple[str, float, float]:
        """Return the text, the seconds from release to it, and the decoder's share of the take's time."""
        options = RecognitionOptions(language="en", preview=preview)
        recognition = LiveRecognition(self._decoder, self._detector, options)
        waiting: list[Samples] = []
        free_at = worked = now = 0.0
        *frames, last = frames_of(samples)
        for frame in frames:
            now += FRAME_S
            waiting.append(frame)
            if free_at <= now:
                start = time.perf_counter()
                recognition.advance(waiting)
                took = time.perf_counter() - start
                waiting = []
                worked += took
                free_at = now + took
        release = len(samples) / SAMPLE_RATE_HZ
        start = time.perf_counter()
        text = recognition.finish([*waiting, last]).text
        return text, max(0.0, free_at - release) + time.perf_counter() - start, worked / release

    def measure(self, takes: Sequence[Take], lag_s: float) -> Group:
        """Measure both ways in turns."""
        group = Group()
        for number, take in enumerate(takes):
            sound = np.concatenate([self.until_speech_ends(take.samples), quiet(lag_s, number)])
            offline, offline_s = self.offline(sound)
            live, live_s, busy = self.live(sound)
            group.live_s.append(live_s)
            group.offline_s.append(offline_s)
            group.busy.append(busy)
            group.live_pairs.append((take.words, live))
            group.offline_pairs.append((take.words, offline))
        return group

    def lost_sentences(self) -> tuple[int, int]:
        """Return how many sentences of pairs with a short pause were lost, and of how many pairs."""
        pairs = sentence_pairs()
        lost = 0
        for samples, *sentences in pairs:
            heard = set(words_of(self.live(samples, preview=False)[0]))
            lost += sum(len(words & heard) < len(words) / 2 for words in (set(words_of(s)) for s in sentences))
        return lost, len(pairs)


def _p90(values: Sequence[float]) -> float:
    return float(np.percentile(values, 90))


def run(model: Path | None = None) -> dict[str, float | int | str]:
    """Measure tiny.en, or the model in a folder."""
    with tempfile.TemporaryDirectory() as nowhere:
        folder = model or ModelCatalogue(Path(nowhere), Path(nowhere)).installed("tiny.en").folder
    bench = Bench(folder)
    short, long = human() * ROUNDS_SHORT, [joined(human(), seed) for seed in range(LONG_TAKES)]
    bench.measure(short[:1], 0.0)  # the first decodes of a process are slow
    figures: dict[str, float | int | str] = {"model": "tiny.en" if model is None else model.name}
    live_pairs: list[tuple[str, str]] = []
    offline_pairs: list[tuple[str, str]] = []
    release_s: dict[str, float] = {}
    for name, takes in (("short", short), ("long", long)):
        for lag_s in LAGS_S:
            group = bench.measure(takes, lag_s)
            key = f"{name} take, {lag_s * 1000:.0f} ms before release"
            figures[f"{key}: release to text / offline, p50"] = round(statistics.median(group.ratios()), 4)
            figures[f"{key}: release to text / offline, p90"] = round(_p90(group.ratios()), 4)
            figures[f"{key}: decoder busy while speaking"] = round(statistics.mean(group.busy), 3)
            release_s[key] = statistics.median(group.live_s)
            live_pairs += group.live_pairs
            offline_pairs += group.offline_pairs
    figures["release to text on the last word: long / short take"] = round(
        release_s["long take, 0 ms before release"] / release_s["short take, 0 ms before release"], 2
    )
    figures["words wrong, live, %"] = round(wer_percent(live_pairs), 2)
    figures["words wrong, offline, %"] = round(wer_percent(offline_pairs), 2)
    figures["words wrong, live minus offline, points"] = round(wer_percent(live_pairs) - wer_percent(offline_pairs), 2)
    figures["sentences lost"], figures["pairs of sentences"] = bench.lost_sentences()
    return figures
