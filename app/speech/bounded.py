"""Blocking calls into a device, on a thread of their own and with a limit.

Used by capture and cues on the core loop. A device may hang while it is opened or closed: the loop goes on, the
thread is a daemon that ends with the process at the latest, and what it opens too late is given to ``dispose``.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

import anyio

from app.domain.errors import AppError, Bug

__all__ = ["run_bounded"]

T = TypeVar("T")


class _Call(Generic[T]):
    def __init__(self, work: Callable[[], T], dispose: Callable[[T], None]) -> None:
        self._work = work
        self._dispose = dispose
        self._guard = threading.Lock()
        self._abandoned = False
        self.results: list[T] = []
        self.error: AppError = Bug("a call into a device failed in an unknown way")

    def run(self, tell: Callable[[], None]) -> None:
        try:
            result = self._work()
            with self._guard:
                late = self._abandoned
                if not late:
                    self.results.append(result)
            if late:
                self._dispose(result)
        except AppError as error:
            self.error = error
        finally:
            with self._guard:
                # Nobody waits any more, and the loop may be closed: telling it would raise.
                if not self._abandoned:
                    tell()

    def abandon(self) -> list[T]:
        """Give up waiting; returns the result if it came in the same moment."""
        with self._guard:
            self._abandoned = True
            return self.results


async def run_bounded(work: Callable[[], T], *, limit_s: float, name: str, dispose: Callable[[T], None]) -> T:
    """Run ``work`` on a thread called ``name``; its ``AppError`` passes through.

    ``dispose`` gets a result that came after the limit or after cancellation.

    Raises:
        TimeoutError: not done within ``limit_s``.
    """
    loop = asyncio.get_running_loop()
    done = anyio.Event()
    call = _Call(work, dispose)
    thread = threading.Thread(
        target=call.run, args=(lambda: loop.call_soon_threadsafe(done.set),), name=name, daemon=True
    )
    thread.start()
    taken = False
    try:
        with anyio.fail_after(limit_s):
            await done.wait()
        taken = True
    finally:
        left = call.abandon()
        if not taken and left:
            threading.Thread(target=dispose, args=(left[0],), name=f"{name}-late", daemon=True).start()
    if call.results:
        return call.results[0]
    raise call.error
