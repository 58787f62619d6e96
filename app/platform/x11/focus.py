"""Where the keyboard focus is on X11, and putting it back there.

Called by ``app/ui/keyboard_loan.py`` when a person presses a field of the notch, and when the card is closed: rare, so
each call has a connection of its own. Any thread; a call takes a few round trips to the display.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from Xlib import X
from Xlib.display import Display
from Xlib.error import DisplayError, XError
from Xlib.protocol.event import ClientMessage

from app.platform.x11.properties import active_window

__all__ = ["FocusPlace", "focus_place", "return_focus"]

log = logging.getLogger(__name__)

FROM_PAGER = 2
"""Source of a request to activate a window: the person's wish, not a program's.

https://specifications.freedesktop.org/wm-spec/latest/ar01s03.html
"""


@dataclass(frozen=True, slots=True)
class FocusPlace:
    """Who had the keyboard."""

    window: int
    """The window that the window manager calls active; 0 for none."""
    focus: int
    """The window in it that gets the keys; 0 for none."""


def focus_place() -> FocusPlace | None:
    """Tell who has the keyboard now; ``None`` when the display does not say."""
    try:
        display = Display()
    except (DisplayError, OSError) as error:
        log.warning("the display does not tell where the focus is: %s", type(error).__name__)
        return None
    try:
        active = active_window(display)
        focus = display.get_input_focus().focus
        return FocusPlace(active.id if active is not None else 0, focus if isinstance(focus, int) else focus.id)
    except (XError, DisplayError, OSError) as error:
        log.debug("the focused window is gone: %s", type(error).__name__)
        return None
    finally:
        _close(display)


def return_focus(place: FocusPlace) -> None:
    """Give the keyboard back: by the window manager where there is one, else directly."""
    try:
        display = Display()
    except (DisplayError, OSError) as error:
        log.warning("the focus cannot be given back: %s", type(error).__name__)
        return
    try:
        _put(display, place)
    except (XError, DisplayError, OSError) as error:
        log.debug("the window that had the focus is gone: %s", type(error).__name__)
    finally:
        _close(display)


def _put(display: Display, place: FocusPlace) -> None:
    root = display.screen().root
    failed: list[object] = []

    def keep(error: XError, _request: object) -> None:
        failed.append(error)

    if place.focus > X.PointerRoot:  # 0 and 1 are "nothing" and "where the pointer is"
        display.create_resource_object("window", place.focus).set_input_focus(
            X.RevertToParent, X.CurrentTime, onerror=keep
        )
    if place.window:
        data = (32, [FROM_PAGER, X.CurrentTime, 0, 0, 0])
        wish = ClientMessage(window=place.window, client_type=display.get_atom("_NET_ACTIVE_WINDOW"), data=data)
        root.send_event(wish, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
    display.sync()
    if failed:
        log.debug("the window that had the focus is gone: %s", failed[0])


def _close(display: Display) -> None:
    try:
        display.close()
    except (DisplayError, OSError) as error:
        log.debug("the display went away: %s", type(error).__name__)
