"""Synthetic keys on X11 through XTEST; the adapter of the port ``KeySender``.

Coroutines run on the core loop, all X work on the X thread of its own connection. Characters that no key has are
lent to spare keys, see :mod:`app.platform.x11.lending`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import anyio
from Xlib import X
from Xlib.display import Display
from Xlib.protocol.rq import Event

from app.domain.errors import DisplayUnavailable, HotkeyConflict, InsertionFailed
from app.platform.shortcuts import Shortcut
from app.platform.x11.connection import CALL_TIMEOUT_S, XThread
from app.platform.x11.keymap import LOCK, SHIFT, Keymap, Stroke
from app.platform.x11.lending import KeyLending
from app.platform.x11.xkb import XkbWatch, layout_changed, lock_group, lock_modifiers, read_state

__all__ = ["X11KeySender"]

T = TypeVar("T")

LET_GO_TIMEOUT_S: Final = 0.5
"""How long the person may still hold the modifiers of the hotkey; then they are let go for them (A04)."""

LONGEST_TEXT: Final = 4000
"""Characters, about four seconds; a paste is the better way for more (A13)."""

BATCH: Final = 8
"""Keys sent in one go; between two batches the X thread is free and the target can keep up."""

BATCH_PAUSE_S: Final = 0.006
"""Less than one key a millisecond: GTK, Qt and xterm lost nothing at this pace on two slow cores."""


@dataclass(frozen=True, slots=True)
class _Typing:
    """A text as strokes, and what of the keyboard's state was changed for it."""

    strokes: Sequence[Stroke]
    keymap: Keymap
    """As it was before; its group is put back."""
    group: int
    locks_before: int


