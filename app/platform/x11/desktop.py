"""Monitors, panels, full-screen windows and focus of an X11 session, told when they change.

Called by the core; looks happen on the X thread. Nothing is polled: the X server tells of changes, a burst of them
gives one look. It tells nothing of a pointer that moves (only XInput 2 would, with a wake-up for each step), so the
pointer's monitor is as of the last other change; the core asks for ``state()`` when a take starts, which is when it
matters.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from Xlib import X
from Xlib.display import Display
from Xlib.error import XError
from Xlib.ext import randr, xfixes
from Xlib.protocol.rq import Event

from app.domain.errors import DisplayUnavailable
from app.domain.messages import DesktopState
from app.platform.x11.connection import XThread
from app.platform.x11.desktop_look import client_windows, compositor_selection, look
from app.platform.x11.properties import is_managed

__all__ = ["X11Desktop"]

log = logging.getLogger(__name__)

SETTLE_S: Final = 0.05
"""One change of a desktop comes as a dozen events within a few milliseconds."""

ROOT_PROPERTIES: Final = ("_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_CURRENT_DESKTOP", "_NET_SUPPORTING_WM_CHECK")
WINDOW_PROPERTIES: Final = (
    "_NET_FRAME_EXTENTS",
    "_NET_WM_DESKTOP",
    "_NET_WM_STATE",
    "_NET_WM_STRUT",
    "_NET_WM_STRUT_PARTIAL",
    "_NET_WM_WINDOW_TYPE",
)
WINDOW_EVENTS: Final = frozenset({X.ConfigureNotify, X.MapNotify, X.UnmapNotify, X.ReparentNotify, X.DestroyNotify})


@dataclass(frozen=True, slots=True)
class _Watcher:
    tell: Callable[[DesktopState], None]
    """Called on the X thread; only posts."""
    fail: Callable[[], None]


class X11Desktop:
    """``Desktop`` by RandR 1.5 and EWMH."""

    def __init__(self, thread: XThread) -> None:
        self._thread = thread
        self._watchers: list[_Watcher] = []
        self._watched: dict[int, Any] = {}
        self._atoms: frozenset[int] = frozenset()
        self._last: DesktopState | None = None
        self._look_is_due = False
        thread.on_event(self._on_event)
        thread.on_lost(self._on_lost)

    async def state(self) -> DesktopState:
        """Look now.

        Raises:
            DisplayUnavailable
        """
        return await self._thread.call(look)

    async def watch(self, on_change: Callable[[DesktopState], None]) -> None:
        """Tell each change on the core loop, without polling, until cancelled.

        Raises:
            DisplayUnavailable: the display went away.
        """
        loop = asyncio.get_running_loop()
        gone: asyncio.Future[None] = loop.create_future()

        def post(what: Callable[..., object], *values: object) -> None:
            # The loop may be closed at exit; nobody waits then.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(what, *values)

        watcher = _Watcher(
            tell=lambda state: post(lambda: gone.done() or on_change(state)),
            fail=lambda: post(lambda: gone.done() or gone.set_result(None)),
        )
        try:
            await self._thread.call(lambda display: self._begin(display, watcher))
            await gone
        finally:
            gone.cancel()
            self._thread.post(lambda _display: self._end(watcher))
        raise DisplayUnavailable("the display is gone")

    # --- the X thread ---------------------------------------------------------------------------------------

    def _begin(self, display: Display, watcher: _Watcher) -> None:
        if not self._watchers:
            self._select(display)
            self._last = look(display)
        self._watchers.append(watcher)

    def _end(self, watcher: _Watcher) -> None:
        if watcher in self._watchers:
            self._watchers.remove(watcher)

    def _select(self, display: Display) -> None:
        root = display.screen().root
        self._atoms = frozenset(display.get_atom(name) for name in (*ROOT_PROPERTIES, *WINDOW_PROPERTIES))
        mask = X.PropertyChangeMask | X.StructureNotifyMask
        if not is_managed(display):
            # Nobody lists windows; only their parent tells of new ones.
            mask |= X.SubstructureNotifyMask
        root.change_attributes(event_mask=mask)
        if display.has_extension("RANDR"):
            root.xrandr_select_input(
                randr.RRScreenChangeNotifyMask | randr.RRCrtcChangeNotifyMask | randr.RROutputChangeNotifyMask
            )
        if display.has_extension("XFIXES"):
            display.xfixes_query_version()
            every_change = 0b111
            display.xfixes_select_selection_input(root, compositor_selection(display), every_change)
        self._select_windows(display)

    def _select_windows(self, display: Display) -> None:
        present = {window.id: window for window in client_windows(display)}
        for window_id, window in present.items():
            if window_id not in self._watched:
                window.change_attributes(event_mask=X.PropertyChangeMask | X.StructureNotifyMask, onerror=_ignore)
        self._watched = present

    def _on_event(self, event: Event) -> None:
        if not self._watchers or self._look_is_due:
            return
        if event.type == X.PropertyNotify:
            matters = event.atom in self._atoms
        else:
            matters = event.type in WINDOW_EVENTS or isinstance(event, MONITOR_OR_COMPOSITOR_EVENTS)
        if matters:
            self._look_is_due = True
            self._thread.post(self._look_again, delay_s=SETTLE_S)

    def _look_again(self, display: Display) -> None:
        self._look_is_due = False
        if not self._watchers:
            return
        try:
            self._select_windows(display)
            state = look(display)
        except XError as error:
            log.debug("a window went away during a look: %s", type(error).__name__)
            return
        if state != self._last:
            self._last = state
            for watcher in self._watchers:
                watcher.tell(state)

    def _on_lost(self) -> None:
        for watcher in self._watchers:
            watcher.fail()


MONITOR_OR_COMPOSITOR_EVENTS: Final = (
    randr.ScreenChangeNotify,
    randr.CrtcChangeNotify,
    randr.OutputChangeNotify,
    xfixes.SelectionNotify,
)


def _ignore(*_error: object) -> int:
    """A window that is gone needs no watching; the value tells python-xlib that it was dealt with."""
    return 1
