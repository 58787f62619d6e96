"""Values: one sound input and the way to open it, and the choice among several. Pure, any thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.errors import MicrophoneUnavailable
from app.domain.messages import AudioDevice

__all__ = ["Source", "choose_source", "listed_devices"]


@dataclass(frozen=True, slots=True)
class Source:
    """One input and the way to open it."""

    device: AudioDevice
    index: int
    """PulseAudio's number of the source, new after each plugging in; without PulseAudio PortAudio's device number."""
    rate_hz: int
    channels: int
    """The device's own."""
    portaudio_device: int | str
    pulse_source: str = ""
    """Name of the source; "" without PulseAudio."""
    is_monitor: bool = False
    """What an output plays: never a default and not in the list, but opened when a person named it."""
    most_channels: int = 2


def listed_devices(sources: Sequence[Source]) -> tuple[AudioDevice, ...]:
    """Return what a person may choose from."""
    return tuple(source.device for source in sources if not source.is_monitor)


def choose_source(sources: Sequence[Source], name: str) -> tuple[Source, str]:
    """Find ``name`` ("": the default); when it is not there, the default and the missing name (A20).

    Raises:
        MicrophoneUnavailable: ``microphone-none``, there is no input at all.
    """
    for source in sources:
        if name and source.device.name == name:
            return source, ""
    microphones = [source for source in sources if not source.is_monitor]
    if not microphones:
        raise MicrophoneUnavailable("no sound input", place=name, code="microphone-none")
    default = next((source for source in microphones if source.device.is_default), microphones[0])
    return default, name
