"""The person at the terminal: what they are told on the way, and what they answer, a line at a time.

Used by commands that ask, on their loop: waiting for a line never blocks it, so that Ctrl+C ends a command at once.
What is asked goes to standard error, because standard output holds what the command came to.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

import anyio
import click

from app.cli.finding_words import printable

__all__ = ["Terminal", "lines_of"]

_CHUNK: Final = 4096
"""Bytes of one read; a terminal gives a line at a time."""


def lines_of(text: str) -> str:
    """Show what a terminal would obey instead of drawing it; line breaks stay."""
    return "\n".join(printable(line) for line in text.split("\n"))


class Terminal:
    def __init__(self, *, aside: bool = False) -> None:
        """``aside``: standard output is kept for the answer, so everything said on the way goes beside it."""
        self._aside = aside
        self._rest = b""
        self._ended = False
        try:
            self._descriptor: int | None = sys.stdin.fileno()
        except (io.UnsupportedOperation, AttributeError):  # a stand-in for it, in memory
            self._descriptor = None

    def say(self, *lines: str) -> None:
        for line in lines:
            click.echo(printable(line), err=self._aside)

    async def ask(self, prompt: str, *, hidden: bool = False) -> str | None:
        """Return the next line without its end; ``None``: there is nobody to answer."""
        click.echo(printable(prompt), nl=False, err=True)
        if self._descriptor is None:
            line = sys.stdin.readline()
            return line.rstrip("\r\n") if line else None
        if hidden and os.isatty(self._descriptor):
            with _unseen(self._descriptor):
                return await self._line(self._descriptor)
        return await self._line(self._descriptor)

    async def agrees(self, prompt: str) -> bool:
        """Ask for a yes; everything else is a no."""
        return (await self.ask(f"{prompt} [y/N] ") or "").strip().lower() in {"y", "yes"}

    async def _line(self, descriptor: int) -> str | None:
        while b"\n" not in self._rest and not self._ended:
            with suppress(PermissionError):  # of a file or /dev/null, which can always be read
                await anyio.wait_readable(descriptor)
            chunk = os.read(descriptor, _CHUNK)
            self._ended = not chunk
            self._rest += chunk
        if self._ended and not self._rest:
            click.echo(err=True)
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")


@contextmanager
def _unseen(descriptor: int) -> Generator[None]:
    """Let the terminal not show what is typed; the line break at the end is shown."""
    import termios

    before = termios.tcgetattr(descriptor)
    quiet = [*before]
    quiet[3] = (quiet[3] & ~termios.ECHO) | termios.ECHONL
    termios.tcsetattr(descriptor, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
