"""One server process: started without a shell in a session of its own, watched, and ended with all it started.

Called by ``app/integrations`` on the core loop. How no process stays when the host ends, however it ends (V-18.14):
the launcher (:mod:`app.extensions.launch_program`) becomes the server only after its process group is under the guard
(:mod:`app.extensions.guard`), which kills the group when the host is gone; besides, Linux kills the server itself with
the thread that started it, which is the thread of the core loop. A process that makes a session of its own is a daemon
by its own wish and is not found by either.

Linux and macOS only: Windows needs a job object, which is not written.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import anyio
from anyio import to_thread
from anyio.abc import ByteReceiveStream, ByteSendStream, Process, TaskGroup

from app.domain.errors import External, UserFixable
from app.extensions import launch_program
from app.extensions.guard import Guard, script_command
from app.extensions.guard_program import group_members, signal_group
from app.extensions.stderr_lines import pump_lines

__all__ = ["ServerProcess", "ServerStuck", "StartFailed"]

logger = logging.getLogger(__name__)

STDIN_GRACE_S: Final = 2.0
"""From the end of standard input to SIGTERM (V-18.10)."""
TERM_GRACE_S: Final = 3.0
"""From SIGTERM to SIGKILL (V-18.10)."""
KILL_LIMIT_S: Final = 5.0
"""A group that is still there by then hangs in the kernel."""
LAUNCH_LIMIT_S: Final = 15.0
"""The launcher needs 20 ms; a folder on a disk that sleeps may take seconds."""
LAST_LINES_S: Final = 1.0
"""For what the server printed last; only a daemon it left behind keeps its standard error open longer."""
STOP_LIMIT_S: Final = STDIN_GRACE_S + TERM_GRACE_S + KILL_LIMIT_S + LAST_LINES_S
"""All of a stop together."""
POLL_S: Final = 0.02
"""Between two looks at a group: no event tells of processes that are not our children."""

_looking: Final = anyio.CapacityLimiter(2)
"""Looks into ``/proc`` take up to some milliseconds, so a thread does it."""


class StartFailed(UserFixable):
    """The program did not start; ``place`` is the program or the folder, ``detail`` the name of the error.

    Codes: ``server-start-failed``, ``server-folder-missing``, ``server-platform``.
    """

    code = "server-start-failed"


class ServerStuck(External):
    """Processes of a server do not end, not even by SIGKILL; ``detail`` lists their numbers."""

    code = "server-stuck"


class ServerProcess(AbstractAsyncContextManager["ServerProcess"]):
    """A running server; leaving its block stops it."""

    def __init__(self, child: Process, guard: Guard, name: str) -> None:
        """Not for others: use :meth:`start`."""
        self._child = child
        self._guard = guard
        self._name = name
        self._stopping = anyio.Lock()
        self._last_line = anyio.Event()
        self._gone = False

    @classmethod
    async def start(
        cls,
        argv: Sequence[str],
        *,
        cwd: Path,
        environment: Mapping[str, str],
        guard: Guard,
        owner: TaskGroup,
        on_stderr: Callable[[str], None],
    ) -> Self:
        """Start ``argv`` in the folder ``cwd`` with exactly ``environment``.

        ``argv[0]`` is the absolute path of the program (:func:`app.extensions.programs.resolve_program`); the rest
        reaches it as it is. ``owner`` holds the task that reads standard error; ``on_stderr`` gets its lines on this
        loop, without line end, clipped, and must not block.

        Raises:
            StartFailed: nothing was started.
            GuardUnavailable: nothing was started.
        """
        if sys.platform == "win32":
            raise StartFailed("no job object", place=argv[0], code="server-platform")
        ours, theirs = socket.socketpair()
        with ours, theirs:
            child = await _spawn(argv, cwd, theirs)
            process = cls(child, guard, argv[0])
            try:
                await guard.add(child.pid)
                theirs.close()
                await _hand_over(ours, environment, argv[0])
            except BaseException:
                process._last_line.set()
                await process.kill()
                raise
        owner.start_soon(process._read_stderr, on_stderr, name=f"standard error of {argv[0]}")
        return process

    @property
    def pid(self) -> int:
        """Of the server; also the number of its process group and session."""
        return self._child.pid

    @property
    def stdin(self) -> ByteSendStream:
        """Where to send; a server that ended raises ``BrokenResourceError``."""
        assert self._child.stdin is not None
        return self._child.stdin

    @property
    def stdout(self) -> ByteReceiveStream:
        """What it prints. Read on while :meth:`stop` runs: a server may not end before it got rid of its output."""
        assert self._child.stdout is not None
        return self._child.stdout

    @property
    def returncode(self) -> int | None:
        """``None`` while it runs; negative: the signal that ended it."""
        return self._child.returncode

    async def wait(self) -> int:
        """Wait for the server itself to end; what it started may still run, so :meth:`stop` it all the same."""
        return await self._child.wait()

    async def kill(self) -> None:
        """End the server and all it started at once; shielded, and safe to call more than once.

        Raises:
            ServerStuck: it is not gone.
        """
        with anyio.CancelScope(shield=True):
            async with self._stopping:
                if not self._gone:
                    await self._end((signal.SIGKILL, KILL_LIMIT_S))

    async def stop(self) -> None:
        """End the server and all it started; returns when the whole group is gone (V-18.10).

        Shielded from cancellation: it takes at most about eleven seconds. Safe to call twice and at once.

        Raises:
            ServerStuck: it is not gone, and no other of its kind may be started.
        """
        with anyio.CancelScope(shield=True):
            async with self._stopping:
                if not self._gone:
                    await _close(self.stdin)
                    await self._end(
                        (None, STDIN_GRACE_S), (signal.SIGTERM, TERM_GRACE_S), (signal.SIGKILL, KILL_LIMIT_S)
                    )

    async def _end(self, *steps: tuple[signal.Signals | None, float]) -> None:
        """Send each signal to what is left and wait that many seconds for it; then let go of the group."""
        left: list[int] = []
        for number, grace_s in steps:
            if number is not None:
                logger.debug("server %s: %s", self._name, number.name)
                await to_thread.run_sync(signal_group, self.pid, number, limiter=_looking)
            left = await self._left_after(grace_s)
            if not left:
                break
        else:
            assert self._child.stderr is not None
            await self._child.stderr.aclose()
            raise ServerStuck(", ".join(map(str, left)), place=self._name)
        self._gone = True
        await self._guard.remove(self.pid)
        with anyio.move_on_after(LAST_LINES_S):
            await self._last_line.wait()
        await self._child.aclose()

    async def _left_after(self, limit_s: float) -> list[int]:
        """Return what of the group still runs after at most so many seconds."""
        with anyio.move_on_after(limit_s):
            await self._child.wait()
            while await to_thread.run_sync(group_members, self.pid, limiter=_looking):  # noqa: ASYNC110 - no event
                await anyio.sleep(POLL_S)
        return await to_thread.run_sync(group_members, self.pid, limiter=_looking)

    async def _read_stderr(self, on_line: Callable[[str], None]) -> None:
        """Read to the end of the stream, also while a cancelled owner stops the server: it must get rid of its words.

        An owner that stops nothing waits no longer than a stop would take.
        """
        reading = anyio.CancelScope(shield=True)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._pump, reading, on_line)
            try:
                await self._last_line.wait()
            except anyio.get_cancelled_exc_class():
                reading.deadline = anyio.current_time() + STOP_LIMIT_S
                raise

    async def _pump(self, reading: anyio.CancelScope, on_line: Callable[[str], None]) -> None:
        assert self._child.stderr is not None
        try:
            with reading:
                await pump_lines(self._child.stderr, on_line)
        finally:
            self._last_line.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


async def _spawn(argv: Sequence[str], cwd: Path, gate: socket.socket) -> Process:
    """Start the launcher, which waits at the gate; on the thread of this loop (see the module)."""
    command = [*script_command(launch_program.__file__), str(gate.fileno()), *argv]
    try:
        return await anyio.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={},
            start_new_session=True,
            pass_fds=[gate.fileno()],
        )
    except OSError as error:
        # The folder of the server is tried before the program, which is our own Python.
        code = "server-folder-missing" if str(error.filename) == str(cwd) else None
        raise StartFailed(_error_name(error.errno), place=str(error.filename or argv[0]), code=code) from error
    except ValueError as error:
        raise StartFailed("a zero byte in the arguments", place=argv[0]) from error


async def _hand_over(gate: socket.socket, environment: Mapping[str, str], name: str) -> None:
    """Give the launcher the environment and the word to go; returns when the server runs."""
    entries = b"".join(os.fsencode(f"{key}={value}") + b"\0" for key, value in environment.items())
    rest = memoryview(len(entries).to_bytes(launch_program.LENGTH_BYTES, "big") + entries)
    gate.setblocking(False)
    try:
        with anyio.fail_after(LAUNCH_LIMIT_S):
            while rest:
                await anyio.wait_writable(gate)
                rest = rest[gate.send(rest) :]
            await anyio.wait_readable(gate)
        answer = gate.recv(16)
    except TimeoutError as error:
        raise StartFailed(f"not started within {LAUNCH_LIMIT_S:g} s", place=name) from error
    except ConnectionError as error:
        raise StartFailed("the launcher ended", place=name) from error
    if answer:
        raise StartFailed(_error_name(int(answer)), place=name)


def _error_name(number: int | None) -> str:
    return errno.errorcode.get(number or 0, "unknown")


async def _close(stream: ByteSendStream) -> None:
    with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        await stream.aclose()
