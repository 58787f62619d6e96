"""Sounds of tools: what FFmpeg reads becomes a WAV that plays, and leaves nothing behind."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path

import av
import numpy as np
import pytest

from app.domain.errors import AudioUnreadable
from app.speech import sounds
from app.speech.wav import read_wav, wav_bytes

pytestmark = pytest.mark.anyio

TONE = (0.5 * np.sin(2 * np.pi * 440 * np.arange(16_000) / 16_000)).astype(np.float32)


def encoded(name: str, codec: str) -> bytes:
    """Return a second of a tone in another format."""
    target = io.BytesIO()
    with av.open(target, "w", format=name) as container:
        stream = container.add_stream(codec, rate=48_000, layout="mono")
        assert isinstance(stream, av.AudioStream)
        frame = av.AudioFrame.from_ndarray((TONE * 32767).astype(np.int16).reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = 16_000
        resampler = av.AudioResampler(format=stream.format, layout="mono", rate=48_000, frame_size=stream.frame_size)
        for even in (*resampler.resample(frame), *resampler.resample(None)):
            container.mux(stream.encode(even))
        container.mux(stream.encode(None))
    return target.getvalue()


@pytest.mark.clause("V-6.32")
@pytest.mark.parametrize(("form", "codec"), [("wav", ""), ("flac", "flac"), ("ogg", "libopus")])
async def test_a_sound_of_any_usual_format_becomes_a_file_that_plays(
    form: str, codec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    data = wav_bytes(TONE) if codec == "" else encoded(form, codec)
    async with sounds.playable(data) as file:
        samples, rate_hz = read_wav(file)
    assert rate_hz == 48_000
    assert 0.9 < len(samples) / rate_hz < 1.1
    assert float(np.abs(samples).max()) > 0.3
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - an async test


@pytest.mark.parametrize("data", [b"", b"no sound at all" * 100, wav_bytes(np.zeros(0, np.float32))])
async def test_what_is_no_sound_is_told(data: bytes) -> None:
    with pytest.raises(AudioUnreadable):
        async with sounds.playable(data):
            pass


async def test_a_sound_without_an_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sounds, "MOST_S", 0.25)
    monkeypatch.setattr(sounds, "_RATE_HZ", 8_000)
    async with sounds.playable(wav_bytes(TONE)) as file:
        samples, rate_hz = read_wav(file)
    assert len(samples) == rate_hz // 4
