"""Gives large clipboard content to requestors in pieces (INCR), each at its own pace; X thread only.

Called by ``selection_owner.py``. A requestor takes a piece by deleting the property; one that stops doing so is
forgotten after :data:`STALL_S`. Each transfer holds its own content, so the clipboard may change under it.
Rules: https://x.org/releases/X11R7.7/doc/xorg-docs/icccm/icccm.html#INCR_Properties
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from Xlib import X
from Xlib.display import Display
from Xlib.protocol.rq import Event

from app.platform.x11.connection import XThread
from app.platform.x11.selection_reader import PropertyValue

__all__ = ["PieceByPiece"]

PIECE_BYTES: Final = 131_072
"""Half of the largest request of the core protocol; divisible by 4, so that no item is cut."""

STALL_S: Final = 5.0
"""A requestor that takes no piece for so long has given up; GTK and Qt give up after 2 to 5 s themselves."""

MOST_TRANSFERS: Final = 32
"""More at the same time are refused: each holds its content in memory."""


@dataclass(slots=True)
class _Transfer:
    requestor: Any
    type_atom: int
    value: PropertyValue
    moved_at_s: float
    offset: int = 0
    ended: bool = False
    """The empty piece that says "no more" was written."""


class PieceByPiece:
    """All transfers under way, by requestor and property."""

    def __init__(self, thread: XThread) -> None:
        self._thread = thread
        self._transfers: dict[tuple[int, int], _Transfer] = {}
        thread.on_event(self._on_event)

    def begin(self, requestor: Any, prop: int, type_atom: int, value: PropertyValue) -> bool:
        """Announce a transfer; False when there are too many."""
        if len(self._transfers) >= MOST_TRANSFERS:
            return False
        requestor.change_attributes(event_mask=X.PropertyChangeMask | X.StructureNotifyMask, onerror=_ignore)
        incr = requestor.display.get_atom("INCR")
        requestor.change_property(prop, incr, 32, [len(value.data)], onerror=_ignore)
        if not self._transfers:
            self._thread.post(self._drop_stalled, delay_s=STALL_S)
        self._transfers[requestor.id, prop] = _Transfer(requestor, type_atom, value, time.monotonic())
        return True

    def _on_event(self, event: Event) -> None:
        if event.type == X.PropertyNotify and event.state == X.PropertyDelete:
            transfer = self._transfers.get((event.window.id, event.atom))
            if transfer is not None:
                self._next_piece(transfer, event.atom)
        elif event.type == X.DestroyNotify:
            for key in [key for key in self._transfers if key[0] == event.window.id]:
                del self._transfers[key]

    def _next_piece(self, transfer: _Transfer, prop: int) -> None:
        if transfer.ended:
            self._finish((transfer.requestor.id, prop))
            return
        piece = transfer.value.data[transfer.offset : transfer.offset + PIECE_BYTES]
        transfer.offset += len(piece)
        transfer.ended = not piece
        transfer.moved_at_s = time.monotonic()
        transfer.requestor.change_property(prop, transfer.type_atom, transfer.value.format, piece, onerror=_ignore)

    def _finish(self, key: tuple[int, int]) -> None:
        transfer = self._transfers.pop(key)
        if not any(window == key[0] for window, _ in self._transfers):
            transfer.requestor.change_attributes(event_mask=X.NoEventMask, onerror=_ignore)

    def _drop_stalled(self, _display: Display) -> None:
        oldest_s = time.monotonic() - STALL_S
        for key in [key for key, transfer in self._transfers.items() if transfer.moved_at_s <= oldest_s]:
            self._finish(key)
        if self._transfers:
            self._thread.post(self._drop_stalled, delay_s=STALL_S)


def _ignore(*_error: object) -> int:
    """A requestor that is gone needs no more pieces; the value tells python-xlib that it was dealt with."""
    return 1
