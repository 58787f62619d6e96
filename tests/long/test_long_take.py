"""A take of two hours, heard as fast as it goes: what is kept of it stays small, and no word is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest

from app.speech.live import LiveRecognition
from app.speech.ports import RecognitionOptions, Samples
from tests.unit.speech.scripted import HearingDecoder, ScriptedDetector, frames

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

LENGTH_S: Final = 7200.0
MOST_KEPT_S: Final = 90.0
"""Joined pieces of 22 s, an open one of 14 s and the last frozen ones; two hours would be 460 MB of samples."""


def two_hours() -> Iterator[tuple[list[Samples], str]]:
    """Give sentences with pauses, now and then a monologue without any or minutes of silence."""
    chance = random.Random(7)
    said_s, word = 0.0, 0
    while said_s < LENGTH_S:
        length = chance.choice([1.5, 3.0, 6.0, 9.0]) if chance.random() < 0.97 else 60.0
        pause = chance.choice([0.2, 0.5, 0.9, 1.8]) if chance.random() < 0.98 else 300.0
        sentence: list[Samples] = []
        words: list[str] = []
        for _ in range(round(length / 0.5)):
            word += 1
            words.append(f"w{word}")
            sentence += frames(word, 0.5)
        yield sentence + frames(0, pause), " ".join(words)
        said_s += length + pause


def test_two_hours_of_speech_keep_only_the_newest_sound_and_every_word() -> None:
    decoder = HearingDecoder(stamped=True)
    live = LiveRecognition(decoder, ScriptedDetector(), RecognitionOptions(language="en"))
    said: list[str] = []
    most_frames = most_marks = most_pieces = 0
    for sound, words in two_hours():
        said.append(words)
        for start in range(0, len(sound), 4):
            live.advance(sound[start : start + 4])
        most_frames = max(most_frames, len(live._audio))
        most_marks = max(most_marks, len(live._ends.spans), len(live._ends._likelihoods))
        most_pieces = max(most_pieces, len(live._pieces))
        decoder.asked.clear()
        decoder.hints.clear()
    heard = live.finish([]).text.split()
    assert most_frames * 0.032 < MOST_KEPT_S
    assert most_marks * 0.032 < MOST_KEPT_S
    assert most_pieces < 30
    expected = " ".join(said).split()
    assert set(expected) <= set(heard), "words were lost"
    # A word may be cut in two where a monologue has no pause.
    assert len(heard) <= len(expected) * 1.02
