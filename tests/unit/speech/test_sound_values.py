"""Resampling, mixing, levels, WAV: what happens to samples before anyone hears them."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from app.domain.errors import AudioUnreadable, MicrophoneUnavailable
from app.domain.messages import AudioDevice
from app.speech.input_stream import PRE_ROLL_S, QUEUE_S, InputStream, attempts
from app.speech.levels import LevelMeter
from app.speech.portaudio import microphone_error
from app.speech.ports import FRAME, SAMPLE_RATE_HZ, Samples
from app.speech.resampling import Framer
from app.speech.sources import Source, choose_source, listed_devices
from app.speech.wav import from_pcm16, read_audio, read_wav, to_pcm16, wav_bytes

MIC = Source(AudioDevice("mic", "Mic", is_default=True), 1, 44_100, 2, "pulse", "mic")
OTHER = Source(AudioDevice("other", "Other", is_default=False), 2, 48_000, 1, "pulse", "other")
MONITOR = Source(AudioDevice("out.monitor", "Out", is_default=False), 3, 48_000, 2, "pulse", "out", is_monitor=True)


def tone(rate_hz: int, hertz: float, seconds: float = 0.5) -> Samples:
    time_s = np.arange(round(rate_hz * seconds)) / rate_hz
    return (0.5 * np.sin(2 * np.pi * hertz * time_s)).astype(np.float32)


def pitch(samples: Samples) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum)) * SAMPLE_RATE_HZ / len(samples)


def framed(framer: Framer, block: NDArray[np.float32], piece: int) -> Samples:
    frames = [f for start in range(0, len(block), piece) for f in framer.push(block[start : start + piece])]
    frames += framer.push(block[:0], last=True)
    assert all(frame.shape == (FRAME,) and frame.dtype == np.float32 for frame in frames)
    return np.concatenate(frames)


# --- framer ----------------------------------------------------------------------------------------------------


@pytest.mark.fault("A16")
@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 44_100, 48_000, 96_000])
def test_any_rate_keeps_pitch_and_length(rate_hz: int) -> None:
    heard = framed(Framer(rate_hz, 1), tone(rate_hz, 440)[:, None], 441)
    assert pitch(heard[512:6656]) == pytest.approx(440, abs=4)
    assert 8000 <= len(heard) < 8000 + 2 * FRAME


@pytest.mark.fault("A18")
def test_speech_in_the_right_channel_alone_is_as_loud_as_mono() -> None:
    right = tone(16_000, 300)
    heard = framed(Framer(16_000, 2), np.stack((np.zeros_like(right), right), axis=1), 160)
    assert np.abs(heard).max() == pytest.approx(0.5, abs=0.01)


@pytest.mark.fault("A18")
def test_both_channels_are_heard_when_both_carry_sound() -> None:
    left, right = tone(16_000, 1000), tone(16_000, 300)
    spectrum = np.abs(np.fft.rfft(framed(Framer(16_000, 2), np.stack((left, right), axis=1), 160)[:8000]))
    assert spectrum[150] > 900
    assert spectrum[500] > 900


def test_a_channel_that_comes_in_later_does_not_click() -> None:
    left = np.full(3200, 0.5, dtype=np.float32)
    right = np.concatenate((np.zeros(1600, dtype=np.float32), np.full(1600, 0.0002, dtype=np.float32)))
    heard = framed(Framer(16_000, 2), np.stack((left, right), axis=1), 160)[:3200]
    assert np.abs(np.diff(heard)).max() < 0.005


@pytest.mark.fault("A21")
def test_a_new_framer_knows_nothing_of_the_last_take() -> None:
    framed(Framer(48_000, 1), np.ones((4800, 1), dtype=np.float32), 480)
    assert not framed(Framer(48_000, 1), np.zeros((48_000, 1), dtype=np.float32), 480).any()


@given(arrays.arrays(np.float32, st.tuples(st.integers(0, 700), st.integers(1, 3)), elements=st.floats(width=32)))
def test_whatever_a_driver_gives_the_frames_stay_in_range(block: NDArray[np.float32]) -> None:
    heard = np.concatenate([np.zeros(0), *Framer(16_000, block.shape[1]).push(block, last=True)])
    assert np.isfinite(heard).all()
    assert np.abs(heard).max(initial=0.0) <= 1.0


# --- levels ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", [128, FRAME])
def test_levels_come_thirty_times_a_second(piece: int) -> None:
    meter = LevelMeter()
    pieces = 10 * SAMPLE_RATE_HZ // piece
    levels = [level for _ in range(pieces) if (level := meter.push(np.full(piece, 0.25, dtype=np.float32)))]
    assert 295 <= len(levels) <= 300
    assert levels[0].peak == pytest.approx(0.25)
    assert levels[0].rms == pytest.approx(0.25)


def test_a_peak_is_told_once_and_then_forgotten() -> None:
    meter = LevelMeter()
    loud = np.zeros(600, dtype=np.float32)
    loud[7] = -1.0
    first, second = meter.push(loud), meter.push(np.zeros(600, dtype=np.float32))
    assert first is not None
    assert second is not None
    assert (first.peak, second.peak, second.rms) == (1.0, 0.0, 0.0)
    assert meter.push(np.zeros(0, dtype=np.float32)) is None


# --- files -----------------------------------------------------------------------------------------------------


@given(st.binary(max_size=200))
def test_pcm_survives_the_way_through_floats(pcm: bytes) -> None:
    whole = pcm[: len(pcm) // 2 * 2].replace(b"\x00\x80", b"\x01\x80")
    again = to_pcm16(from_pcm16(whole + b"\x01"))
    assert np.abs(np.frombuffer(again, "<i2").astype(int) - np.frombuffer(whole, "<i2")).max(initial=0) <= 1


def test_a_wav_is_read_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "é.wav"
    path.write_bytes(wav_bytes(tone(16_000, 440)))
    samples, rate_hz = read_wav(path)
    assert (rate_hz, samples.shape) == (16_000, (8000, 1))
    assert np.abs(samples[:, 0] - tone(16_000, 440)).max() < 1e-4


def test_a_wav_cut_off_by_a_crash_gives_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "cut.wav"
    path.write_bytes(wav_bytes(tone(16_000, 440))[:3045])
    assert len(read_wav(path)[0]) == (3045 - 44) // 2


@pytest.mark.fault("A18", "A16")
def test_any_file_becomes_16_khz_mono(tmp_path: Path) -> None:
    path = tmp_path / "stereo.wav"
    sound = np.stack((np.zeros(22_050, dtype=np.float32), tone(44_100, 440)), axis=1)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44_100)
        file.writeframes(to_pcm16(sound.ravel()))
    samples = read_audio(path)
    assert samples.dtype == np.float32
    assert len(samples) == pytest.approx(8000, abs=40)
    assert pitch(samples[1000:7000]) == pytest.approx(440, abs=4)


@pytest.mark.fault("A24")
@pytest.mark.parametrize("content", [b"", wav_bytes(np.zeros(0, dtype=np.float32)), b"RIFF", b"hello " * 900, None])
def test_a_file_without_sound_is_named_as_unreadable(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "bad.wav"
    if content is not None:
        path.write_bytes(content)
    for read in (read_audio, read_wav):
        with pytest.raises(AudioUnreadable) as caught:
            read(path)
        assert caught.value.place == str(path)


def test_other_sample_widths_are_refused_for_playing(tmp_path: Path) -> None:
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes(100))
    path = tmp_path / "eight.wav"
    path.write_bytes(target.getvalue())
    with pytest.raises(AudioUnreadable):
        read_wav(path)


# --- choosing and opening --------------------------------------------------------------------------------------


@pytest.mark.fault("A20")
def test_a_missing_microphone_is_named_and_the_default_stands_in() -> None:
    assert choose_source([OTHER, MIC], "headset") == (MIC, "headset")
    assert choose_source([OTHER, MIC], "other") == (OTHER, "")
    assert choose_source([OTHER, MIC], "") == (MIC, "")


def test_what_an_output_plays_is_no_microphone_unless_named() -> None:
    assert listed_devices([MONITOR, MIC]) == (MIC.device,)
    assert choose_source([MONITOR], "out.monitor") == (MONITOR, "")
    with pytest.raises(MicrophoneUnavailable) as caught:
        choose_source([MONITOR], "")
    assert caught.value.code == "microphone-none"


@pytest.mark.fault("A16", "A17", "A18")
def test_the_devices_own_rate_and_channels_are_tried_before_others() -> None:
    tried = list(attempts(MIC))
    assert tried[0] == (44_100, 2)
    assert {(48_000, 2), (16_000, 1), (8_000, 1)} <= set(tried)
    assert len(tried) == len(set(tried))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("Error opening", -9999, (8, -13, "Permission denied")), "microphone-denied"),
        (("Error opening", -9999, (8, -16, "Device or resource busy")), "microphone-busy"),
        (("Error opening: Device unavailable", -9985), "microphone-busy"),
        (("Error opening: Invalid number of channels", -9998), "microphone-unavailable"),
        ((), "microphone-unavailable"),
    ],
)
def test_portaudios_errors_get_our_codes(arguments: tuple[object, ...], code: str) -> None:
    import sounddevice

    error = microphone_error(sounddevice.PortAudioError(*arguments), "mic")
    assert (error.code, error.place) == (code, "mic")


# --- the queue behind a stream ---------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def filled(seconds: float, *, attached: bool) -> InputStream:
    stream = InputStream(OTHER, Clock())
    stream.rate_hz, stream.channels = 16_000, 1
    if attached:
        stream.attach(lambda: None)
    for number in range(round(seconds * 100)):
        stream.receive(np.full((160, 1), number, dtype=np.float32))
    return stream


@pytest.mark.fault("A22")
def test_between_takes_the_newest_300_ms_are_kept() -> None:
    stream = filled(2.0, attached=False)
    stream.attach(lambda: None)
    blocks = stream.take_blocks()
    assert sum(len(block.samples) for block in blocks) == PRE_ROLL_S * 16_000
    assert blocks[-1].samples[0, 0] == 199


def test_a_full_queue_is_told_and_never_grows() -> None:
    stream = filled(QUEUE_S + 1, attached=True)
    assert stream.overrun
    assert sum(len(block.samples) for block in stream.take_blocks()) == QUEUE_S * 16_000


@pytest.mark.fault("A21")
def test_what_a_take_left_is_forgotten() -> None:
    stream = filled(QUEUE_S + 1, attached=True)
    stream.detach()
    assert (stream.take_blocks(), stream.overrun) == ([], False)


def test_silence_of_the_driver_is_measured_by_the_clock() -> None:
    clock = Clock()
    stream = InputStream(OTHER, clock)
    stream.rate_hz, stream.channels = 16_000, 1
    stream.receive(np.zeros((160, 1), dtype=np.float32))
    clock.now_s = 1.6
    assert stream.silent_for_s() == pytest.approx(1.6)
