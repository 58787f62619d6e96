"""The sound inputs of this machine: one list with names that stay the same, and news when it changes.

Used by the microphone, from its worker threads; every function blocks. Through PulseAudio or PipeWire's server for it
each source has a name of its own and is opened by that name. Without such a server (or its ALSA plug-in, or on another
system) the list is PortAudio's, and inputs that come or go are only seen at the next look.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Final, Protocol

from app.domain.messages import AudioDevice
from app.speech import portaudio
from app.speech.sources import Source

__all__ = ["Events", "find_sources", "source_events"]

_log = logging.getLogger(__name__)

MANY_CHANNELS: Final = 8
"""A device that offers more is a plug-in that takes any number, not hardware with so many microphones."""

_CARD: Final = re.compile(r" \(hw:\d+,\d+\)$")


class Events(Protocol):
    """A thread that tells of changes."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


def _pulse() -> ModuleType | None:
    try:
        from app.speech import pulse_inputs
    except (ImportError, OSError) as error:
        # OSError: the binding is there, libpulse is not.
        _log.debug("no PulseAudio library: %s", error)
        return None
    return pulse_inputs


def source_events(on_sources: Callable[[tuple[Source, ...]], None]) -> Events | None:
    """Make the thread that tells ``on_sources`` each new list, from its own thread; ``None`` without libpulse."""
    pulse = _pulse()
    return pulse.SourceEvents(on_sources) if pulse else None


def _ask_portaudio(devices: Sequence[dict[str, object]]) -> tuple[Source, ...]:
    found: list[Source] = []
    seen: dict[str, int] = {}
    for device in devices:
        # The number of the card changes with the order of plugging in; the rest of the name does not.
        name = _CARD.sub("", str(device["name"]))
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name = f"{name} #{seen[name]}"
        most = int(str(device["max_input_channels"]))
        found.append(
            Source(
                device=AudioDevice(name=name, label=name, is_default=bool(device["is_default"])),
                index=int(str(device["index"])),
                rate_hz=int(float(str(device["default_samplerate"]))),
                channels=most if most <= MANY_CHANNELS else 2,
                portaudio_device=int(str(device["index"])),
                most_channels=most,
            )
        )
    return tuple(found)


def _has_pulse(devices: Sequence[dict[str, object]]) -> bool:
    return any(device["name"] == "pulse" for device in devices)


def find_sources() -> tuple[Source, ...]:
    """Look at the inputs as they are now, monitors included.

    Raises:
        MicrophoneUnavailable: there is no PortAudio, or it fails.
    """
    pulse = _pulse()
    sources = pulse.ask_pulse() if pulse else None
    devices = portaudio.input_devices()
    if (sources is None or not _has_pulse(devices)) and portaudio.refresh():
        # PortAudio started before the server did, or has no server and knows only the devices of that time.
        devices = portaudio.input_devices()
    if sources is not None and _has_pulse(devices):
        return sources
    return _ask_portaudio(devices)
