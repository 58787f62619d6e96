"""PortAudio: loading it, opening and closing streams, its device list, its errors in our words.

Used by capture, cues and narrator from their own threads; every call here may block. PortAudio keeps its state in the
process and its opening is not safe for two threads at once, so one lock and one count of open streams guard it here.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import threading
from collections.abc import Callable, Generator
from types import ModuleType
from typing import Any, Final, Protocol

from app.domain.errors import MicrophoneUnavailable

__all__ = [
    "FINISH_S",
    "Stream",
    "close_stream",
    "input_devices",
    "loaded",
    "microphone_error",
    "open_output",
    "open_stream",
    "refresh",
]

_log = logging.getLogger(__name__)

LOCK_LIMIT_S: Final = 4.0
"""Longest wait for another opening; a device that hangs while it is opened keeps the lock, later ones say "busy"."""

FINISH_S: Final = 0.3
"""Longest wait for a callback to see that it shall end; a living device calls every 10 to 100 ms."""

PULSE_SOURCE: Final = "PULSE_SOURCE"
"""Environment variable by which libpulse chooses the source of a recording stream (pulseaudio(1))."""

_DENIED: Final = (-13, -1)
"""EACCES and EPERM, as ALSA reports them."""
_BUSY: Final = (-16,)
"""EBUSY."""
_PA_DEVICE_UNAVAILABLE: Final = -9985

_guard = threading.Lock()
_open_streams = 0


class Stream(Protocol):
    """What is used of ``sounddevice.InputStream`` and ``OutputStream``."""

    def start(self) -> None: ...
    def abort(self) -> None: ...
    def close(self) -> None: ...


def loaded() -> ModuleType:
    """Import sounddevice; the first time takes 0.2 s, as PortAudio looks at every device.

    Raises:
        MicrophoneUnavailable: the PortAudio library is not installed.
    """
    try:
        import sounddevice
    except OSError as error:
        raise MicrophoneUnavailable(str(error), place="portaudio") from error
    # WORKAROUND: sounddevice ends PortAudio at exit, which aborts the process while a thread of ours still closes a
    # stream of a device that hangs. The system takes everything back anyway. Goes when sounddevice stops doing that.
    atexit.unregister(sounddevice._exit_handler)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - no public name
    return sounddevice


@contextlib.contextmanager
def _locked() -> Generator[None]:
    if not _guard.acquire(timeout=LOCK_LIMIT_S):
        raise MicrophoneUnavailable("another device is still being opened", code="microphone-busy")
    try:
        yield
    finally:
        _guard.release()


def microphone_error(error: Exception, place: str) -> MicrophoneUnavailable:
    """Turn a ``sounddevice.PortAudioError`` into ours; its arguments are text, PortAudio's code, the host's error."""
    number = error.args[1] if len(error.args) > 1 else 0
    host = error.args[2] if len(error.args) > 2 else ()
    host_number, host_text = (host[1], str(host[2])) if isinstance(host, tuple) and len(host) > 2 else (0, "")
    text = f"{error.args[0] if error.args else ''} {host_text}".strip()
    lowered = text.casefold()
    if host_number in _DENIED or "permi" in lowered or "denied" in lowered:
        code = "microphone-denied"
    elif host_number in _BUSY or number == _PA_DEVICE_UNAVAILABLE or "busy" in lowered:
        code = "microphone-busy"
    else:
        code = "microphone-unavailable"
    return MicrophoneUnavailable(text, place=place, code=code)


@contextlib.contextmanager
def _pulse_source(name: str) -> Generator[None]:
    """Point libpulse at one source while a stream is opened; PortAudio itself can only say "pulse"."""
    if not name:
        yield
        return
    before = os.environ.get(PULSE_SOURCE)
    os.environ[PULSE_SOURCE] = name
    try:
        yield
    finally:
        if before is None:
            del os.environ[PULSE_SOURCE]
        else:
            os.environ[PULSE_SOURCE] = before


def open_stream(make: Callable[[ModuleType], Stream], *, pulse_source: str = "") -> Stream:
    """Make and start a stream. ``make`` gets the sounddevice module; its ``PortAudioError`` passes through.

    Raises:
        MicrophoneUnavailable: no PortAudio, or another opening hangs.
    """
    global _open_streams  # noqa: PLW0603 - PortAudio's own state is one per process
    module = loaded()
    with _locked(), _pulse_source(pulse_source):
        stream = make(module)
        try:
            stream.start()
        except module.PortAudioError:
            stream.close()
            raise
        _open_streams += 1
    return stream


def open_output(make: Callable[[ModuleType], Stream]) -> Stream:
    """Make and start a stream to the default output; PortAudio may have started before the sound server did.

    Raises:
        MicrophoneUnavailable: there is no usable output (PortAudio's failures have one type here).
    """
    module = loaded()
    try:
        return open_stream(make)
    except module.PortAudioError as error:
        if not refresh():
            raise microphone_error(error, "output") from error
    try:
        return open_stream(make)
    except module.PortAudioError as error:
        raise microphone_error(error, "output") from error


def close_stream(stream: Stream) -> None:
    """Stop without playing or reading the rest, and close; a device that is gone is fine.

    PortAudio's ``abort`` cancels its thread, which must not happen while that thread waits for Python in a callback:
    end the callback by ``CallbackAbort`` first and wait for ``finished_callback``, :data:`FINISH_S` at most.
    """
    global _open_streams  # noqa: PLW0603 - as above
    module = loaded()
    try:
        # Outside the lock: on a server that died this may hang, and only this stream shall.
        stream.abort()
    except module.PortAudioError as error:
        _log.debug("stopping a stream: %s", error)
    with _locked():
        _open_streams -= 1
        try:
            stream.close()
        except module.PortAudioError as error:
            _log.debug("closing a stream: %s", error)


def refresh() -> bool:
    """Make PortAudio look at the devices again, which it does only when it starts; False while a stream is open.

    WORKAROUND: sounddevice offers no public way (https://github.com/spatialaudio/python-sounddevice/issues/125);
    remove the two private calls when it does.
    """
    module = loaded()
    with _locked():
        if _open_streams:
            return False
        try:
            module._terminate()  # noqa: SLF001 - see above
            module._initialize()  # noqa: SLF001 - see above
        except module.PortAudioError as error:
            raise microphone_error(error, "portaudio") from error
    return True


def input_devices() -> list[dict[str, Any]]:
    """List the inputs as PortAudio saw them when it started: its dictionaries, with ``is_default`` added."""
    module = loaded()
    with _locked():
        try:
            devices = list(module.query_devices())
        except module.PortAudioError as error:
            raise microphone_error(error, "portaudio") from error
        default = module.default.device[0]
        if default < 0 and module.query_hostapis():
            default = module.query_hostapis(0)["default_input_device"]
    return [
        {**device, "is_default": device["index"] == default} for device in devices if device["max_input_channels"] > 0
    ]
