"""Sound files with a damaged or invented header: samples or ``AudioUnreadable``, soon, and nothing else."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from app.domain.errors import AudioUnreadable
from app.speech.wav import read_audio, read_wav

MOST_SAMPLES = 16_000 * 60
"""200 bytes at the slowest rate that counts as sound are far shorter."""


def wav(rate_hz: int, *, tag: int = 1, channels: int = 1, bits: int = 16, data: bytes = bytes(200)) -> bytes:
    align = max(1, channels * bits // 8) & 0xFFFF
    chunk = struct.pack("<HHIIHH", tag, channels, rate_hz, rate_hz * align & 0xFFFFFFFF, align, bits)
    sizes = struct.pack("<I", 36 + len(data)), struct.pack("<I", len(data))
    return b"RIFF" + sizes[0] + b"WAVEfmt \x10\0\0\0" + chunk + b"data" + sizes[1] + data


def check(read: Callable[[Path], Any], content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.wav"
        file.write_bytes(content)
        try:
            found = read(file)
        except AudioUnreadable:
            return
    samples = found[0] if isinstance(found, tuple) else found
    assert np.isfinite(samples).all()
    assert np.abs(samples).max() <= 1.0
    assert len(samples) < MOST_SAMPLES
    if isinstance(found, tuple):
        assert found[1] > 0


headers = st.builds(
    wav,
    st.sampled_from([0, 1, 7_999, 8_000, 44_100, 192_000, 688_000_000, 2**32 - 1]),
    tag=st.sampled_from([0, 1, 3, 6, 7, 0x55, 0xFFFE]),
    channels=st.sampled_from([0, 1, 2, 3, 8, 255, 65_535]),
    bits=st.sampled_from([0, 1, 4, 8, 12, 16, 24, 32, 64, 65_535]),
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good file with some of its first bytes changed, perhaps cut off."""
    content = bytearray(wav(16_000))
    for place, value in draw(st.lists(st.tuples(st.integers(0, 47), st.integers(0, 255)), max_size=6)):
        content[place] = value
    return bytes(content[: draw(st.integers(0, len(content)))])


contents = headers | damaged() | st.binary(max_size=300).map(lambda rest: wav(16_000)[:12] + rest)


@pytest.mark.timeout(10)
@pytest.mark.parametrize("read", [read_audio, read_wav])
@pytest.mark.parametrize("rate_hz", [0, 1, 688_000_000, 2**32 - 1])
def test_a_rate_that_no_sound_has_is_told_as_unreadable(
    tmp_path: Path, read: Callable[[Path], Any], rate_hz: int
) -> None:
    file = tmp_path / "x.wav"
    file.write_bytes(wav(rate_hz))
    with pytest.raises(AudioUnreadable):
        read(file)


def test_a_chunk_longer_than_its_file_is_told_as_unreadable(tmp_path: Path) -> None:
    file = tmp_path / "x.wav"
    file.write_bytes(b"RIFF\x20\0\0\0WAVEjunk\xff\0\0\0" + bytes(50))
    with pytest.raises(AudioUnreadable):
        read_wav(file)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(contents)
def test_any_header_gives_samples_or_is_told_as_unreadable(content: bytes) -> None:
    check(read_audio, content)
    check(read_wav, content)
