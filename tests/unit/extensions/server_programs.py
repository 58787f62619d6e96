"""Small real programs that stand for servers, and how a test sees whether a process still runs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import anyio
import psutil
from anyio import to_thread

from app.cli.virtual.processes import wait_until
from app.extensions.process import ServerProcess

PYTHON: Final = (sys.executable, "-I", "-S", "-u", "-c")
"""Starts in 13 ms."""

POLITE: Final = (*PYTHON, "import sys; print('up'); sys.stdin.read()")
"""Ends at the end of its input."""

SLEEPER: Final = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf'); time.sleep(600)"
"""Hears neither the end of its input nor SIGTERM."""

STUBBORN: Final = (*PYTHON, SLEEPER)

FAMILY: Final = (
    *PYTHON,
    (
        "import signal, subprocess, sys, time; signal.signal(15, signal.SIG_IGN);"
        f"child = subprocess.Popen([sys.executable, '-I', '-S', '-u', '-c', {SLEEPER!r}], stdout=subprocess.PIPE);"
        "child.stdout.readline(); print(child.pid); time.sleep(600)"
    ),
)
"""Like ``npx``, which starts the real server; neither of the two ends by itself. Prints the number of the other."""

LEAVES_ONE_BEHIND: Final = (
    *PYTHON,
    (
        "import subprocess, sys;"
        f"child = subprocess.Popen([sys.executable, '-I', '-S', '-u', '-c', {SLEEPER!r}], stdout=subprocess.PIPE);"
        "child.stdout.readline(); print(child.pid); sys.stdin.read()"
    ),
)
"""Ends at the end of its input, and what it started does not."""


def runs(pid: int) -> bool:
    """Say whether a process is there; one that only waits to be collected by its parent is not."""
    try:
        return psutil.Process(pid).status() not in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}
    except psutil.NoSuchProcess:
        return False


async def until(condition: Callable[[], bool], what: str) -> None:
    await to_thread.run_sync(lambda: wait_until(condition, timeout_s=10, what=what))


async def line_of(process: ServerProcess) -> str:
    """Read one line of what a server prints."""
    printed = b""
    with anyio.fail_after(10):
        while not printed.endswith(b"\n"):
            printed += await process.stdout.receive()
    return printed.decode().strip()


def ignore(line: str) -> None:
    """Take a line of standard error and forget it."""
