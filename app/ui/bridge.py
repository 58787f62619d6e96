"""The only crossing between the two threads: commands go in, events come out.

Made by ``notch_app`` on Qt's main thread before the first frame, so it imports little; ``core_thread.py`` runs the core
and hands it over. Events are queued here and delivered in order on the main thread, one queued signal a batch; of
level meters only the newest waits.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, Signal

from app.ui.viewmodels import ViewModel

if TYPE_CHECKING:
    from app.domain.messages import Command, Event
    from app.ui.event_log import EventLog

__all__ = ["Bridge", "RunningCore"]

log = logging.getLogger(__name__)

MOST_EVENTS: Final = 4096
"""Waiting for the main thread; at ten a second it would have to hang for minutes. Then the oldest are dropped."""
MOST_EARLY_COMMANDS: Final = 64
"""Given before the core is there; more are refused."""


class RunningCore(Protocol):
    """What the interface needs of ``runtime.core.Core``."""

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


class Bridge(QObject):
    """Commands in, events out."""

    _woken = Signal()

    def __init__(self, *, event_log: EventLog | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._event_log = event_log
        self._view_models: tuple[ViewModel, ...] = ()
        self._lock = threading.Lock()
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self._level: Event | None = None
        self._wake_sent = False
        self._early: list[Command] = []
        self._core: RunningCore | None = None
        self._closed = False

    def set_view_models(self, view_models: Sequence[ViewModel]) -> None:
        """Choose who gets the events, in this order; once, before the core starts."""
        from PySide6.QtCore import Qt  # all enums at once: 13 ms that the first frame need not wait for

        self._woken.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._view_models = tuple(view_models)

    def submit(self, command: Command) -> None:
        """Hand a command to the core; before it is there the command waits, after its end it is dropped."""
        with self._lock:
            if self._closed:
                log.debug("command after the end of the core: %s", type(command).__name__)
            elif self._core is not None:
                self._core.submit(command)
            elif len(self._early) < MOST_EARLY_COMMANDS:
                self._early.append(command)
            else:
                log.warning("command refused, the core is not there: %s", type(command).__name__)

    def open_for(self, core: RunningCore) -> None:
        """Give the core the commands so far and all later ones; on the core thread."""
        with self._lock:
            self._core = core
            for command in self._early:
                core.submit(command)
            self._early.clear()

    def close(self) -> None:
        """Take no more commands; any thread."""
        with self._lock:
            self._closed = True
            self._core = None

    def observe(self, event: Event) -> None:
        """Take an event from the core; on the core thread, never waits."""
        from app.domain.messages import LevelMeasured, StageChanged

        with self._lock:
            if isinstance(event, LevelMeasured):
                self._level = event
            else:
                if isinstance(event, StageChanged):
                    self._level = None  # a level of the stage before
                if len(self._events) == MOST_EVENTS:
                    log.error("the interface does not keep up; an event is lost")
                self._events.append(event)
            wake = not self._wake_sent
            self._wake_sent = True
        if wake:
            self._woken.emit()

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
