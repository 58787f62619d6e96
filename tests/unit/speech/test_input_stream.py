"""Opening hardware that is particular about rate and channels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest
import sounddevice

from app.domain.errors import MicrophoneUnavailable
from app.domain.messages import AudioDevice
from app.speech.input_stream import InputStream
from app.speech.portaudio import Stream
from app.speech.sources import Source

SOURCE = Source(AudioDevice("usb", "USB", is_default=True), 0, 48_000, 1, 0, most_channels=4)


class _Device(ModuleType):
    """A sounddevice module whose device takes one format, as PortAudio answers for such hardware."""

    def __init__(self, hardware: Hardware) -> None:
        super().__init__("sounddevice")
        self._hardware = hardware

    def InputStream(self, *, samplerate: int, channels: int, **_rest: Any) -> Stream:
        self._hardware.tried.append((samplerate, channels))
        if channels not in self._hardware.channels:
            raise sounddevice.PortAudioError("Error opening InputStream: Invalid number of channels", -9998)
        if samplerate not in self._hardware.rates_hz:
            raise sounddevice.PortAudioError("Error opening InputStream: Invalid sample rate", -9997)
        return _Open()


class _Open:
    def start(self) -> None: ...
    def abort(self) -> None: ...
    def close(self) -> None: ...


@dataclass
class Hardware:
    rates_hz: tuple[int, ...]
    channels: tuple[int, ...]
    tried: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def open(self, make: Callable[[ModuleType], Stream], *, pulse_source: str = "") -> Stream:
        return make(_Device(self))


@pytest.mark.fault("A16")
@pytest.mark.parametrize("rate_hz", [48_000, 44_100, 16_000, 8_000])
def test_a_device_that_knows_one_rate_is_opened_at_it(rate_hz: int) -> None:
    stream = InputStream(SOURCE, lambda: 0.0, Hardware((rate_hz,), (1,)).open)
    stream.open()
    assert (stream.rate_hz, stream.channels) == (rate_hz, 1)


@pytest.mark.fault("A17")
@pytest.mark.parametrize("channels", [2, 4])
def test_a_device_that_refuses_one_channel_is_opened_with_its_own(channels: int) -> None:
    stream = InputStream(SOURCE, lambda: 0.0, Hardware((44_100,), (channels,)).open)
    stream.open()
    assert (stream.rate_hz, stream.channels) == (44_100, channels)


def test_the_first_refusal_is_the_reason_when_nothing_works() -> None:
    hardware = Hardware((), (1,))
    stream = InputStream(SOURCE, lambda: 0.0, hardware.open)
    with pytest.raises(MicrophoneUnavailable) as caught:
        stream.open()
    assert "Invalid sample rate" in caught.value.detail
    assert caught.value.place == "usb"
    assert len(hardware.tried) == len(set(hardware.tried)) == 12
