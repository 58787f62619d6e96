"""The clipboard of an X11 session by native selections: keep it, lend it to our text, give it back.

Called by delivery on the core loop; it works on the X thread it is given, which should be its own, because large
content passes through it. Only ``CLIPBOARD`` is ever owned: the primary selection is the person's and is read alone.
A program that pastes the primary selection (Shift+Insert in xterm) needs typing or a chord of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Mapping
from typing import Final

import anyio

from app.domain.errors import ClipboardFrozen, DisplayUnavailable
from app.platform.ports import ClipboardSnapshot
from app.platform.read_receipt import ReadReceipt
from app.platform.x11.connection import XThread
from app.platform.x11.selection_owner import Content, SelectionOwner
from app.platform.x11.selection_reader import PropertyValue, SelectionReader

__all__ = ["X11Clipboard", "X11Offer"]

CLIPBOARD: Final = "CLIPBOARD"

PROBE_LIMIT_S: Final = 0.3
"""A live owner lists its types in a few milliseconds."""

BUSY_PROBE_LIMIT_S: Final = 1.5
"""The same where more programs want to run than there are cores, so that a live owner waits for its turn: with six
of them for each core 0.3 s was missed now and then, and the person's clipboard would be lost for it."""

SNAPSHOT_LIMIT_S: Final = 2.0
EXTRAS_LIMIT_S: Final = 1.0
"""Beside ``image/png`` an owner offers the same picture in a dozen encodings, each made on demand: those that did
not come within this time are left out, as they can be made again from it."""

CLAIM_LIMIT_S: Final = 1.0
SAVE_LIMIT_S: Final = 1.0

SNAPSHOT_LIMIT_BYTES: Final = 64 * 2**20

NOT_CONTENT: Final = frozenset(
    {
        "TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
        "PIXMAP", "BITMAP", "DRAWABLE", "COLORMAP", "CLIENT_WINDOW", "HOST_NAME", "USER", "PROCESS", "TASK",
    }
)  # fmt: skip
"""Targets that act, tell about the owner, or name resources that die with it (ICCCM 2.6.2)."""

TEXT_TARGETS: Final[tuple[str, ...]] = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT")

TRANSIENT_MARK: Final = "x-kde-passwordManagerHint"
"""With the value ``secret`` clipboard histories leave the content out
(https://invent.kde.org/plasma/plasma-workspace, Klipper; other histories follow it)."""


class X11Offer:
    """Our text on the clipboard, handed out lazily."""

    def __init__(self, owner: SelectionOwner, text: str) -> None:
        self._owner = owner
        self._receipt = ReadReceipt()
        loop = asyncio.get_running_loop()

        def on_read(target: str) -> None:
            if target in TEXT_TARGETS:
                # The loop may be closed at exit; nobody waits then.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._receipt.note_read, time.monotonic())

        values = {**_text_values(text), TRANSIENT_MARK: PropertyValue(TRANSIENT_MARK, 8, b"secret")}
        self.content = Content(values, on_read)

    def expect_reads(self) -> None:
        self._receipt.expect_reads()

    async def wait_read(self, *, timeout_s: float, quiet_s: float) -> bool:
        return await self._receipt.wait_read(timeout_s=timeout_s, quiet_s=quiet_s)

    @property
    def first_read_at_s(self) -> float:
        return self._receipt.first_read_at_s

    @property
    def still_owner(self) -> bool:
        return self._owner.content is self.content


