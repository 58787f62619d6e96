"""In-memory keys for tests and simulation: hotkeys that a test presses, and a text field that gets what is sent.

Core loop only. Both pass the contract suites of their ports.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import anyio

from app.domain.errors import AppError, DisplayUnavailable, HotkeyConflict, InsertionFailed
from app.domain.messages import HotkeyAction, HotkeyEdge
from app.platform.shortcuts import WITH_ANY_MODIFIERS, Modifier, Shortcut, read_bindings

__all__ = ["FakeHotkeys", "FakeKeySender"]


class FakeHotkeys:
    """Hotkeys of a keyboard that a test plays with :meth:`press` and :meth:`release`."""

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self.taken: set[str] = set()
        """Canonical shortcuts that another program holds."""
        self.gone = False
        """The display went away: every call fails."""
        self._monotonic_s = monotonic_s
        self._listener: Callable[[HotkeyEdge], None] | None = None
        self._wanted: dict[HotkeyAction, Shortcut] = {}
        self._held: list[str] = []
        self._down: dict[str, HotkeyAction] = {}
        self._recording: anyio.Event | None = None
        self._recorded: Shortcut | None = None

    @property
    def bound(self) -> Mapping[HotkeyAction, str]:
        """What is grabbed now."""
        return {action: str(shortcut) for action, shortcut in self._wanted.items()}

    def press(self, key: str) -> None:
        """The person presses a key by its name, e.g. ``ctrl_l`` or ``space``; again while it is down: a repeat."""
        if key in self._held:
            return
        shortcut = Shortcut(_modifiers(self._held), key)
        self._held.append(key)
        if self._recording is not None:
            self._recorded = shortcut
            return
        for action, wanted in self._wanted.items():
            if wanted == shortcut:
                self._edge(key, action)
                return
        for action, wanted in self._wanted.items():
            if action in WITH_ANY_MODIFIERS and wanted.key == key:
                self._edge(key, action)
                return

    def release(self, key: str) -> None:
        """The person lets go of a key."""
        if key in self._held:
            self._held.remove(key)
        if self._recording is not None and self._recorded is not None:
            self._recording.set()
        action = self._down.pop(key, None)
        if action is not None and self._listener is not None:
            self._listener(HotkeyEdge(action, down=False, at_s=self._monotonic_s()))

    def tap(self, *keys: str) -> None:
        """Press these in order, let go in reverse order."""
        for key in keys:
            self.press(key)
        for key in reversed(keys):
            self.release(key)

    def _edge(self, key: str, action: HotkeyAction) -> None:
        self._down[key] = action
        if self._listener is not None:
            self._listener(HotkeyEdge(action, down=True, at_s=self._monotonic_s()))

    def listen(self, on_edge: Callable[[HotkeyEdge], None]) -> None:
        self._listener = on_edge

    async def bind(self, shortcuts: Mapping[HotkeyAction, str]) -> Mapping[HotkeyAction, AppError]:
        self._check()
        before = self._wanted
        self._wanted, problems = read_bindings(shortcuts)
        for action, shortcut in list(self._wanted.items()):
            if str(shortcut) in self.taken:
                del self._wanted[action]
                problems[action] = HotkeyConflict("held by another program", place=str(shortcut))
        self._down = {
            key: action for key, action in self._down.items() if self._wanted.get(action) == before.get(action)
        }
        return problems

    async def record(self, timeout_s: float) -> str:
        self._check()
        self._recording, self._recorded = anyio.Event(), None
        try:
            with anyio.move_on_after(timeout_s):
                await self._recording.wait()
            spelling = str(self._recorded) if self._recorded is not None else ""
            return "" if spelling == "escape" else spelling
        finally:
            self._recording = None

    async def close(self) -> None:
        self._wanted.clear()
        self._down.clear()

    def _check(self) -> None:
        if self.gone:
            raise DisplayUnavailable("the fake display is gone")


class FakeKeySender:
    """A key sender into one text field, which submits on a plain Return."""

    def __init__(self) -> None:
        self.text = ""
        """What stands in the field."""
        self.submitted: list[str] = []
        """The text at each plain Return."""
        self.chords: list[str] = []
        """Canonical chords in the order in which they came."""
        self.on_chord: Callable[[str], None] | None = None
        """What the program does on a chord, e.g. paste."""
        self.break_after: int | None = None
        """The display goes away after so many more keys."""
        self.most_characters = 4000
        """Longer text is not for typing."""
        self.off_layout: set[str] = set()
        """Characters that this keyboard cannot type."""

    async def chord(self, chord: str) -> None:
        shortcut = _parsed(chord)
        self._spend_key(0, 1)
        self._tell(shortcut)

    async def type_text(self, text: str, *, shift_line_breaks: bool) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > self.most_characters or self.off_layout & set(text):
            raise InsertionFailed("not for typing", code="typing-unsuitable")
        for index, sign in enumerate(text):
            self._spend_key(index, len(text))
            if sign == "\n" and not shift_line_breaks:
                self.submitted.append(self.text)
            self.text += sign

    async def tap(self, key: str, times: int) -> None:
        shortcut = _parsed(key)
        for index in range(times):
            self._spend_key(index, times)
            match str(shortcut):
                case "backspace":
                    self.text = self.text[:-1]
                case "return":
                    self.submitted.append(self.text)
                    self.text += "\n"
                case plain if len(plain) == 1:
                    self.text += plain
                case _:
                    self._tell(shortcut)

    async def close(self) -> None:
        self.on_chord = None

    def _tell(self, shortcut: Shortcut) -> None:
        self.chords.append(str(shortcut))
        if self.on_chord is not None:
            self.on_chord(str(shortcut))

    def _spend_key(self, sent: int, total: int) -> None:
        if self.break_after is None:
            return
        if not self.break_after:
            raise InsertionFailed(f"sent {sent} of {total} keys")
        self.break_after -= 1


def _modifiers(held: list[str]) -> frozenset[Modifier]:
    return frozenset(each for each in Modifier for key in held if key in (f"{each}_l", f"{each}_r"))


def _parsed(text: str) -> Shortcut:
    try:
        shortcut = Shortcut.parse(text)
    except HotkeyConflict as error:
        raise InsertionFailed(error.detail, place=text, code=error.code) from error
    if shortcut.is_mouse:
        raise InsertionFailed("a mouse button is no key", place=text)
    return shortcut
