"""What the person pressed while a shortcut is recorded, as its spelling. Pure; fed on the X thread."""

from __future__ import annotations

from app.platform.shortcuts import MODIFIER_KEYS, Shortcut
from app.platform.x11.keymap import Keymap

__all__ = ["ShortcutRecorder"]


class ShortcutRecorder:
    """Takes key edges until one shortcut was pressed and let go again."""

    def __init__(self, keymap: Keymap, held: frozenset[int]) -> None:
        """``held`` are keycodes that were down before: their repeats and releases do not count."""
        self._keymap = keymap
        self._held = held
        self._last_key = 0
        self._last_button = 0
        self._alone = 0
        self._alone_state = 0
        self.spelling: str | None = None
        """Known from the press on; "" when the person backed out with Escape."""

    def key(self, keycode: int, state: int, *, down: bool) -> bool:
        """Take one key edge with the core state before it; True when recording is over."""
        if keycode in self._held:
            if not down:
                self._held -= {keycode}
            return False
        if self.spelling is not None:
            # The keyboard is given back only once the key is up: otherwise its release goes to a window.
            return not down and keycode == self._last_key
        name = self._keymap.name(keycode)
        if name in MODIFIER_KEYS:
            return self._modifier(keycode, state, name, down=down)
        if down and name:
            self._last_key = keycode
            shortcut = Shortcut(self._keymap.modifiers(state), name)
            self.spelling = "" if str(shortcut) == "escape" else str(shortcut)
        return False

    def button(self, number: int, state: int, *, down: bool) -> bool:
        """Take one edge of a mouse button; True when recording is over."""
        if down and self.spelling is None:
            self._last_button = number
            self.spelling = str(Shortcut(self._keymap.modifiers(state), f"mouse{number}"))
        return not down and number == self._last_button

    def _modifier(self, keycode: int, state: int, name: str, *, down: bool) -> bool:
        if down:
            self._alone, self._alone_state = keycode, state
            return False
        if not self._alone:
            return False
        # The modifier that went down last is the key, those before it are its modifiers.
        key = self._keymap.name(self._alone)
        self._last_key = keycode
        self.spelling = str(Shortcut(self._keymap.modifiers(self._alone_state), key or name))
        return True
