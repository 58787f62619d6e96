"""Makes the cue sounds in resources/sounds: `python packaging/sounds.py FOLDER`.

Own work, no recording: soft sine notes with a little of their octave, 48 kHz, 16 bit, mono.
"""

from __future__ import annotations

import sys
import wave
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

RATE_HZ: Final = 48_000
ATTACK_S: Final = 0.006
"""Shorter than this a note begins with a click."""
RELEASE_S: Final = 0.03
PEAK: Final = 0.5
"""-6 dBFS; the volume setting comes on top."""

Note = tuple[float, float, float]
"""Start in seconds, pitch in hertz, loudness 0..1."""

CUES: Final[dict[str, tuple[float, tuple[Note, ...]]]] = {
    "start": (0.26, ((0.0, 659.26, 0.8), (0.08, 987.77, 1.0))),
    "stop": (0.26, ((0.0, 987.77, 0.8), (0.08, 659.26, 1.0))),
    "cancel": (0.2, ((0.0, 493.88, 1.0),)),
    "error": (0.3, ((0.0, 329.63, 1.0), (0.12, 261.63, 1.0))),
}
"""Length in seconds and notes (E5, B5, B4, E4, C4): up for start, down for stop, one for cancel, two low for error."""


def note(pitch_hz: float, seconds: float) -> NDArray[np.float64]:
    """Return one note, -1..1, that swells in and dies away."""
    time_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    wave_form = np.sin(2 * np.pi * pitch_hz * time_s) + 0.2 * np.sin(4 * np.pi * pitch_hz * time_s)
    swell = np.minimum(time_s / ATTACK_S, 1.0) * np.minimum((seconds - time_s) / RELEASE_S, 1.0)
    return wave_form * swell * np.exp(-time_s / 0.07)


def cue(name: str) -> bytes:
    """Return the 16-bit samples of one cue."""
    length_s, notes = CUES[name]
    sound = np.zeros(round(length_s * RATE_HZ))
    for start_s, pitch_hz, loudness in notes:
        start = round(start_s * RATE_HZ)
        sound[start:] += loudness * note(pitch_hz, length_s - start_s)[: len(sound) - start]
    return (sound / np.abs(sound).max() * PEAK * 32767).round().astype("<i2").tobytes()


def main(folder: Path) -> None:
    """Write all cues."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in CUES:
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            file.writeframes(cue(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