class X11KeySender:
    """Sends keys to whatever has the focus."""

    def __init__(self, thread: XThread) -> None:
        """Use ``thread`` alone; it is closed by :meth:`close`."""
        self._thread = thread
        self._watch: XkbWatch | None = None
        self._lending = KeyLending(thread)
        self._hands_off: Future[None] | None = None
        self._one_at_a_time = anyio.Lock()
        thread.on_event(self._see)

    # --- the port, on the core loop -------------------------------------------------------------------------

    async def chord(self, chord: str) -> None:
        """Press and release ``chord``.

        Raises:
            InsertionFailed: there is no such key, also code ``shortcut-unreadable``.
            DisplayUnavailable: the display is gone.
        """
        shortcut = _parsed(chord)
        async with self._one_at_a_time:
            await self._wait_for_hands()
            await self._run_to_end(lambda display: self._send_chord(display, shortcut))

    async def type_text(self, text: str, *, shift_line_breaks: bool) -> None:
        """Type ``text``.

        Raises:
            InsertionFailed: code ``typing-unsuitable``: nothing was typed, because the text has more characters
                off the layout than there are spare keys, or is too long (A13); else a part was typed.
            DisplayUnavailable: the display was gone before anything was typed.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > LONGEST_TEXT:
            raise InsertionFailed(f"{len(text)} characters", code="typing-unsuitable")
        async with self._one_at_a_time:
            await self._wait_for_hands()
            typing = await self._run_to_end(lambda display: self._prepare(display, text, shift_line_breaks))
            await self._send(typing)

    async def tap(self, key: str, times: int) -> None:
        """Press ``key`` so many times.

        Raises:
            InsertionFailed: there is no such key; ``detail`` tells how many were sent.
            DisplayUnavailable: the display was gone before anything was sent.
        """
        shortcut = _parsed(key)
        async with self._one_at_a_time:
            await self._wait_for_hands()
            typing = await self._run_to_end(lambda display: self._prepare_taps(display, shortcut, times))
            await self._send(typing)

    async def close(self) -> None:
        """Give lent keys back and end the thread."""
        with contextlib.suppress(DisplayUnavailable):
            await self._thread.call(self._lending.give_back)
        await anyio.to_thread.run_sync(self._thread.close)

    async def _send(self, typing: _Typing) -> None:
        try:
            await self._send_all(typing)
        finally:
            # Posted: a call that times out in the queue is dropped, and layout and Caps Lock would stay changed.
            self._thread.post(lambda display: self._finish(display, typing))
            with anyio.CancelScope(shield=True), contextlib.suppress(DisplayUnavailable):
                await self._thread.call(lambda _: None)

    async def _send_all(self, typing: _Typing) -> None:
        sent, strokes = 0, typing.strokes
        while sent < len(strokes):
            if sent:
                await anyio.sleep(BATCH_PAUSE_S)
            batch = strokes[sent : sent + BATCH]
            try:
                await self._run(lambda display, batch=batch: self._press_all(display, typing.keymap, batch))
            except (InsertionFailed, DisplayUnavailable) as error:
                raise InsertionFailed(f"sent {sent} of {len(strokes)} keys") from error
            sent += len(batch)

    async def _wait_for_hands(self) -> None:
        hands_off: Future[None] = Future()
        await self._run(lambda display: self._watch_hands(display, hands_off))
        with anyio.move_on_after(LET_GO_TIMEOUT_S):
            await asyncio.wrap_future(hands_off)

    async def _run(self, fn: Callable[[Display], T]) -> T:
        try:
            return await self._thread.call(fn, timeout_s=CALL_TIMEOUT_S)
        except DisplayUnavailable as error:
            if error.code == "display-request-failed":
                raise InsertionFailed(error.detail) from error
            raise

    async def _run_to_end(self, fn: Callable[[Display], T]) -> T:
        """Run ``fn`` and hear of it also where the caller is cancelled: what it did must be known, or be put back."""
        results: list[T] = []
        with anyio.CancelScope(shield=True):  # bounded by CALL_TIMEOUT_S
            results.append(await self._run(fn))
        return results[0]

    # --- on the X thread ------------------------------------------------------------------------------------

    def _see(self, event: Event) -> None:
        if self._watch is not None and self._hands_off is not None and layout_changed(self._watch, event):
            hands_off = self._hands_off
            self._thread.post(lambda display: self._watch_hands(display, hands_off))

    def _watch_hands(self, display: Display, hands_off: Future[None]) -> None:
        """Settle ``hands_off`` once no modifier key is down; looks again at each change of modifiers."""
        self._hands_off = None
        if hands_off.done():
            return
        if self._held_modifiers(display, self._keymap(display)):
            self._hands_off = hands_off
        else:
            with contextlib.suppress(InvalidStateError):
                hands_off.set_result(None)

    def _keymap(self, display: Display) -> Keymap:
        if self._watch is None:
            self._watch = XkbWatch.open(display, modifiers=True)
        return Keymap.read(display, self._watch)

    def _held_modifiers(self, display: Display, keymap: Keymap) -> list[int]:
        keys: Any = display.query_keymap()
        return [code for code in keymap.modifier_keycodes if keys[code // 8] >> code % 8 & 1]

    def _let_go(self, display: Display, keymap: Keymap) -> None:
        # The person's own release later finds the key up already: nothing stays down (A04).
        for code in self._held_modifiers(display, keymap):
            _fake(display, X.KeyRelease, code)

    def _send_chord(self, display: Display, shortcut: Shortcut) -> None:
        keymap = self._keymap(display)
        stroke = self._stroke(display, keymap, shortcut)
        self._let_go(display, keymap)
        with self._group(display, keymap, stroke.group):
            self._press(display, keymap, stroke)
        display.sync()

    def _stroke(self, display: Display, keymap: Keymap, shortcut: Shortcut) -> Stroke:
        """Find the key in the active layout, in another one, or lend one."""
        stroke = keymap.stroke(shortcut)
        if stroke is None and len(shortcut.key) == 1:
            lent = self._lending.lend(display, keymap, [shortcut.key])
            stroke = Stroke(lent[shortcut.key], 0, keymap.group)
        if stroke is None:
            raise InsertionFailed("not on this keyboard", place=str(shortcut))
        return Stroke(stroke.keycode, stroke.modifiers | keymap.mask(shortcut.modifiers), stroke.group)

    def _prepare(self, display: Display, text: str, shift_line_breaks: bool) -> _Typing:
        keymap = self._keymap(display)
        watch, signs = self._opened, dict.fromkeys(text)
        group = min(range(keymap.group_count), key=lambda each: (_missing(keymap, each, signs), each != keymap.group))
        table = keymap.characters(group)
        for sign, key in (("\n", "return"), ("\t", "tab")):
            if sign in signs:
                stroke = self._stroke(display, keymap, Shortcut(frozenset(), key))
                breaks = SHIFT if sign == "\n" and shift_line_breaks else 0
                table[sign] = Stroke(stroke.keycode, stroke.modifiers | breaks, group)
        lent = self._lending.lend(display, keymap, [sign for sign in signs if sign not in table])
        table |= {sign: Stroke(code, 0, group) for sign, code in lent.items()}
        self._let_go(display, keymap)
        locks = read_state(display, watch).locked_modifiers
        if locks & LOCK:
            lock_modifiers(display, watch, LOCK, 0)
        if group != keymap.group:
            lock_group(display, watch, group)
        return _Typing([table[sign] for sign in text], keymap, group, locks)

    def _prepare_taps(self, display: Display, shortcut: Shortcut, times: int) -> _Typing:
        keymap = self._keymap(display)
        stroke = self._stroke(display, keymap, shortcut)
        self._let_go(display, keymap)
        if stroke.group != keymap.group:
            lock_group(display, self._opened, stroke.group)
        return _Typing([stroke] * times, keymap, stroke.group, 0)

    def _finish(self, display: Display, typing: _Typing) -> None:
        if typing.locks_before & LOCK:
            lock_modifiers(display, self._opened, LOCK, LOCK)
        if typing.group != typing.keymap.group:
            lock_group(display, self._opened, typing.keymap.group)
        display.sync()

    def _press_all(self, display: Display, keymap: Keymap, strokes: Sequence[Stroke]) -> None:
        self._lending.used()
        for stroke in strokes:
            self._press(display, keymap, stroke)
        display.sync()

    def _press(self, display: Display, keymap: Keymap, stroke: Stroke) -> None:
        holders = [keymap.holder(bit) for bit in range(8) if stroke.modifiers >> bit & 1]
        if None in holders:
            raise InsertionFailed("a modifier is not on this keyboard")
        with _held(display, [code for code in (*holders, stroke.keycode) if code is not None]):
            pass

    @contextlib.contextmanager
    def _group(self, display: Display, keymap: Keymap, group: int) -> Generator[None]:
        if group == keymap.group:
            yield
            return
        lock_group(display, self._opened, group)
        try:
            yield
        finally:
            lock_group(display, self._opened, keymap.group)

    @property
    def _opened(self) -> XkbWatch:
        assert self._watch is not None
        return self._watch


@contextlib.contextmanager
def _held(display: Display, keycodes: Sequence[int]) -> Generator[None]:
    """Press in order, release in reverse order, whatever happens between (A05)."""
    pressed: list[int] = []
    try:
        for code in keycodes:
            pressed.append(code)
            _fake(display, X.KeyPress, code)
        yield
    finally:
        for code in reversed(pressed):
            _fake(display, X.KeyRelease, code)


def _fake(display: Any, kind: int, keycode: int) -> None:
    display.xtest_fake_input(kind, keycode)


def _missing(keymap: Keymap, group: int, signs: dict[str, None]) -> int:
    table = keymap.characters(group)
    return sum(sign not in table for sign in signs)


def _parsed(text: str) -> Shortcut:
    try:
        shortcut = Shortcut.parse(text)
    except HotkeyConflict as error:
        raise InsertionFailed(error.detail, place=text, code=error.code) from error
    if shortcut.is_mouse:
        raise InsertionFailed("a mouse button is no key", place=text)
    return shortcut
