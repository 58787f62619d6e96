"""The thread of the core: builds it, runs it under anyio, and ends it within a bound.

Made by ``session`` on Qt's main thread. A core that cannot start, fails or ends unasked becomes a ``CoreFailed``
event. The main thread does not wait for it as long as Qt's loop runs: the end of the thread is a signal that
:meth:`CoreThread.stop` awaits.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Final

import anyio
from PySide6.QtCore import QObject, Signal

from app.domain.errors import AppError
from app.domain.messages import CoreFailed, Event
from app.ui.bridge import Bridge, RunningCore

__all__ = ["CoreFactory", "CoreThread"]

log = logging.getLogger(__name__)

STOP_TIMEOUT_S: Final = 8.0
"""A core that stops hands the clipboard over (1 s), puts sound back and flushes history."""
CANCEL_TIMEOUT_S: Final = 2.0
"""For a core that did not stop by itself and was cancelled."""

CoreFactory = Callable[[], Awaitable[RunningCore]]
"""Called on the core thread inside its loop; imports the slow libraries."""


class CoreThread(QObject):
    """Owner of the core and its thread."""

    ended = Signal()

    def __init__(self, make_core: CoreFactory, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_core = make_core
        self._bridge = bridge
        self._lock = threading.Lock()
        self._core: RunningCore | None = None
        self._cancel: Callable[[], None] | None = None
        self._stopping = False
        self._failure_told = False
        # A daemon, so that a core that hangs in foreign code cannot keep the process alive after the last bound.
        self._thread = threading.Thread(target=self._run, name="core", daemon=True)

    def start(self) -> None:
        self._thread.start()

    async def stop(self) -> None:
        """End the core and its thread, within :data:`STOP_TIMEOUT_S` and :data:`CANCEL_TIMEOUT_S`."""
        ended = asyncio.Event()
        self.ended.connect(ended.set)
        self._bridge.close()
        with self._lock:
            self._stopping = True
            if self._core is not None:
                self._core.stop()
        if self._thread.is_alive() and not await _set_within(ended, STOP_TIMEOUT_S):
            log.error("the core did not stop within %g s and is cancelled", STOP_TIMEOUT_S)
            with self._lock:
                cancel = self._cancel
            if cancel is not None:
                cancel()
            if not await _set_within(ended, CANCEL_TIMEOUT_S):
                log.error("the core thread is left behind")
                return
        if self._thread.ident is not None:
            self._thread.join(CANCEL_TIMEOUT_S)

    def stop_without_loop(self) -> None:
        """End the core where Qt's loop is over already; blocks, within :data:`STOP_TIMEOUT_S`."""
        self._bridge.close()
        with self._lock:
            self._stopping = True
            if self._core is not None:
                self._core.stop()
        if self._thread.ident is not None:
            self._thread.join(STOP_TIMEOUT_S)

    # --- core thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        failure: CoreFailed | None = None
        try:
            anyio.run(self._live)
            if not self._stopping:
                failure = CoreFailed(code="bug", place="core", detail="ended by itself")
        except AppError as error:
            log.error("the core failed: %s", error)  # noqa: TRY400 - a named failure needs no stack
            failure = CoreFailed(code=error.code, place=error.place, detail=error.detail)
        except Exception as error:  # the one place that turns anything the core raises into words
            log.exception("the core failed")
            failure = CoreFailed(code="bug", place="core", detail=type(error).__name__)
        self._bridge.close()
        with self._lock:
            self._core = None
        if failure is not None and not self._failure_told:
            self._bridge.observe(failure)
        self.ended.emit()

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        with anyio.CancelScope() as scope:
            with self._lock:
                self._cancel = lambda: _cancel_from_outside(loop, scope)
            core = await self._make_core()
            unsubscribe = core.subscribe(self._observe)
            with self._lock:
                self._core = core
                if self._stopping:
                    core.stop()
            self._bridge.open_for(core)
            try:
                await core.run()
            finally:
                unsubscribe()

    def _observe(self, event: Event) -> None:
        if isinstance(event, CoreFailed):
            self._failure_told = True
        self._bridge.observe(event)


def _cancel_from_outside(loop: asyncio.AbstractEventLoop, scope: anyio.CancelScope) -> None:
    try:
        loop.call_soon_threadsafe(scope.cancel)
    except RuntimeError:
        log.debug("the loop of the core had ended already")


async def _set_within(event: asyncio.Event, timeout_s: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), timeout_s)
    except TimeoutError:
        return False
    return True
