"""The only crossing between the two threads: commands go in, events come out.

Made by ``qt_app`` on Qt's main thread. It owns the core thread, which builds and runs the core under anyio. Events
are queued here and delivered in order on the main thread by one queued signal a batch; of level meters only the
newest waits. The main thread never waits for the core: the end of the thread is a signal, too.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

import anyio
from PySide6.QtCore import QObject, Qt, Signal

from app.domain.errors import AppError
from app.domain.messages import Command, CoreFailed, Event, LevelMeasured, StageChanged
from app.ui.event_log import EventLog
from app.ui.viewmodels import ViewModel

__all__ = ["Bridge", "CoreFactory", "RunningCore"]

log = logging.getLogger(__name__)

MOST_EVENTS: Final = 4096
"""Waiting for the main thread; at ten a second it would have to hang for minutes. Then the oldest are dropped."""
MOST_EARLY_COMMANDS: Final = 64
"""Given before the core is there; more are refused."""
STOP_TIMEOUT_S: Final = 8.0
"""A core that stops hands the clipboard over (1 s), puts sound back and flushes history."""
CANCEL_TIMEOUT_S: Final = 2.0
"""For a core that did not stop by itself and was cancelled."""


class RunningCore(Protocol):
    """What the bridge needs of ``runtime.core.Core``."""

    async def run(self) -> None: ...

    def submit(self, command: Command) -> None:
        """Any thread."""
        ...

    def subscribe(self, observer: Callable[[Event], None]) -> Callable[[], None]:
        """The observer is called on the core thread; the result ends the subscription."""
        ...

    def stop(self) -> None:
        """Any thread, also before :meth:`run`, which then returns at once."""
        ...


CoreFactory = Callable[[], Awaitable[RunningCore]]
"""Called on the core thread inside its loop; imports the slow libraries."""


class Bridge(QObject):
    """Commands in, events out."""

    coreEnded = Signal()
    _woken = Signal()

    def __init__(
        self, make_core: CoreFactory, *, event_log: EventLog | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._make_core = make_core
        self._event_log = event_log
        self._view_models: tuple[ViewModel, ...] = ()
        self._lock = threading.Lock()
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self._level: LevelMeasured | None = None
        self._wake_sent = False
        self._early: list[Command] = []
        self._core: RunningCore | None = None
        self._cancel: Callable[[], None] | None = None
        self._stopping = False
        self._failure_told = False
        self._thread = threading.Thread(target=self._run_thread, name="core", daemon=True)
        self._woken.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def set_view_models(self, view_models: Sequence[ViewModel]) -> None:
        """Choose who gets the events; view models are made after the bridge, because they need ``submit``."""
        self._view_models = tuple(view_models)

    # --- main thread -------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the core thread."""
        self._thread.start()

    def submit(self, command: Command) -> None:
        """Hand a command to the core; before it is there the command waits, after its end it is dropped."""
        with self._lock:
            core = self._core
            if core is None and not self._stopping:
                if len(self._early) < MOST_EARLY_COMMANDS:
                    self._early.append(command)
                else:
                    log.warning("command refused, the core is not there: %s", type(command).__name__)
                return
            if self._stopping:
                return
        if core is not None:
            core.submit(command)

    async def stop(self) -> None:
        """End the core and its thread, within :data:`STOP_TIMEOUT_S` and :data:`CANCEL_TIMEOUT_S`."""
        with self._lock:
            self._stopping = True
            core = self._core
        if not self._thread.is_alive():
            return
        ended = asyncio.Event()
        self.coreEnded.connect(ended.set)
        if core is not None:
            core.stop()
        if self._thread.is_alive() and not await _set_within(ended, STOP_TIMEOUT_S):
            log.error("the core did not stop within %g s and is cancelled", STOP_TIMEOUT_S)
            with self._lock:
                cancel = self._cancel
            if cancel is not None:
                cancel()
            if not await _set_within(ended, CANCEL_TIMEOUT_S):
                log.error("the core thread is left behind")
                return
        self._thread.join(CANCEL_TIMEOUT_S)

    def _deliver(self) -> None:
        with self._lock:
            batch = list(self._events)
            self._events.clear()
            if self._level is not None:
                batch.append(self._level)
                self._level = None
            self._wake_sent = False
        for event in batch:
            if self._event_log is not None:
                self._event_log.write(event)
            for view_model in self._view_models:
                try:
                    view_model.apply(event)
                except Exception:  # one broken view model must not hide the others
                    log.exception("%s failed on %s", type(view_model).__name__, type(event).__name__)

    # --- core thread -------------------------------------------------------------------------------------------

    def _observe(self, event: Event) -> None:
        with self._lock:
            match event:
                case LevelMeasured():
                    self._level = event
                case _:
                    if isinstance(event, StageChanged):
                        self._level = None  # a level of the stage before
                    if isinstance(event, CoreFailed):
                        self._failure_told = True
                    if len(self._events) == MOST_EVENTS:
                        log.error("the interface does not keep up; an event is lost")
                    self._events.append(event)
            wake = not self._wake_sent
            self._wake_sent = True
        if wake:
            self._woken.emit()

    def _run_thread(self) -> None:
        failure: CoreFailed | None = None
        try:
            anyio.run(self._run_core)
            if not self._stopping:
                failure = CoreFailed(code="bug", place="core", detail="ended by itself")
        except AppError as error:
            log.error("the core failed: %s", error)  # noqa: TRY400 - a named failure needs no stack
            failure = CoreFailed(code=error.code, place=error.place, detail=error.detail)
        except Exception as error:  # the one place that turns anything the core raises into words
            log.exception("the core failed")
            failure = CoreFailed(code="bug", place="core", detail=type(error).__name__)
        with self._lock:
            self._core = None
            self._stopping = True
            told = self._failure_told
        if failure is not None and not told:
            self._observe(failure)
        self.coreEnded.emit()

    async def _run_core(self) -> None:
        loop = asyncio.get_running_loop()
        with anyio.CancelScope() as scope:
            with self._lock:
                self._cancel = lambda: _cancel_from_outside(loop, scope)
            core = await self._make_core()
            unsubscribe = core.subscribe(self._observe)
            with self._lock:
                self._core = core
                stopping = self._stopping
                for command in self._early:
                    core.submit(command)
                self._early.clear()
            if stopping:
                core.stop()
            try:
                await core.run()
            finally:
                unsubscribe()


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
