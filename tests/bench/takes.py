"""Takes for benches and accuracy tests: human clips joined with ordinary pauses, and synthetic sentences."""

from __future__ import annotations

import subprocess
import tempfile
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from app.speech.live import LiveRecognition
from app.speech.ports import FRAME, SAMPLE_RATE_HZ, RawTranscript, Samples

__all__ = [
    "CLIPS",
    "SENTENCES",
    "Take",
    "frames_of",
    "human",
    "joined",
    "play",
    "quiet",
    "read",
    "say",
    "sentence_pairs",
]

CLIPS: Final = Path(__file__).resolve().parents[1] / "fixtures" / "speech"
WORDS: Final = {
    "austen-0870": "and mister john dashwood had then leisure to consider how much there might be prudently in his "
    "power to do for them",
    "austen-0880": "he was not an ill disposed young man",
    "austen-0930": "he might even have been made amiable himself",
    "jfk": "and so my fellow americans ask not what your country can do for you ask what you can do for your country",
}
SENTENCES: Final = (
    "Open the door and let the cat out.",
    "Remind me to call the dentist at nine tomorrow morning.",
    "The meeting was moved to the second floor.",
    "Please write a short note to my sister about the garden.",
    "I would like to order two large coffees and one tea.",
    "The train leaves the station in ten minutes.",
    "We should paint the kitchen walls blue next weekend.",
    "Turn off the lights in the bedroom.",
    "She bought a new bicycle for her birthday.",
    "My phone number has changed since last year.",
    "The report must be ready before Friday afternoon.",
    "He left his umbrella in the taxi.",
    "Can you send me the pictures from our holiday?",
    "The river was higher than usual after the storm.",
    "Set a timer for fifteen minutes.",
    "There is fresh bread on the table.",
    "Our neighbours are building a small wooden house.",
    "I will meet you in front of the library.",
)
VOICES: Final = ("rms", "slt")
ROOM_NOISE: Final = 5e-4
"""Standard deviation, about -66 dBFS."""


@dataclass(frozen=True, slots=True)
class Take:
    name: str
    samples: Samples
    words: str


def read(path: Path) -> Samples:
    """Return a 16 kHz mono WAV as float32 (n,)."""
    with wave.open(str(path)) as source:
        assert (source.getframerate(), source.getnchannels()) == (SAMPLE_RATE_HZ, 1), path
        return np.frombuffer(source.readframes(source.getnframes()), np.int16).astype(np.float32) / np.float32(32768)


def human() -> list[Take]:
    """Return the four human clips."""
    return [Take(name, read(CLIPS / f"{name}.wav"), words) for name, words in WORDS.items()]


def quiet(length_s: float, seed: int = 0) -> Samples:
    """Return the noise of a quiet room."""
    noise = np.random.default_rng(seed).standard_normal(int(length_s * SAMPLE_RATE_HZ))
    return (noise * ROOM_NOISE).astype(np.float32)


def joined(takes: Sequence[Take], seed: int, *, pause_s: tuple[float, float] = (0.2, 0.6)) -> Take:
    """Return ``takes`` one after another in an order and with pauses drawn by ``seed``."""
    rng = np.random.default_rng(seed)
    parts, words = [quiet(0.3, seed)], list[str]()
    for number, index in enumerate(rng.permutation(len(takes))):
        parts += [takes[index].samples, quiet(rng.uniform(*pause_s), seed + number + 1)]
        words.append(takes[index].words)
    return Take(f"joined-{seed}", np.concatenate(parts), " ".join(words))


def say(sentences: Sequence[str], voice: str) -> list[Take]:
    """Let flite say each sentence."""
    takes: list[Take] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, sentence in enumerate(sentences):
            file = Path(folder, f"{number}.wav")
            subprocess.run(["flite", "-voice", voice, "-t", sentence, "-o", str(file)], check=True, timeout=30)
            takes.append(Take(f"{voice}-{number}", read(file), sentence))
    return takes


def sentence_pairs(pause_s: float = 0.3) -> list[tuple[Samples, str, str]]:
    """Return 18 takes of two sentences with a short pause between them (performance.md, "Lost sentences")."""
    pairs: list[tuple[Samples, str, str]] = []
    for voice in VOICES:
        said = say(SENTENCES, voice)
        for first, second in zip(said[::2], said[1::2], strict=True):
            sound = np.concatenate([quiet(0.2), first.samples, quiet(pause_s, 1), second.samples])
            pairs.append((sound, first.words, second.words))
    return pairs


def frames_of(samples: Samples) -> list[Samples]:
    """Cut a take into the frames of the microphone; the last one may be shorter."""
    return [samples[at : at + FRAME] for at in range(0, len(samples), FRAME)]


def play(recognition: LiveRecognition, samples: Samples) -> RawTranscript:
    """Let a live recognition hear a take on a clock that stands still while it decodes."""
    *frames, last = frames_of(samples)
    for frame in frames:
        recognition.advance([frame])
    return recognition.finish([last])
