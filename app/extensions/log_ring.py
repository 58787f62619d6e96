"""The log of one integration: its last 500 lines, in memory and on disk (V-18.7, V-19.6, V-19.7).

Owned by whoever runs the server; lines are added on the core loop, which never waits: a thread of the ring's own writes
them down, one batch after the other. A line is on its way to disk at once, so a killed host loses the last moments at
most. The file is private (0600) and holds one JSON object per line: ``t`` (Unix seconds), ``s`` (source), ``x`` (text);
it is appended to, and written anew when it holds twice what is kept. Secrets are masked before a line is kept anywhere.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from anyio import to_thread

from app.domain.errors import StorageUnavailable
from app.domain.integrations import LogLine, LogSource
from app.extensions.secret_mask import SecretMask
from app.settings.disk import PRIVATE_FILE, make_folder, write_whole

__all__ = ["KEPT_LINES", "LONGEST_TEXT", "LogRing", "read_log"]

logger = logging.getLogger(__name__)

KEPT_LINES: Final = 500
"""V-19.6."""
LONGEST_TEXT: Final = 2000
"""Characters (V-19.6)."""
LONGEST_SEARCHED: Final = 16 * 1024
"""Characters of a text that are searched for secrets; what is behind is cut off before."""
MOST_BYTES: Final = 32 * 1024 * 1024
"""What is read of a file: twice the lines, with the 12 bytes that JSON takes for the longest character, are 24 MB."""
CLOSE_LIMIT_S: Final = 5.0
"""A disk that does not take the rest by then has it lost; the thread is a daemon."""


class LogRing:
    """The lines of one integration; :meth:`close` ends its thread."""

    def __init__(self, file: Path, clock: Callable[[], float], lines: Iterable[LogLine] = ()) -> None:
        """``clock`` tells Unix seconds. For a ring that goes on with what is on disk: :meth:`open`."""
        self._file = file
        self._clock = clock
        self._mask = SecretMask()
        self._lines = deque(lines, KEPT_LINES)
        # What the disk has not taken before it falls out of the ring is not needed on disk any more.
        self._waiting: deque[LogLine] = deque(maxlen=KEPT_LINES)
        self._on_disk = 2 * KEPT_LINES if self._lines else 0
        self._changed = threading.Condition()
        self._closing = False
        self._thread: threading.Thread | None = None

    @classmethod
    async def open(cls, file: Path, clock: Callable[[], float]) -> LogRing:
        """Return the ring with the lines that ``file`` holds; one that is missing or damaged holds none."""
        return cls(file, clock, await to_thread.run_sync(read_log, file))

    def set_secrets(self, values: Iterable[str]) -> None:
        """Mask these, and no others, from now on; the shortest are left: :mod:`app.extensions.secret_mask`."""
        self._mask = SecretMask(values)

    def add(self, source: LogSource, text: str) -> None:
        """Keep a text as one line: masked first, clipped then, so that no half of a secret stays."""
        masked = self._mask.mask(text[:LONGEST_SEARCHED])[:LONGEST_TEXT]
        line = LogLine(self._clock(), source, masked)
        with self._changed:
            self._lines.append(line)
            self._waiting.append(line)
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._write_all, name=f"log {self._file.name}", daemon=True)
                self._thread.start()
            self._changed.notify()

    def lines(self) -> tuple[LogLine, ...]:
        """Return what is kept, oldest first."""
        return tuple(self._lines)

    async def close(self) -> None:
        """Write the rest down and end the thread; what is added afterwards stays in memory. Safe to call twice."""
        with self._changed:
            self._closing = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            await to_thread.run_sync(thread.join, CLOSE_LIMIT_S)

    def _write_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                batch = list(self._waiting)
                self._waiting.clear()
                kept = list(self._lines)
                if not batch:
                    return
            try:
                self._write(batch, kept)
            except (OSError, StorageUnavailable) as error:
                logger.warning("a line of a server's log is not on disk: %s", error)

    def _write(self, batch: list[LogLine], kept: list[LogLine]) -> None:
        self._on_disk += len(batch)
        if self._on_disk > 2 * KEPT_LINES:
            write_whole(self._file, _encoded(kept))
            self._on_disk = len(kept)
            return
        make_folder(self._file.parent)
        # Opened for each batch: the command line may have written the file anew meanwhile.
        descriptor = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE_FILE)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(_encoded(batch))


def _encoded(lines: Iterable[LogLine]) -> bytes:
    return b"".join(json.dumps({"t": line.unix_s, "s": line.source, "x": line.text}).encode() + b"\n" for line in lines)


def read_log(file: Path) -> tuple[LogLine, ...]:
    """Return the last :data:`KEPT_LINES` lines of a log file; what is no line, as after a power cut, is passed over."""
    try:
        with file.open("rb") as stream:
            written = stream.read(MOST_BYTES).splitlines()
    except OSError:
        return ()
    return tuple(deque((line for text in written if (line := _decoded(text))), KEPT_LINES))


def _decoded(text: bytes) -> LogLine | None:
    try:
        match json.loads(text):
            case {"t": int() | float() as unix_s, "s": str() as source, "x": str() as said}:
                return LogLine(unix_s, LogSource(source), said)
            case _:
                return None
    except ValueError:
        return None
