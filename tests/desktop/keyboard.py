"""A keyboard and a mouse at a virtual display, played through XTEST, and a window that writes down what it gets."""

from __future__ import annotations

import select
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

WAIT_S = 5.0


class Keyboard:
    """Presses keys by what is printed on them in the first layout, or by their place."""

    def __init__(self, display: str) -> None:
        self.x = Display(display)
        self._down: list[int] = []

    def code(self, label: str) -> int:
        """Return the keycode whose plain label in the first layout is this keysym name or character."""
        keysym = XK.string_to_keysym(label) or ord(label)
        first = self.x.display.info.min_keycode
        rows: Any = self.x.get_keyboard_mapping(first, 255 - first)
        return next(first + index for index, row in enumerate(rows) if row[0] == keysym)

    def down(self, key: str | int) -> None:
        code = key if isinstance(key, int) else self.code(key)
        xtest.fake_input(self.x, X.KeyPress, code)
        self.x.sync()
        self._down.append(code)

    def up(self, key: str | int) -> None:
        code = key if isinstance(key, int) else self.code(key)
        xtest.fake_input(self.x, X.KeyRelease, code)
        self.x.sync()
        if code in self._down:
            self._down.remove(code)

    def tap(self, *keys: str | int) -> None:
        """Press these in order, let go in reverse order."""
        for key in keys:
            self.down(key)
        for key in reversed(keys):
            self.up(key)

    def button(self, number: int, *, down: bool) -> None:
        xtest.fake_input(self.x, X.ButtonPress if down else X.ButtonRelease, number)
        self.x.sync()

    def grab(self, *keys: str) -> None:
        """Be the other program that holds the last key with the modifiers before it."""
        masks = {"Control_L": X.ControlMask, "Alt_L": X.Mod1Mask, "Shift_L": X.ShiftMask}
        modifiers = sum(masks[key] for key in keys[:-1])
        root: Any = self.x.screen().root
        root.grab_key(self.code(keys[-1]), modifiers, False, X.GrabModeAsync, X.GrabModeAsync)
        self.x.sync()

    def is_down(self, key: str | int) -> bool:
        """Whether the server takes the key for pressed."""
        code = key if isinstance(key, int) else self.code(key)
        keys: Any = self.x.query_keymap()
        return bool(keys[code // 8] >> code % 8 & 1)

    def modifiers_down(self) -> int:
        """Return the core modifiers that are down or locked, as a mask."""
        pointer: Any = self.x.screen().root.query_pointer()
        return pointer.mask & 0xFF

    def mapping(self) -> list[tuple[int, ...]]:
        """Return the whole keyboard map as core clients see it."""
        first = self.x.display.info.min_keycode
        rows: Any = self.x.get_keyboard_mapping(first, 256 - first)
        return [tuple(row) for row in rows]

    def close(self) -> None:
        for code in reversed(self._down):
            xtest.fake_input(self.x, X.KeyRelease, code)
        self.x.sync()
        self.x.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass
class KeyWindow:
    """A focused window of the test's own; ``events`` are (down, keycode, state) in order."""

    x: Display
    events: list[tuple[bool, int, int]] = field(default_factory=list[tuple[bool, int, int]])

    def __post_init__(self) -> None:
        screen: Any = self.x.screen()
        self.window: Any = screen.root.create_window(
            10, 10, 200, 100, 0, screen.root_depth, override_redirect=True,
            event_mask=X.KeyPressMask | X.KeyReleaseMask | X.FocusChangeMask | X.ExposureMask,
        )  # fmt: skip
        self.window.map()
        self._until(X.Expose)
        self.window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        self._until(X.FocusIn)

    def collect(self, count: int) -> list[tuple[bool, int, int]]:
        """Wait until ``count`` key events came in all."""
        while len(self.events) < count:
            self._until(X.KeyPress, X.KeyRelease)
        return self.events

    def drain(self) -> None:
        """Take in everything that the server had sent up to now."""
        self.x.sync()
        while self.x.pending_events():
            self._note(self.x.next_event())

    def _note(self, event: Any) -> None:
        if event.type in (X.KeyPress, X.KeyRelease):
            self.events.append((event.type == X.KeyPress, event.detail, event.state))

    def _until(self, *kinds: int) -> None:
        deadline = time.monotonic() + WAIT_S
        while True:
            while self.x.pending_events():
                event: Any = self.x.next_event()
                self._note(event)
                if event.type in kinds:
                    return
            left = deadline - time.monotonic()
            assert left > 0, f"the window got only {self.events}"
            select.select([self.x.fileno()], [], [], left)

    def close(self) -> None:
        self.window.destroy()
        self.x.close()
