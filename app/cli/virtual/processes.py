"""Child processes that never outlive their owner: own process group, output to a file, bounded stop."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from app.domain.errors import External

__all__ = ["NOT_INSTALLED", "Child", "ChildFailed", "run_client", "wait_until"]

STOP_GRACE_S: Final = 2.0
"""From SIGTERM to SIGKILL; an idle Xvfb or PulseAudio ends in a few milliseconds."""

POLL_S: Final = 0.02
"""Between two looks at a condition that no event tells of."""


NOT_INSTALLED: Final = "not installed"
"""``ChildFailed.detail`` where there is no such program."""


class ChildFailed(External):
    """A program could not be started, or did not become ready; ``place`` is its name."""

    code = "child-failed"


def wait_until(condition: Callable[[], bool], *, timeout_s: float, what: str) -> None:
    """Wait for a condition of another process.

    Raises:
        ChildFailed: it did not come true in time.
    """
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            raise ChildFailed(f"not ready within {timeout_s:g} s", place=what)
        time.sleep(POLL_S)


def run_client(command: Sequence[str], *, env: Mapping[str, str], timeout_s: float) -> str:
    """Run a short program to its end and return what it printed.

    Raises:
        ChildFailed: it is missing, failed or took too long.
    """
    program = shutil.which(command[0], path=env.get("PATH"))
    if program is None:
        raise ChildFailed(NOT_INSTALLED, place=command[0])
    try:
        done = subprocess.run(  # noqa: S603 - the callers name fixed programs
            [program, *command[1:]], env=dict(env), capture_output=True, text=True, timeout=timeout_s, check=True
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise ChildFailed(str(error), place=command[0]) from error
    return done.stdout


class Child:
    """One running program; a context manager that ends it and everything it started."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        log: Path,
        pass_fds: Sequence[int] = (),
    ) -> None:
        """Start ``command`` with exactly ``env``; standard output and error go to ``log``.

        Raises:
            ChildFailed: the program is not installed or cannot be started.
        """
        self.name = Path(command[0]).name
        program = shutil.which(command[0], path=env.get("PATH"))
        if program is None:
            raise ChildFailed(NOT_INSTALLED, place=self.name)
        self._log = log
        with log.open("ab") as output:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - the callers name fixed programs
                    [program, *command[1:]],
                    env=dict(env),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    pass_fds=pass_fds,
                    start_new_session=True,
                )
            except OSError as error:
                raise ChildFailed(str(error), place=self.name) from error

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def log_text(self) -> str:
        """Return what the program printed so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def wait(self, *, timeout_s: float) -> int:
        """Wait for the program to end by itself; returns its exit status.

        Raises:
            ChildFailed: it still runs.
        """
        try:
            return self._process.wait(timeout_s)
        except subprocess.TimeoutExpired as error:
            raise ChildFailed(f"still running after {timeout_s:g} s", place=self.name) from error

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal to the whole group; a group that is gone is fine."""
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return

    def stop(self) -> None:
        """End the program and its children; returns once the program is reaped."""
        self.kill(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_GRACE_S)
        self.kill()
        self._process.wait(STOP_GRACE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
