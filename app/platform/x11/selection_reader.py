"""Asks the owner of an X selection for its content, also in pieces (INCR), without ever blocking on it.

Called by ``clipboard.py``. Requests and answers live on the X thread; the core loop only waits for a future. Rules:
Inter-Client Communication Conventions Manual, chapter 2 (https://x.org/releases/X11R7.7/doc/xorg-docs/icccm/icccm.html).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadAtom
from Xlib.protocol import request
from Xlib.protocol.rq import Event

from app.domain.errors import AppError, ClipboardFrozen, DisplayUnavailable
from app.platform.x11.connection import XThread

__all__ = ["PropertyValue", "SelectionReader"]

SLICE_UNITS: Final = 65_536
"""How much of a property is read at once, in units of 4 bytes; python-xlib copies the reply again and again."""

MOST_TARGETS: Final = 500
"""Office programs list about 40. Each new name is a round trip, and a list without end would hold the X thread."""

ANSWER_PROPERTY: Final = "VOXNOTCH_SELECTION"


@dataclass(frozen=True, slots=True)
class PropertyValue:
    """One answer of an owner."""

    type_name: str
    """Atom name of the property's type."""
    format: int
    """8, 16 or 32 bits an item; ``data`` holds 32 bits as 4 bytes in the order of this machine."""
    data: bytes


@dataclass(slots=True)
class _Conversion:
    """One question under way; X thread only."""

    window: Any
    answer: int
    """Atom of the property for the answer."""
    limit_bytes: int
    settle: Callable[[PropertyValue | AppError | None], None]
    incremental: bool = False
    type_atom: int = X.NONE
    format: int = 8
    parts: list[bytes] = field(default_factory=list[bytes])
    size: int = 0


class SelectionReader:
    """Reads selections that other programs own."""

    def __init__(self, thread: XThread) -> None:
        self._thread = thread
        self._active: dict[int, _Conversion] = {}
        self._names: dict[int, str] = {}
        thread.on_event(self._on_event)
        thread.on_lost(self._on_lost)

    async def has_owner(self, selection: str) -> bool:
        """Tell whether any program owns ``selection``.

        Raises:
            DisplayUnavailable
        """
        owner = await self._thread.call(lambda display: display.get_selection_owner(display.get_atom(selection)))
        return owner != X.NONE

    async def convert(self, selection: str, target: str, *, limit_bytes: int) -> PropertyValue | None:
        """Ask the owner for one target; ``None`` when it refuses or there is no owner.

        Waits as long as the owner takes: the caller sets the bound.

        Raises:
            ClipboardFrozen: code ``clipboard-too-large``, the content is larger than ``limit_bytes``.
            DisplayUnavailable
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[PropertyValue | None] = loop.create_future()

        def settle(result: PropertyValue | AppError | None) -> None:
            # The loop may be closed when the display goes away at exit; nobody waits then.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, future, result)

        windows: list[int] = []
        try:
            await self._thread.call(
                lambda display: windows.append(self._start(display, selection, target, limit_bytes, settle))
            )
            return await future
        finally:
            # Runs after the start, also where the caller was cancelled before he heard of it.
            self._thread.post(lambda _display: self._end(windows))

    async def atom_names(self, value: PropertyValue) -> list[str]:
        """Spell a list of atoms (``TARGETS``), the first ``MOST_TARGETS``; empty for any other kind of value.

        Raises:
            DisplayUnavailable
        """
        if value.format != 32:
            return []
        atoms = list(memoryview(value.data).cast("I"))[:MOST_TARGETS]
        names = await self._thread.call(lambda display: [self._name(display, atom) for atom in atoms])
        return [name for name in names if name]

    # --- the X thread ---------------------------------------------------------------------------------------

    def _start(
        self,
        display: Display,
        selection: str,
        target: str,
        limit_bytes: int,
        settle: Callable[[PropertyValue | AppError | None], None],
    ) -> int:
        # A window for each question: what a slow owner answers too late finds no window and confuses nobody.
        window = display.screen().root.create_window(
            -1, -1, 1, 1, 0, 0, window_class=X.InputOnly, event_mask=X.PropertyChangeMask
        )
        answer = display.get_atom(ANSWER_PROPERTY)
        self._active[window.id] = _Conversion(window, answer, limit_bytes, settle)
        window.convert_selection(display.get_atom(selection), display.get_atom(target), answer, X.CurrentTime)
        return window.id

    def _end(self, windows: list[int]) -> None:
        for window_id in windows:
            if conversion := self._active.pop(window_id, None):
                conversion.window.destroy()

    def _on_event(self, event: Event) -> None:
        if event.type == X.SelectionNotify:
            conversion = self._active.get(event.requestor.id)
            if conversion is None or conversion.incremental:
                return
            if event.property == X.NONE:
                conversion.settle(None)
            else:
                self._take(conversion)
        elif event.type == X.PropertyNotify and event.state == X.PropertyNewValue:
            conversion = self._active.get(event.window.id)
            if conversion is not None and conversion.incremental and event.atom == conversion.answer:
                self._take(conversion)

    def _take(self, conversion: _Conversion) -> None:
        """Read what stands in the answer property; reading it to the end asks an incremental owner for more."""
        display = conversion.window.display
        offset = 0
        while True:
            value = conversion.window.get_property(
                conversion.answer, X.AnyPropertyType, offset, SLICE_UNITS, delete=True
            )
            if value is None:
                conversion.settle(None)
                return
            if not conversion.incremental and value.property_type == display.get_atom("INCR"):
                conversion.incremental = True
                return
            data = value.value if isinstance(value.value, bytes) else bytes(memoryview(value.value).cast("B"))
            conversion.type_atom, conversion.format = value.property_type, value.format
            conversion.parts.append(data)
            conversion.size += len(data)
            if conversion.size + value.bytes_after > conversion.limit_bytes:
                conversion.settle(ClipboardFrozen(f"over {conversion.limit_bytes} bytes", code="clipboard-too-large"))
                return
            if not value.bytes_after:
                break
            offset += len(data) // 4
        if not conversion.incremental or not data:
            type_name = self._name_of(display, conversion.type_atom)
            conversion.settle(PropertyValue(type_name, conversion.format, b"".join(conversion.parts)))

    def _name(self, display: Display, atom: int) -> str:
        return self._name_of(display.display, atom)

    def _name_of(self, display: Any, atom: int) -> str:
        if atom not in self._names:
            try:
                self._names[atom] = str(request.GetAtomName(display=display, atom=atom).name)
            except BadAtom:
                return ""
        return self._names[atom]

    def _on_lost(self) -> None:
        for conversion in self._active.values():
            conversion.settle(DisplayUnavailable("the display is gone"))
        self._active.clear()


def _settle(future: asyncio.Future[PropertyValue | None], result: PropertyValue | AppError | None) -> None:
    if future.done():
        return
    if isinstance(result, AppError):
        future.set_exception(result)
    else:
        future.set_result(result)
