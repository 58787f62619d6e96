"""The end of a take that began by itself, over likelihoods written by hand and over real speech."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from app.speech.auto_stop import PAUSE_S, WAIT_S, AutoStop, load_auto_stop
from app.speech.endpointing import FRAME_S
from app.speech.ports import FRAME, SAMPLE_RATE_HZ, Samples
from app.speech.wav import read_wav

SPEECH = Path(__file__).resolve().parents[2] / "fixtures" / "speech" / "austen-0870.wav"
FRAME_OF = np.zeros(FRAME, dtype=np.float32)


class Scripted:
    """A detector that gives what it is told, then silence."""

    def __init__(self, likelihoods: Iterable[float]) -> None:
        self._likelihoods = iter(likelihoods)
        self.resets = 0

    def reset(self) -> None:
        self.resets += 1

    def __call__(self, frame: Samples) -> float:
        return next(self._likelihoods, 0.0)


def seconds_until_over(stop: AutoStop, most_s: float = 60.0) -> float:
    for frames in range(1, round(most_s / FRAME_S)):
        if stop.push(FRAME_OF):
            return frames * FRAME_S
    raise AssertionError("it never ends")


def test_a_take_in_which_nobody_speaks_ends_after_the_wait() -> None:
    stop = AutoStop(Scripted([]))
    assert seconds_until_over(stop) == pytest.approx(WAIT_S, abs=FRAME_S)
    assert not stop.heard


def test_a_take_ends_after_the_silence_that_follows_what_was_said() -> None:
    stop = AutoStop(Scripted([0.0] * 30 + [0.9] * 40))
    assert seconds_until_over(stop) == pytest.approx(70 * FRAME_S + PAUSE_S, abs=2 * FRAME_S)
    assert stop.heard


def test_a_pause_for_breath_does_not_end_it() -> None:
    pause = [0.0] * 20
    stop = AutoStop(Scripted([0.9] * 40 + pause + [0.9] * 40 + pause + [0.9] * 40))
    assert seconds_until_over(stop) == pytest.approx(160 * FRAME_S + PAUSE_S, abs=2 * FRAME_S)


def test_who_begins_in_the_last_moment_is_heard_out() -> None:
    late = int(WAIT_S / FRAME_S) - 1
    stop = AutoStop(Scripted([0.0] * late + [0.9] * 100))
    assert seconds_until_over(stop) > WAIT_S + 2
    assert stop.heard


def test_a_click_is_nobody_speaking() -> None:
    stop = AutoStop(Scripted([0.0] * 20 + [0.9] * 2))
    assert seconds_until_over(stop) == pytest.approx(WAIT_S, abs=FRAME_S)
    assert not stop.heard


def test_each_take_begins_with_a_fresh_detector() -> None:
    detector = Scripted([])
    AutoStop(detector)
    assert detector.resets == 1


@pytest.mark.anyio
async def test_a_real_sentence_is_taken_whole_and_then_the_take_ends() -> None:
    samples, rate_hz = read_wav(SPEECH)
    assert rate_hz == SAMPLE_RATE_HZ
    speech = np.concatenate((samples[:, 0], np.zeros(3 * SAMPLE_RATE_HZ, dtype=np.float32)))
    stop = await load_auto_stop()
    frames = [speech[start : start + FRAME] for start in range(0, len(speech) - FRAME, FRAME)]
    over = next(number for number, frame in enumerate(frames) if stop.push(frame))
    # Its last word ends at 6.8 s, as the detector hears it.
    assert over * FRAME_S == pytest.approx(6.8 + PAUSE_S, abs=0.2)
    assert stop.heard
