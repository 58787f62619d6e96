"""Sound files: takes as 16-bit PCM, and any file of a person as samples for the recogniser.

Pure functions over bytes and files, any thread; reading blocks, so callers on the core loop use a worker thread.
"""

from __future__ import annotations

import io
import wave
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import AudioUnreadable
from app.speech.ports import SAMPLE_RATE_HZ, Samples

__all__ = ["from_pcm16", "read_audio", "read_wav", "to_pcm16", "wav_bytes"]

_FULL_SCALE = 32767
"""Largest 16-bit value; the same in both directions, so that a round trip is exact."""

RATES_HZ: Final = range(1_000, 1_000_001)
"""Beyond telephones and beyond the fastest converters (768 kHz) a rate is damage; FFmpeg would resample some of those
for half a minute."""


def to_pcm16(samples: Samples) -> bytes:
    """Turn float32 (n,), -1..1 (clipped), into little-endian 16-bit PCM."""
    return (np.clip(samples, -1.0, 1.0) * _FULL_SCALE).round().astype("<i2").tobytes()


def from_pcm16(pcm: bytes) -> Samples:
    """Turn little-endian 16-bit PCM into float32 (n,), -1..1; an odd last byte (a write cut off) is left out."""
    values = np.frombuffer(pcm, dtype="<i2", count=len(pcm) // 2)
    return np.clip(values.astype(np.float32) / np.float32(_FULL_SCALE), np.float32(-1.0), np.float32(1.0))


def wav_bytes(samples: Samples, rate_hz: int = SAMPLE_RATE_HZ) -> bytes:
    """Return float32 (n,), -1..1, as a complete mono WAV file."""
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(to_pcm16(samples))
    return target.getvalue()


def read_wav(path: Path) -> tuple[NDArray[np.float32], int]:
    """Read a 16-bit WAV without resampling; returns float32 (n, channels), -1..1, and its rate in Hz.

    A header that promises more than the file holds (a recording cut off by a crash) gives what is there.

    Raises:
        AudioUnreadable: no such file, not a 16-bit WAV, or not one sample in it.
    """
    try:
        with wave.open(str(path), "rb") as file:
            channels, width, rate_hz = file.getnchannels(), file.getsampwidth(), file.getframerate()
            pcm = file.readframes(file.getnframes())
    except (OSError, EOFError, RuntimeError, wave.Error) as error:
        # RuntimeError: a chunk that is longer than the file.
        raise AudioUnreadable(str(error), place=str(path)) from error
    if width != 2:
        raise AudioUnreadable(f"{8 * width} bits a sample", place=str(path))
    _check_rate(rate_hz, path)
    samples = from_pcm16(pcm)
    whole = len(samples) - len(samples) % channels
    if whole == 0:
        raise AudioUnreadable("no sample in it", place=str(path))
    return samples[:whole].reshape(-1, channels), rate_hz


def read_audio(path: Path) -> Samples:
    """Read any sound file that FFmpeg knows (WAV, FLAC, MP3, Ogg, M4A ...) as float32 (n,), -1..1, 16 kHz mono.

    Raises:
        AudioUnreadable: empty, a header alone, cut off before the first sample, or not audio (A24).
    """
    import av
    import av.error
    from faster_whisper import decode_audio

    try:
        with av.open(str(path), metadata_errors="ignore") as file:
            # Without a decoder for its format a stream has no rate.
            _check_rate(getattr(file.streams.audio[0], "rate", 0), path)
        # Without split_stereo one array comes back, mixed down from all channels (A18).
        samples = decode_audio(str(path), sampling_rate=SAMPLE_RATE_HZ)
    except (OSError, av.error.FFmpegError, IndexError, ValueError) as error:
        # decode_audio indexes the first audio stream: a film or text without one gives IndexError; an empty
        # resampler output gives ValueError.
        raise AudioUnreadable(str(error), place=str(path)) from error
    assert isinstance(samples, np.ndarray)
    if len(samples) == 0:
        raise AudioUnreadable("no sample in it", place=str(path))
    return samples


def _check_rate(rate_hz: int, path: Path) -> None:
    if rate_hz not in RATES_HZ:
        raise AudioUnreadable(f"{rate_hz} Hz", place=str(path))
