"""Standard error of a server as lines, however it floods: bounded in length, in number and in what it costs.

Called by :mod:`app.extensions.process` on the core loop. What is over the limits is dropped and counted, never kept:
the server must not wait for us, and we must not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import anyio
from anyio.abc import ByteReceiveStream

__all__ = ["LONGEST_LINE", "LineSplitter", "pump_lines"]

LONGEST_LINE: Final = 16 * 1024
"""Bytes; the rest of a line is dropped. The log keeps 2000 characters (V-19.6) and looks for secrets in all of it."""
TICK_S: Final = 0.1
LINES_PER_TICK: Final = 200
"""A log of 500 lines (V-19.6) that is written anew more than four times a second tells nothing."""
BYTES_PER_TICK: Final = 1024 * 1024
"""10 MiB/s, then the server has to wait for the next tick: reading more would starve the calls of all others."""
CHUNK_BYTES: Final = 64 * 1024
"""Size of a pipe on Linux (pipe(7))."""


class LineSplitter:
    """Bytes in, lines out; what is too much is counted."""

    def __init__(self, on_line: Callable[[str], None]) -> None:
        self._on_line = on_line
        self._line = b""
        self._told = 0
        self._dropped = 0

    def feed(self, data: bytes) -> None:
        if self._told >= LINES_PER_TICK:
            # Lines are only counted; the last, unfinished one is kept for its rest to come.
            ended = data.count(b"\n")
            self._dropped += ended
            self._line = (data.rpartition(b"\n")[2] if ended else self._line + data)[:LONGEST_LINE]
            return
        first, *others = data.split(b"\n")
        self._line = (self._line + first)[:LONGEST_LINE]
        for part in others:
            self._tell()
            self._line = part[:LONGEST_LINE]

    def _tell(self) -> None:
        if self._told >= LINES_PER_TICK:
            self._dropped += 1
            return
        self._told += 1
        self._on_line(self._line.rstrip(b"\r").decode("utf-8", "replace"))

    def next_tick(self) -> None:
        """Say what was dropped and count anew."""
        dropped, self._dropped, self._told = self._dropped, 0, 0
        if dropped:
            self._on_line(f"({dropped} more lines)")

    def finish(self) -> None:
        """Tell what was dropped and the last line, which nothing ended."""
        self.next_tick()
        if self._line:
            self._tell()
            self._line = b""


async def pump_lines(stream: ByteReceiveStream, on_line: Callable[[str], None]) -> None:
    """Read ``stream`` to its end, or until it is closed, and give its lines to ``on_line``."""
    lines = LineSplitter(on_line)
    ends_at = anyio.current_time() + TICK_S
    taken = 0
    try:
        while True:
            data = await stream.receive(CHUNK_BYTES)
            now = anyio.current_time()
            if taken + len(data) > BYTES_PER_TICK and now < ends_at:
                await anyio.sleep(ends_at - now)
                now = ends_at
            if now >= ends_at:
                lines.next_tick()
                ends_at, taken = now + TICK_S, 0
            taken += len(data)
            lines.feed(data)
    except (anyio.EndOfStream, anyio.ClosedResourceError):
        pass
    finally:
        lines.finish()
