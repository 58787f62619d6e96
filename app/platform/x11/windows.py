"""Which window has the focus, on X11. Called at every press and before every delivery; answers in about 1 ms."""

from __future__ import annotations

import logging

from Xlib.display import Display
from Xlib.error import XError

from app.domain.turn import NO_TARGET, TargetApp
from app.platform.x11.connection import XThread
from app.platform.x11.properties import active_window, process_id, text, window_class

__all__ = ["X11FrontmostApp"]

log = logging.getLogger(__name__)


class X11FrontmostApp:
    """``FrontmostApp`` by the properties that window managers keep (EWMH)."""

    def __init__(self, thread: XThread) -> None:
        self._thread = thread

    async def current(self) -> TargetApp:
        """Return the focused top-level window; ``NO_TARGET`` when there is none.

        Raises:
            DisplayUnavailable
        """
        return await self._thread.call(_look)


def _look(display: Display) -> TargetApp:
    try:
        window = active_window(display)
        if window is None:
            return NO_TARGET
        focus = display.get_input_focus().focus
        return TargetApp(
            window_id=window.id,
            app_id=window_class(window),
            title=text(window, "_NET_WM_NAME") or text(window, "WM_NAME"),
            pid=process_id(window),
            # 0 and 1 are "nothing" and "where the pointer is".
            focus_id=0 if isinstance(focus, int) else focus.id,
        )
    except XError as error:
        log.debug("the focused window is gone: %s", type(error).__name__)
        return NO_TARGET
