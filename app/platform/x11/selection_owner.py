"""Owns the X clipboard: hands out what we put there, to any number of programs, also in pieces (INCR).

Called by ``clipboard.py``; all state lives on the X thread. A slow or broken requestor costs one entry in a table
and never holds up another. Rules: Inter-Client Communication Conventions Manual, chapter 2
(https://x.org/releases/X11R7.7/doc/xorg-docs/icccm/icccm.html).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import XError
from Xlib.protocol import event as xevent
from Xlib.protocol import request
from Xlib.protocol.rq import Event

from app.platform.x11.connection import XThread
from app.platform.x11.selection_incr import PieceByPiece
from app.platform.x11.selection_reader import PropertyValue

__all__ = ["Content", "SelectionOwner"]

log = logging.getLogger(__name__)

AT_ONCE_BYTES: Final = 131_072
"""Larger content goes in pieces: a request of the core protocol holds 262,140 bytes at most."""

STAMP_PROPERTY: Final = "VOXNOTCH_STAMP"

ATOM_PAIR_LIMIT: Final = 1024
"""Units of 4 bytes read from a ``MULTIPLE`` request; no program asks for more than a few targets."""


@dataclass(frozen=True, slots=True)
class Content:
    """What the clipboard holds while it is ours."""

    values: Mapping[str, PropertyValue]
    """Target name to what a requestor gets."""
    on_read: Callable[[str], None] | None = None
    """Told the target of each read, on the X thread; must only post."""


class SelectionOwner:
    """Ownership of one selection."""

    def __init__(self, thread: XThread, selection: str) -> None:
        self._thread = thread
        self._selection_name = selection
        self._window: Any = None
        self._selection = self._stamp = X.NONE
        self._content: Content | None = None
        self._since = X.CurrentTime
        self._claims: list[Callable[[int], None]] = []
        self._pieces = PieceByPiece(thread)
        thread.on_event(self._on_event)

    @property
    def content(self) -> Content | None:
        """What we own as far as events have told; may be read on any thread."""
        return self._content

    def ask_server(self, display: Display) -> tuple[bool, Content | None]:
        """Tell whether the selection has an owner and, if that is us, with what: as the server knows it now."""
        window = self._own_window(display)
        owner = display.get_selection_owner(self._selection)
        return owner != X.NONE, self._content if owner == window else None

    def claim(self, display: Display, content: Content, *, only_if_ours: bool, done: Callable[[bool], None]) -> None:
        """Become the owner with ``content``; without any values, give ownership up so that nobody has it.

        ``done`` is told on the X thread whether that came true. ``only_if_ours``: not when another program is the
        owner by then; the server decides by its own clock, so there is no gap between the look and the change.
        """
        window = self._own_window(display)

        def at(time: int) -> None:
            if only_if_ours and self._content is None:
                done(False)
                return
            self._content, self._since = content if content.values else None, time
            owner = window if content.values else X.NONE
            request.SetSelectionOwner(display=display.display, window=owner, selection=self._selection, time=time)
            now = request.GetSelectionOwner(display=display.display, selection=self._selection).owner
            won = (now == window) if content.values else (now == X.NONE)
            if not won:
                self._content = None
            done(won)

        # Only the server knows its time; a change of a property brings it back, after all events from before it.
        self._claims.append(at)
        window.change_property(self._stamp, Xatom.INTEGER, 32, b"", mode=X.PropModeAppend)

    def _own_window(self, display: Display) -> Any:
        if self._window is None:
            self._selection = display.get_atom(self._selection_name)
            self._stamp = display.get_atom(STAMP_PROPERTY)
            self._window = display.screen().root.create_window(
                -1, -1, 1, 1, 0, 0, window_class=X.InputOnly, event_mask=X.PropertyChangeMask
            )
        return self._window

    def _on_event(self, event: Event) -> None:
        if self._window is None:
            return
        try:
            if event.type == X.PropertyNotify and event.window.id == self._window.id:
                if event.atom == self._stamp and self._claims:
                    self._claims.pop(0)(event.time)
            elif event.type == X.SelectionClear and event.atom == self._selection:
                # One that is older than our claim tells of an ownership before it.
                if self._content is not None and _not_before(event.time, self._since):
                    self._content = None
            elif event.type == X.SelectionRequest and event.selection == self._selection:
                self._serve(event)
        except XError as error:
            log.debug("a requestor is gone: %s", type(error).__name__)

    def _serve(self, event: Event) -> None:
        display = self._window.display
        # An obsolete client names no property; the target's name is the convention then (ICCCM 2.2).
        prop = event.property or event.target
        if event.target == display.get_atom("MULTIPLE"):
            given = self._serve_multiple(event.requestor, prop) if event.property else False
        else:
            given = self._give(event.requestor, event.target, prop)
        answer = xevent.SelectionNotify(
            time=event.time,
            requestor=event.requestor,
            selection=event.selection,
            target=event.target,
            property=prop if given else X.NONE,
        )
        event.requestor.send_event(answer, onerror=_ignore)

    def _serve_multiple(self, requestor: Any, prop: int) -> bool:
        pairs = requestor.get_property(prop, X.AnyPropertyType, 0, ATOM_PAIR_LIMIT)
        if pairs is None or pairs.format != 32:
            return False
        atoms = list(pairs.value)
        for index in range(0, len(atoms) - 1, 2):
            if not self._give(requestor, atoms[index], atoms[index + 1]):
                atoms[index + 1] = X.NONE
        requestor.change_property(prop, pairs.property_type, 32, atoms, onerror=_ignore)
        return True

    def _give(self, requestor: Any, target: int, prop: int) -> bool:
        content, display = self._content, self._window.display
        if content is None or prop == X.NONE:
            return False
        if target == display.get_atom("TARGETS"):
            names = ["TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", *content.values]
            atoms = [display.get_atom(name) for name in names]
            requestor.change_property(prop, Xatom.ATOM, 32, atoms, onerror=_ignore)
            return True
        if target == display.get_atom("TIMESTAMP"):
            requestor.change_property(prop, Xatom.INTEGER, 32, [self._since], onerror=_ignore)
            return True
        name = next((name for name in content.values if display.get_atom(name) == target), None)
        if name is None:
            return False
        value = content.values[name]
        type_atom = display.get_atom(value.type_name)
        if len(value.data) > AT_ONCE_BYTES:
            if not self._pieces.begin(requestor, prop, type_atom, value):
                return False
        else:
            requestor.change_property(prop, type_atom, value.format, value.data, onerror=_ignore)
        if content.on_read is not None:
            content.on_read(name)
        return True


def _not_before(time: int, since: int) -> bool:
    """Compare server times, which wrap around after 49.7 days."""
    return (time - since) % 2**32 < 2**31


def _ignore(*_error: object) -> int:
    """A requestor that is gone by now needs no answer; the value tells python-xlib that it was dealt with."""
    return 1
