"""Volumes of other programs' streams on a PulseAudio or PipeWire server.

Called by ``media.py`` on its worker thread; each function opens a connection, works and closes it, so nothing
runs and nothing wakes up between takes. Every wait on the server is bounded by :data:`SERVER_LIMIT_S`.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final

from app.domain.errors import External
from app.platform.sound_plan import LoweredStream

__all__ = ["SERVER_LIMIT_S", "SoundServerUnavailable", "lower_streams", "restore_streams"]

SERVER_LIMIT_S: Final = 1.0
"""A local server answers in a few milliseconds; a stopped one must not hold up a take."""

SAME_VOLUME: Final = 1e-3
"""Two volumes closer than this are one: the server keeps them in steps of 1/65536."""

ALWAYS_TOLD: Final = select.POLLERR | select.POLLHUP | select.POLLNVAL
"""Conditions that poll(2) reports without being asked."""


class SoundServerUnavailable(External):
    """No sound server answers; there is nothing to lower."""

    code = "sound-server-unavailable"


class _Deadline:
    """Poll function for libpulse that gives up: pulsectl itself waits for ever on a server that stopped."""

    def __init__(self) -> None:
        self._ends_at = time.monotonic() + SERVER_LIMIT_S

    def poll(self, descriptors: list[Any], timeout_s: float) -> int:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        wanted: dict[int, int] = {}
        for item in descriptors:  # reading and writing of one descriptor come as two items
            wanted[item.fd] = wanted.get(item.fd, 0) | item.events
        poller = select.poll()
        for descriptor, events in wanted.items():
            poller.register(descriptor, events)
        wait_s = left if timeout_s < 0 else min(timeout_s, left)
        ready = dict(poller.poll(wait_s * 1000))
        for item in descriptors:
            item.revents = ready.get(item.fd, 0) & (item.events | ALWAYS_TOLD)
        return sum(item.revents != 0 for item in descriptors)

    @staticmethod
    def ignore(*_error: object) -> None:
        """The failed poll comes back to the caller as a failed call; pulsectl would print it as well."""


@contextmanager
def _connected(server: str | None) -> Generator[Any]:
    # Any: pulsectl makes its methods by decorators, which no type checker can follow.
    try:
        import pulsectl
        from pulsectl import _pulsectl as binding
    except (ImportError, OSError) as error:
        raise SoundServerUnavailable("libpulse is not installed") from error
    failures = (pulsectl.PulseError, pulsectl.PulseDisconnected, binding.pa.CallError)
    deadline = _Deadline()
    pulse = pulsectl.Pulse("voxnotch", server=server, connect=False)
    try:
        pulse.set_poll_func(deadline.poll, deadline.ignore)
        # Not its own `timeout`, which waits all of that time even when the server answers at once.
        pulse.connect(autospawn=False)
        yield pulse
    except failures as error:
        raise SoundServerUnavailable(type(error).__name__) from error
    finally:
        pulse.close()


def lower_streams(
    server: str | None,
    share: float,
    known: tuple[LoweredStream, ...],
    remember: Callable[[tuple[LoweredStream, ...]], None],
) -> None:
    """Scale every stream that is not ours by ``share`` (0..1).

    ``remember`` is told all streams that will be changed before the first one is; if it raises, none is.
    Streams in ``known`` are lowered already and stay as they are.

    Raises:
        SoundServerUnavailable
    """
    with _connected(server) as pulse:
        cookie = str(pulse.server_info().cookie)
        done = {stream.index for stream in known if stream.server == cookie}
        chosen = [
            stream
            for stream in pulse.sink_input_list()
            if stream.index not in done and stream.proplist.get("application.process.id") != str(os.getpid())
        ]
        plan = tuple(
            LoweredStream(
                server=cookie,
                index=stream.index,
                original=tuple(stream.volume.values),
                lowered=tuple(value * share for value in stream.volume.values),
                remembered_as=stream.proplist.get("module-stream-restore.id", ""),
            )
            for stream in chosen
        )
        if not plan:
            return
        remember(plan)
        for entry in plan:
            _set_volume(pulse, entry.index, entry.lowered)


def restore_streams(server: str | None, plan: tuple[LoweredStream, ...]) -> None:
    """Put back the volumes of streams that still have the volume we gave them; the person's own change stays.

    A stream that ended while it was lowered left that volume behind for the program's next stream
    (``module-stream-restore``); that is put right as well.

    Raises:
        SoundServerUnavailable: none of it, or only a part, was done.
    """
    with _connected(server) as pulse:
        cookie = str(pulse.server_info().cookie)
        mine = [entry for entry in plan if entry.server == cookie]
        present = {stream.index: stream for stream in pulse.sink_input_list()}
        for entry in mine:
            stream = present.get(entry.index)
            if stream is not None and _same(tuple(stream.volume.values), entry.lowered):
                _set_volume(pulse, entry.index, entry.original)
        _restore_remembered(pulse, [entry for entry in mine if entry.remembered_as and entry.index not in present])


def _restore_remembered(pulse: Any, ended: list[LoweredStream]) -> None:
    if not ended or pulse.stream_restore_test() is None:
        return
    remembered = {item.name: item for item in pulse.stream_restore_list()}
    for entry in ended:
        item = remembered.get(entry.remembered_as)
        # A stereo stream may be remembered as one channel.
        if item is not None and _near(item.volume.value_flat, sum(entry.lowered) / len(entry.lowered)):
            item.volume.value_flat = sum(entry.original) / len(entry.original)
            pulse.stream_restore_write(item, mode="replace")


def _set_volume(pulse: Any, index: int, values: tuple[float, ...]) -> None:
    import pulsectl

    try:
        pulse.sink_input_volume_set(index, pulsectl.PulseVolumeInfo(list(values)))
    except pulsectl.PulseOperationFailed:
        # The stream ended between the list and this call; nothing is left to change.
        return


def _same(left: tuple[float, ...], right: tuple[float, ...]) -> bool:
    return len(left) == len(right) and all(_near(a, b) for a, b in zip(left, right, strict=True))


def _near(left: float, right: float) -> bool:
    return abs(left - right) < SAME_VOLUME
