"""One connection to the X server with a thread of its own; all X11 adapters sit on one of these.

The core posts closures, the thread runs them between events. Every wait is bounded, so a server that hangs
blocks one thread and never the core. When the display goes away, waiting and later calls get
``DisplayUnavailable`` and the thread ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
import os
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TypeVar

import anyio
from Xlib.display import Display
from Xlib.error import CatchError, ConnectionClosedError, DisplayError, XauthError, XError
from Xlib.protocol.rq import Event
from Xlib.support.connect import get_display

from app.domain.errors import DisplayUnavailable

__all__ = ["CALL_TIMEOUT_S", "XThread", "rejection"]

T = TypeVar("T")

log = logging.getLogger(__name__)

CONNECT_TIMEOUT_S: Final = 5.0
"""A local server answers in a few milliseconds; a forwarded one in well under a second."""

CALL_TIMEOUT_S: Final = 2.0
"""One round trip is far below a millisecond; this is for a server that hangs."""

JOIN_TIMEOUT_S: Final = 2.0
"""After its socket is shut down the thread ends at the next read."""


def rejection(display: Display, request: Callable[[CatchError], object]) -> XError | None:
    """Send one request without reply, wait for the server's verdict and return its error, if any.

    ``request`` gets the value for python-xlib's ``onerror`` argument.
    """
    catch = CatchError()
    request(catch)
    display.sync()
    return catch.get_error()


def _reach(name: str | None) -> None:
    """Try the socket of a local display.

    WORKAROUND: python-xlib 0.33 leaves its socket open when it cannot connect. To be removed once it closes it.
    """
    _, protocol, host, number, _ = get_display(name)
    if host in (None, "", "unix") and protocol in (None, "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - where X servers listen
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.connect(path if Path(path).exists() else f"\0{path}")


class XThread:
    """An X connection and the only thread that may touch it."""

    def __init__(self, name: str, display: str | None = None) -> None:
        """Connect to ``display`` (``DISPLAY`` of the environment if not given) and start the thread.

        Blocks up to ``CONNECT_TIMEOUT_S``.

        Raises:
            DisplayUnavailable: no display, or it refuses us.
        """
        self._name = display
        self._jobs: deque[Callable[[Display], None]] = deque()
        self._timers: list[tuple[float, int, Callable[[Display], None]]] = []
        self._sequence = itertools.count()
        self._lock = threading.Lock()
        self._accepting = True
        self._closing = False
        self._socket: socket.socket | None = None
        self._waiting: set[Future[Any]] = set()
        self._on_event: list[Callable[[Event], None]] = []
        self._on_lost: list[Callable[[], None]] = []
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_reader, False)
        os.set_blocking(self._wake_writer, False)
        connected: Future[None] = Future()
        self._thread = threading.Thread(target=self._main, args=(connected,), name=f"x11-{name}", daemon=True)
        self._thread.start()
        try:
            connected.result(CONNECT_TIMEOUT_S)
        except TimeoutError as error:
            self.close()
            raise DisplayUnavailable("no answer", place=display or "DISPLAY") from error
        except DisplayUnavailable:
            self.close()
            raise

    # --- any thread -----------------------------------------------------------------------------------------

    async def call(self, fn: Callable[[Display], T], *, timeout_s: float = CALL_TIMEOUT_S) -> T:
        """Run ``fn`` on the X thread and return its result; its exceptions come through as they are.

        A call that is cancelled or times out may still run to its end on the X thread.

        Raises:
            DisplayUnavailable: the display is gone, does not answer in time, or refused a request
                (code ``display-request-failed``).
        """
        future: Future[T] = Future()
        self._submit(lambda display: self._settle(future, fn, display), future)
        try:
            with anyio.fail_after(timeout_s):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            raise DisplayUnavailable(f"no answer within {timeout_s:g} s") from error
        except XError as error:
            raise DisplayUnavailable(type(error).__name__, code="display-request-failed") from error

    def post(self, fn: Callable[[Display], None], *, delay_s: float = 0.0) -> None:
        """Run ``fn`` on the X thread, after ``delay_s``; dropped when the display is gone.

        ``fn`` must not let anything but X errors out: those are logged, others end the thread.
        """
        if delay_s <= 0:
            self._submit(fn)
            return
        with self._lock:
            heapq.heappush(self._timers, (time.monotonic() + delay_s, next(self._sequence), fn))
        self._wake()

    def on_event(self, callback: Callable[[Event], None]) -> None:
        """Be told of every event, on the X thread. Register before selecting events."""
        self._on_event.append(callback)

    def on_lost(self, callback: Callable[[], None]) -> None:
        """Be told once, on the X thread, when the display goes away by itself; must only post."""
        self._on_lost.append(callback)

    @property
    def alive(self) -> bool:
        """False once the display is gone or closed."""
        return self._accepting

    def close(self) -> None:
        """Close the connection and join the thread; idempotent, bounded by ``JOIN_TIMEOUT_S`` twice."""
        with self._lock:
            self._closing = True
        self._wake()
        if threading.current_thread() is self._thread:
            return
        self._thread.join(JOIN_TIMEOUT_S)
        if self._thread.is_alive() and self._socket is not None:
            # The thread waits for a reply of a server that hangs: only the end of its socket wakes it.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._thread.join(JOIN_TIMEOUT_S)
        if self._thread.is_alive():
            log.warning("the X thread %s does not end", self._thread.name)

    def _submit(self, job: Callable[[Display], None], future: Future[Any] | None = None) -> None:
        with self._lock:
            if self._accepting and not self._closing:
                self._jobs.append(job)
                if future is not None:
                    self._waiting.add(future)
                    future.add_done_callback(self._waiting.discard)
            elif future is not None:
                future.set_exception(DisplayUnavailable("the connection is closed"))
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            if self._wake_writer >= 0:
                try:
                    os.write(self._wake_writer, b"\0")
                except BlockingIOError:
                    return  # a full pipe wakes as well

    # --- the X thread ---------------------------------------------------------------------------------------

    def _settle(self, future: Future[T], fn: Callable[[Display], T], display: Display) -> None:
        if not future.set_running_or_notify_cancel():
            return
        with _HandOver(future, display):
            future.set_result(fn(display))

    def _main(self, connected: Future[None]) -> None:
        try:
            _reach(self._name)
            display = Display(self._name)
        except (DisplayError, XauthError, ConnectionClosedError, OSError) as error:
            self._end()
            failure = DisplayUnavailable(type(error).__name__, place=self._name or "DISPLAY")
            failure.__cause__ = error
            connected.set_exception(failure)
            return
        self._socket = display.display.socket
        display.set_error_handler(lambda error, _request: log.debug("X error %s", type(error).__name__))
        connected.set_result(None)
        try:
            while not self._closing:
                self._step(display)
            display.close()
        except (ConnectionClosedError, OSError) as error:
            log.warning("the display is gone: %s", type(error).__name__)
        finally:
            lost = not self._closing
            self._end()
            self._socket = None
            display.display.socket.close()
            if lost:
                for callback in self._on_lost:
                    callback()

    def _step(self, display: Display) -> None:
        for job in self._due():
            self._guarded(job, display)
        while not self._closing and display.pending_events():
            event = display.next_event()
            for callback in self._on_event:
                self._guarded(callback, event)
        display.flush()
        unsent = bool(display.display.data_send)
        if self._jobs or display.display.event_queue:
            return
        readable, _, _ = select.select(
            [display.fileno(), self._wake_reader], [display.fileno()] if unsent else [], [], self._pause_s()
        )
        if self._wake_reader in readable:
            os.read(self._wake_reader, 4096)

    def _guarded(self, fn: Callable[[T], None], argument: T) -> None:
        try:
            fn(argument)
        except XError as error:
            log.warning("X refused a request: %s", type(error).__name__)

    def _due(self) -> list[Callable[[Display], None]]:
        now = time.monotonic()
        with self._lock:
            jobs = list(self._jobs)
            self._jobs.clear()
            while self._timers and self._timers[0][0] <= now:
                jobs.append(heapq.heappop(self._timers)[2])
        return jobs

    def _pause_s(self) -> float | None:
        with self._lock:
            return max(0.0, self._timers[0][0] - time.monotonic()) if self._timers else None

    def _end(self) -> None:
        with self._lock:
            self._accepting = False
            self._jobs.clear()
            self._timers.clear()
            waiting = list(self._waiting)
            os.close(self._wake_reader)
            os.close(self._wake_writer)
            self._wake_reader = self._wake_writer = -1
        for future in waiting:
            with contextlib.suppress(InvalidStateError):
                future.set_exception(DisplayUnavailable("the display is gone"))


class _HandOver:
    """Gives an exception to the one who waits for the call; a lost connection also ends the thread."""

    def __init__(self, future: Future[Any], display: Display) -> None:
        self._future = future
        self._display = display

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is None:
            return True
        lost = isinstance(error, (ConnectionClosedError, OSError)) and self._display.display.socket_error is not None
        self._future.set_exception(DisplayUnavailable("the display is gone") if lost else error)
        return not lost
