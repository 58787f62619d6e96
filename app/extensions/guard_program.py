"""The guard: a small program that outlives the host for a moment and ends the servers which the host left behind.

Run by :mod:`app.extensions.guard` as a script (``python -I -S``), so it imports little and nothing of Voxnotch.
Standard input is a pipe from the host: a line ``+<group>`` puts a process group under guard, ``-<group>`` takes it
out. The pipe ends when the host ends, however it ends (V-18.14); then every group still listed is killed. What it says
of process groups is also used by :mod:`app.extensions.process`. Any thread.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable

__all__ = ["group_members", "guard", "signal_group"]

POLL_S = 0.02
"""Between two looks at a group that was sent the kill signal: no event tells of processes that are not our children."""
KILL_LIMIT_S = 10.0
"""A process that is still there by then hangs in the kernel; nothing more can be done."""


def group_members(group: int) -> list[int]:
    """Return the processes of a group, and of the session of the same number, that still run.

    A server leads both a session and a group; job control of a shell makes further groups, never another session. Dead
    ones that their new parent does not collect (a container without an init) do not count. Where there is no
    ``/proc``, the answer is the group's number or nothing.
    """
    return [process for process, _ in _members(group)]


def _members(group: int) -> list[tuple[int, int]]:
    """Return those processes, each with the group that it is in now."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - pathlib is slow to import, and this is a small program
    except FileNotFoundError:
        return _probe(group)
    places = ((int(name), _place(name)) for name in names if name.isdigit())
    return [(process, place[0]) for process, place in places if group in place]


def _place(name: str) -> tuple[int, ...]:
    """Return group and session of a process that runs, nothing of one that does not."""
    try:
        with open(f"/proc/{name}/stat", "rb") as stat:  # noqa: PTH123 - as above
            # pid (name) state parent group session …; the name may hold blanks and brackets (proc(5)).
            fields = stat.read().rpartition(b")")[2].split()
    except OSError:
        return ()  # it ended meanwhile
    return () if fields[0] in {b"Z", b"X"} else (int(fields[2]), int(fields[3]))


def _probe(group: int) -> list[tuple[int, int]]:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return []
    except PermissionError:
        pass  # there, but not ours to signal
    return [(group, group)]


def signal_group(group: int, number: int) -> None:
    """Send a signal to the group, and to those of its session that left it; whoever is gone is fine.

    Each process gets it once: to many programs a second SIGTERM means "at once, without tidying up".
    """
    _send(os.killpg, group, number)
    for process, its_group in _members(group):
        if its_group != group:
            _send(os.kill, process, number)


def _send(send: Callable[[int, int], None], target: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # turned into another user's: not ours to end
        send(target, number)


def guard(lines: Iterable[bytes]) -> None:
    """Keep the list until ``lines`` end, then kill what is on it."""
    groups: set[int] = set()
    for line in lines:
        number = int(line[1:])
        if line.startswith(b"+"):
            groups.add(number)
        else:
            groups.discard(number)
    deadline = time.monotonic() + KILL_LIMIT_S
    while groups and time.monotonic() < deadline:
        for group in groups:
            signal_group(group, signal.SIGKILL)
        groups = {group for group in groups if group_members(group)}
        if groups:
            time.sleep(POLL_S)


def main() -> None:
    # What ends the host politely, a key press in its terminal or a log-out, must not end the guard before it.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    guard(sys.stdin.buffer)


if __name__ == "__main__":
    main()
