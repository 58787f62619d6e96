"""Runs the platform's own programs: without a shell, with an end to every wait, and in words when one is missing.

Called by everything here that touches the desktop. Blocks; worker threads of the server only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from mcp_stdio import ToolError

TIMEOUT_S: Final = 3.0
"""The programs answer in milliseconds; a frozen owner of the clipboard never does."""
START_S: Final = 3.0
"""A launcher complains at once. Without a desktop, ``xdg-open`` becomes the browser and does not end."""

_MOST_TOLD: Final = 300
"""Characters of a program's complaint in a message."""


def find(*names: str, package: str) -> str:
    """Return the path of the first program that is there.

    Raises:
        ToolError: none is; ``package`` says what to install.
    """
    for name in names:
        path = shutil.which(name)
        if path is not None:
            return path
    raise ToolError(f"{' or '.join(names)} is not on this computer. Install {package}.")


def output_of(argv: list[str]) -> str:
    """Return what a program writes.

    Raises:
        ToolError: it fails, or does not end within ``TIMEOUT_S``.
    """
    try:
        done = subprocess.run(  # noqa: S603 - a list, no shell
            argv, capture_output=True, timeout=TIMEOUT_S, check=False, stdin=subprocess.DEVNULL, env=_plain_words()
        )
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"{Path(argv[0]).name} gave no answer within {TIMEOUT_S:g} s.") from error
    if done.returncode != 0:
        raise ToolError(_complaint(argv, done.returncode, done.stderr))
    return done.stdout.decode("utf-8", "replace")


def start(argv: list[str], *, given: str = "") -> None:
    """Start a program that may go on by itself, with ``given`` on its standard input.

    It gets a session of its own, so that what the person opened does not end with this server. One that still runs
    after ``START_S`` is taken for well started.

    Raises:
        ToolError: it ends with an error before that.
    """
    # What it starts keeps its streams, so a pipe would only end with the last of them; a file needs no end.
    with tempfile.TemporaryFile() as complaint:
        process = subprocess.Popen(  # noqa: S603 - a list, no shell
            argv,
            stdin=subprocess.PIPE if given else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=complaint,
            start_new_session=True,
            cwd=Path.home(),
        )
        try:
            process.communicate(given.encode() if given else None, timeout=START_S)
        except subprocess.TimeoutExpired:
            return
        if process.returncode != 0:
            complaint.seek(0)
            raise ToolError(_complaint(argv, process.returncode, complaint.read()))


def start_any(*ways: list[str], package: str) -> None:
    """Start the first of several programs that does it; one that is there may still not know this desktop.

    Raises:
        ToolError: none is there, or the last of those that are fails.
    """
    there = [way for way in ways if shutil.which(way[0]) is not None]
    if not there:
        raise ToolError(f"{' or '.join(way[0] for way in ways)} is not on this computer. Install {package}.")
    for number, way in enumerate(there, 1):
        try:
            start(way)
        except ToolError:
            if number == len(there):
                raise
        else:
            return


def _complaint(argv: list[str], status: int, said: bytes) -> str:
    words = " ".join(said.decode("utf-8", "replace").split())[:_MOST_TOLD]
    return f"{Path(argv[0]).name} failed: {words or f'status {status}'}"


def _plain_words() -> dict[str, str]:
    """Return the environment with messages in English, which the callers read."""
    return {**os.environ, "LC_MESSAGES": "C", "LC_ALL": "C.UTF-8"}
