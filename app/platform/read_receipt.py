"""Knowing that a target read the clipboard: counts reads after the chord and waits for them to settle.

Used by the clipboard adapters, the fake included; core loop only. Adapters report reads with the time at which they
happened on their own thread, so that a report that arrives late is still judged rightly.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import anyio

__all__ = ["ReadReceipt"]


class ReadReceipt:
    """Reads of one offer. Those before :meth:`expect_reads` were clipboard managers and do not count."""

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._now = monotonic_s
        self._expected_from_s: float | None = None
        self._first_s: float | None = None
        self._reads = 0
        self._changed = anyio.Event()

    def expect_reads(self) -> None:
        """From now on a read counts as the target's."""
        self._expected_from_s = self._now()

    def note_read(self, at_s: float) -> None:
        """Report one read of the text at a monotonic time."""
        if self._expected_from_s is None or at_s < self._expected_from_s:
            return
        if self._first_s is None:
            self._first_s = at_s
        self._reads += 1
        self._changed.set()
        self._changed = anyio.Event()

    @property
    def first_read_at_s(self) -> float:
        """Monotonic time of the first counted read; 0.0 before it."""
        return self._first_s or 0.0

    async def wait_read(self, *, timeout_s: float, quiet_s: float) -> bool:
        """Wait for a read and then for ``quiet_s`` without another; False when none came in time.

        A target that never stops reading ends the wait after another ``timeout_s``.
        """
        with anyio.move_on_after(timeout_s):
            while not self._reads:
                await self._changed.wait()
        if not self._reads:
            return False
        with anyio.move_on_after(max(timeout_s, quiet_s)):
            seen = 0
            while seen != self._reads:
                seen = self._reads
                with anyio.move_on_after(quiet_s):
                    await self._changed.wait()
        return True
