"""The host's end of the guard: which process groups must not outlive Voxnotch.

One for each host process, opened by ``bootstrap`` (and by commands of the command line that start servers) and handed
to whatever starts servers. The guard program itself is started with the first server. Core loop.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Final, Self

import anyio
from anyio import to_thread

from app.domain.errors import External
from app.extensions import guard_program

__all__ = ["Guard", "GuardUnavailable", "script_command"]

logger = logging.getLogger(__name__)

CLOSE_LIMIT_S: Final = guard_program.KILL_LIMIT_S + 2.0
"""The guard ends at once when no group is left, and gives up by itself otherwise."""
KILL_WAIT_S: Final = 2.0
"""For a guard that was killed: gone at once, unless it hangs in the kernel, where nobody needs to wait for it."""


class GuardUnavailable(External):
    """The guard program cannot be started, so no server is."""

    code = "guard-unavailable"


def script_command(module_file: str | None) -> list[str]:
    """Return the start of a command that runs one of our small scripts: isolated, no site packages (13 ms)."""
    return [sys.executable, "-I", "-S", str(module_file)]


class Guard(AbstractAsyncContextManager["Guard"]):
    """Closed with its block; then whatever group is still listed is killed."""

    def __init__(self) -> None:
        self._groups: set[int] = set()
        self._program: subprocess.Popen[bytes] | None = None
        self._telling = anyio.Lock()

    @property
    def pid(self) -> int | None:
        """Of the guard program; ``None`` while it is not needed."""
        return self._program.pid if self._program else None

    @property
    def groups(self) -> frozenset[int]:
        return frozenset(self._groups)

    async def add(self, group: int) -> None:
        """Put a group under guard; from the return on it does not outlive this process.

        Raises:
            GuardUnavailable: the caller ends the group.
        """
        async with self._telling:
            self._groups.add(group)
            try:
                await self._tell(b"+%d\n" % group)
            except GuardUnavailable:
                self._groups.discard(group)
                raise

    async def remove(self, group: int) -> None:
        """Take a group out that is gone: its number may come again."""
        async with self._telling:
            self._groups.discard(group)
            if self._program:
                try:
                    await self._tell(b"-%d\n" % group)
                except GuardUnavailable as error:
                    logger.warning("no server is guarded now: %s", error)

    async def _tell(self, line: bytes) -> None:
        if self._program and self._write(self._program, line):
            return
        if self._program:
            logger.warning("the guard of the servers ended; it is started again")
            await to_thread.run_sync(self._drop, self._program)
        program = self._program = await to_thread.run_sync(self._start)
        if not self._write(program, b"".join(b"+%d\n" % group for group in sorted(self._groups))):
            raise GuardUnavailable("ended at once", place=sys.executable)

    @staticmethod
    def _write(program: subprocess.Popen[bytes], line: bytes) -> bool:
        assert program.stdin is not None
        try:
            os.write(program.stdin.fileno(), line)
        except (BrokenPipeError, BlockingIOError):
            return False
        return True

    @staticmethod
    def _drop(program: subprocess.Popen[bytes]) -> None:
        assert program.stdin is not None
        _kill(program)
        program.stdin.close()

    @staticmethod
    def _start() -> subprocess.Popen[bytes]:
        command = script_command(guard_program.__file__)
        try:
            # Its own session: what ends the host's group or terminal must not end the guard before the host.
            program = subprocess.Popen(  # noqa: S603 - our own script
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={},
                start_new_session=True,
            )
        except OSError as error:
            raise GuardUnavailable(str(error), place=command[0]) from error
        assert program.stdin is not None
        # A guard that was stopped must not stop the host: a full pipe counts as dead.
        os.set_blocking(program.stdin.fileno(), False)
        return program

    async def aclose(self) -> None:
        """Kill the groups that are left and end the guard; safe to call twice and in a cancelled scope."""
        program, self._program = self._program, None
        if program is None:
            return
        assert program.stdin is not None
        program.stdin.close()
        with anyio.CancelScope(shield=True):
            await to_thread.run_sync(_reap, program)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _reap(program: subprocess.Popen[bytes]) -> None:
    try:
        program.wait(CLOSE_LIMIT_S)
    except subprocess.TimeoutExpired:
        logger.warning("the guard of the servers did not end")
        _kill(program)


def _kill(program: subprocess.Popen[bytes]) -> None:
    program.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        program.wait(KILL_WAIT_S)
