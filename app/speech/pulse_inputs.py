"""Inputs of a PulseAudio server (or PipeWire's): their list, and news of those that come, go or become the default.

Only ``devices.py`` imports this, and only where libpulse is there. Each function and the thread of
:class:`SourceEvents` has a connection of its own; pulsectl serves one thread only.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

import pulsectl
from pulsectl._pulsectl import LibPulse

from app.domain.messages import AudioDevice
from app.speech.sources import Source

__all__ = ["SourceEvents", "ask_pulse"]

_log = logging.getLogger(__name__)

NO_SINK: Final = 0xFFFFFFFF
"""PA_INVALID_INDEX: the source is not the monitor of an output."""
RETRY_S: Final = 5.0
"""Between two tries to reach a server; a restart by systemd takes well under a second."""
STOP_STEP_S: Final = 0.02
STOP_STEPS: Final = 50
"""Together one second: the longest wait for the thread when it is stopped."""

PULSE_ERRORS: Final = (pulsectl.PulseError, pulsectl.PulseDisconnected, LibPulse.CallError)
"""They share no base; ``CallError`` is what pulsectl lets through when the connection ends inside a call."""


def pulse_sources(pulse: pulsectl.Pulse) -> tuple[Source, ...]:
    """List the sources of a connected server, monitors included."""
    default = str(pulse.server_info().default_source_name)  # pyright: ignore[reportAttributeAccessIssue] - not a list
    return tuple(
        Source(
            device=AudioDevice(
                name=source.name, label=source.description or source.name, is_default=source.name == default
            ),
            index=source.index,
            rate_hz=int(source.sample_spec.rate),
            channels=source.channel_count,
            portaudio_device="pulse",
            pulse_source=source.name,
            is_monitor=source.monitor_of_sink != NO_SINK,
            most_channels=source.channel_count,
        )
        for source in pulse.source_list()
    )


def ask_pulse() -> tuple[Source, ...] | None:
    """List the sources; ``None`` when no server answers."""
    pulse = pulsectl.Pulse("voxnotch-devices", connect=False)
    try:
        pulse.connect()
        return pulse_sources(pulse)
    except PULSE_ERRORS as error:
        _log.debug("no PulseAudio server: %s", error)
        return None
    finally:
        pulse.close()


class SourceEvents:
    """Tells each change of the list of sources; ``()`` when the server went away."""

    def __init__(self, on_sources: Callable[[tuple[Source, ...]], None]) -> None:
        """``on_sources`` is first told the list at the start."""
        self._on_sources = on_sources
        self._stopping = threading.Event()
        self._guard = threading.Lock()
        self._pulse: pulsectl.Pulse | None = None
        self._last: tuple[Source, ...] | None = None
        self._stale = True
        self._thread = threading.Thread(target=self._run, name="sound-devices", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread; blocks for at most a second, when the server does not answer."""
        self._stopping.set()
        for _ in range(STOP_STEPS):
            with self._guard:
                if self._pulse is not None:
                    # Forgotten by pulsectl when its loop is just starting: hence again, until the thread is gone.
                    self._pulse.event_listen_stop()
            self._thread.join(STOP_STEP_S)
            if not self._thread.is_alive():
                return
        _log.warning("the sound server does not answer; its thread is left behind")

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._follow()
            self._stopping.wait(RETRY_S)

    def _follow(self) -> None:
        pulse = pulsectl.Pulse("voxnotch-watch", connect=False)
        with self._guard:
            self._pulse = pulse
        try:
            pulse.connect()
            pulse.event_mask_set("source", "server")
            pulse.event_callback_set(self._wake)
            while not self._stopping.is_set():
                self._stale = False
                self._tell(pulse_sources(pulse))
                if not self._stale:
                    # An event that came while the list was asked for would not end this.
                    pulse.event_listen()
        except PULSE_ERRORS as error:
            _log.debug("sound server: %s", error)
            if self._last is not None:
                self._tell(())
        finally:
            with self._guard:
                self._pulse = None
            pulse.close()

    def _wake(self, _event: object) -> None:
        self._stale = True
        raise pulsectl.PulseLoopStop

    def _tell(self, sources: tuple[Source, ...]) -> None:
        if sources != self._last:
            self._last = sources
            self._on_sources(sources)
