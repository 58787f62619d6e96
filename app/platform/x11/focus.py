"""Where the keyboard focus is on X11, and putting it back there.

Called by ``app/ui/keyboard_loan.py`` when a person presses a field of the notch, and when the card is closed: rare, so
each call has a connection of its own. Any thread; it waits for a few round trips, bounded by ``connection``'s limits.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, TypeVar

from Xlib import X
from Xlib.display import Display
from Xlib.error import XError
from Xlib.protocol.event import ClientMessage

from app.domain.errors import DisplayUnavailable
from app.platform.x11.connection import CALL_TIMEOUT_S, XThread, rejection
from app.platform.x11.properties import active_window

__all__ = ["FocusPlace", "focus_place", "return_focus"]

log = logging.getLogger(__name__)

T = TypeVar("T")

FROM_PAGER: Final = 2
"""Source of a request to activate a window: the person's wish, not a program's.

https://specifications.freedesktop.org/wm-spec/latest/ar01s03.html
"""


@dataclass(frozen=True, slots=True)
class FocusPlace:
    """Who had the keyboard."""

    window: int
    """The window that the window manager calls active; 0 for none."""
    focus: int
    """The window in it that gets the keys; 0 and 1 for none."""


def focus_place() -> FocusPlace | None:
    """Tell who has the keyboard now; ``None`` when the display does not say."""
    return _ask(_look)


def return_focus(place: FocusPlace) -> None:
    """Give the keyboard back: by the window manager where there is one, else directly."""
    _ask(lambda display: _put(display, place))


def _ask(fn: Callable[[Display], T]) -> T | None:
    answer: Future[T | None] = Future()

    def run(display: Display) -> None:
        try:
            answer.set_result(fn(display))
        except XError as error:
            log.debug("the window that had the focus is gone: %s", type(error).__name__)
            answer.set_result(None)

    try:
        thread = XThread("focus")
    except DisplayUnavailable as error:
        log.warning("the display does not tell who has the keyboard: %s", error)
        return None
    try:
        thread.post(run)
        return answer.result(CALL_TIMEOUT_S)
    except TimeoutError:
        log.warning("the display does not answer who has the keyboard")
        return None
    finally:
        thread.close()


def _look(display: Display) -> FocusPlace:
    active = active_window(display)
    focus = display.get_input_focus().focus
    return FocusPlace(active.id if active is not None else 0, focus if isinstance(focus, int) else focus.id)


def _put(display: Display, place: FocusPlace) -> None:
    if place.focus > X.PointerRoot:
        window = display.create_resource_object("window", place.focus)
        refused = rejection(
            display, lambda catch: window.set_input_focus(X.RevertToParent, X.CurrentTime, onerror=catch)
        )
        if refused is not None:
            log.debug("the window that had the focus is gone: %s", type(refused).__name__)
            return
    if place.window:
        data = (32, [FROM_PAGER, X.CurrentTime, 0, 0, 0])
        wish = ClientMessage(window=place.window, client_type=display.get_atom("_NET_ACTIVE_WINDOW"), data=data)
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        display.screen().root.send_event(wish, event_mask=mask)
        display.sync()