class X11Clipboard:
    """``Clipboard`` for X11."""

    def __init__(self, thread: XThread) -> None:
        self._thread = thread
        self._reader = SelectionReader(thread)
        self._owner = SelectionOwner(thread, CLIPBOARD)

    async def snapshot(self) -> ClipboardSnapshot:
        """Copy every type of the clipboard.

        Raises:
            ClipboardFrozen: the owner does not answer within the probe's limit, or not with everything within
                ``SNAPSHOT_LIMIT_S``, or there is more than ``SNAPSHOT_LIMIT_BYTES`` (``clipboard-too-large``).
            DisplayUnavailable
        """
        owned, ours = await self._thread.call(self._owner.ask_server)
        if ours is not None:
            return _as_snapshot({name: value for name, value in ours.values.items() if name != TRANSIENT_MARK})
        if not owned:
            return ClipboardSnapshot()
        started = anyio.current_time()
        try:
            with anyio.fail_after(_probe_limit_s()):
                listed = await self._reader.convert(CLIPBOARD, "TARGETS", limit_bytes=SNAPSHOT_LIMIT_BYTES)
            # An owner that lists nothing at all may still have text (ICCCM asks for TARGETS, old programs lack it).
            names = [*TEXT_TARGETS] if listed is None else await self._reader.atom_names(listed)
            with anyio.fail_after(SNAPSHOT_LIMIT_S):
                return _as_snapshot(await self._read_all(_in_order(names), started + EXTRAS_LIMIT_S))
        except TimeoutError as error:
            raise ClipboardFrozen("the owner does not answer") from error

    async def _read_all(self, names: list[str], extras_until_s: float) -> dict[str, PropertyValue]:
        values: dict[str, PropertyValue] = {}
        left_bytes = SNAPSHOT_LIMIT_BYTES
        for name in names:
            if "image/png" in values and name.startswith("image/") and anyio.current_time() > extras_until_s:
                break
            value = await self._reader.convert(CLIPBOARD, name, limit_bytes=left_bytes)
            if value is not None:
                values[name] = value
                left_bytes -= len(value.data)
        return values

    async def offer(self, text: str) -> X11Offer:
        """Become the owner with ``text``, marked so that clipboard histories leave it out.

        Raises:
            DisplayUnavailable: also code ``clipboard-refused``, another program took it at the same moment.
        """
        offer = X11Offer(self._owner, text)
        await self._own(offer.content)
        return offer

    async def set_text(self, text: str) -> None:
        """Put text there to stay (an ordinary copy).

        Raises:
            DisplayUnavailable: as :meth:`offer`.
        """
        await self._own(Content(_text_values(text)))

    async def restore(self, snapshot: ClipboardSnapshot) -> bool:
        """Put a snapshot back if we still own the clipboard; an empty one leaves it ownerless (A09).

        Raises:
            DisplayUnavailable
        """
        values = {
            name: PropertyValue(*snapshot.native_types.get(name, (name, 8)), data)
            for name, data in snapshot.contents.items()
        }
        return await self._claim(Content(values), only_if_ours=True)

    async def selected_text(self) -> str | None:
        """Return the text of the primary selection; ``None`` when there is none or it does not come in time."""
        with anyio.move_on_after(PROBE_LIMIT_S), contextlib.suppress(ClipboardFrozen, DisplayUnavailable):
            value = await self._reader.convert("PRIMARY", "UTF8_STRING", limit_bytes=SNAPSHOT_LIMIT_BYTES)
            return None if value is None else value.data.decode("utf-8", "replace")
        return None

    async def close(self) -> None:
        """Let a clipboard manager keep what we own, where there is one; then let go.

        The thread stays open: its owner closes it.
        """
        if self._owner.content is None:
            return
        with anyio.move_on_after(SAVE_LIMIT_S, shield=True), contextlib.suppress(DisplayUnavailable, ClipboardFrozen):
            if await self._reader.has_owner("CLIPBOARD_MANAGER"):
                # It asks for our content while this waits, and answers once it has all of it.
                await self._reader.convert("CLIPBOARD_MANAGER", "SAVE_TARGETS", limit_bytes=SNAPSHOT_LIMIT_BYTES)

    async def _own(self, content: Content) -> None:
        if not await self._claim(content, only_if_ours=False):
            raise DisplayUnavailable("another program took the clipboard", code="clipboard-refused")

    async def _claim(self, content: Content, *, only_if_ours: bool) -> bool:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()

        def done(won: bool) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(lambda: future.done() or future.set_result(won))

        await self._thread.call(
            lambda display: self._owner.claim(display, content, only_if_ours=only_if_ours, done=done)
        )
        try:
            with anyio.fail_after(CLAIM_LIMIT_S):
                return await future
        except TimeoutError as error:
            raise DisplayUnavailable("the display does not answer") from error


def _probe_limit_s() -> float:
    last_minute = os.getloadavg()[0]
    return BUSY_PROBE_LIMIT_S if last_minute > (os.cpu_count() or 1) else PROBE_LIMIT_S


def _text_values(text: str) -> Mapping[str, PropertyValue]:
    data = text.encode()
    values = {name: PropertyValue(name, 8, data) for name in TEXT_TARGETS if name not in {"STRING", "TEXT"}}
    values["TEXT"] = PropertyValue("UTF8_STRING", 8, data)
    with contextlib.suppress(UnicodeEncodeError):
        values["STRING"] = PropertyValue("STRING", 8, text.encode("latin-1"))
    return values


def _as_snapshot(values: Mapping[str, PropertyValue]) -> ClipboardSnapshot:
    return ClipboardSnapshot(
        contents={name: value.data for name, value in values.items()},
        native_types={name: (value.type_name, value.format) for name, value in values.items()},
    )


def _in_order(names: list[str]) -> list[str]:
    """Sort content targets: pictures last, and among them first the one from which the others can be made."""

    def rank(name: str) -> int:
        if not name.startswith("image/"):
            return 0
        return 1 if name == "image/png" else 2

    return sorted(dict.fromkeys(name for name in names if name not in NOT_CONTENT), key=rank)
