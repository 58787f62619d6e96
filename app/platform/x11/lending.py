"""Characters that no key has, lent to keys that have none. Used on the X thread of the key sender.

A program fetches the map lazily, when it meets the first key after a change. A key must therefore keep its
character until every program surely has read the keys that were typed with it: it is lent for a whole text, never
used for two characters, and given back a while after the last use.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from Xlib.display import Display

from app.domain.errors import InsertionFailed
from app.platform.x11.connection import XThread
from app.platform.x11.keymap import Keymap
from app.platform.x11.keysyms import unicode_keysym

__all__ = ["KeyLending"]

MOST_LENT: Final = 16
"""Characters at once. Each costs every program one reload of its keyboard map, about 10 ms in Qt; a usual keyboard
has 18 spare keys."""

GIVE_BACK_AFTER_S: Final = 5.0
"""From the last use on; a program that is stuck for longer reads nothing where these characters were."""

REUSE_AFTER_S: Final = 1.5
"""The same, when the keys are needed for the next text."""

NO_SYMBOL: Final = 0


class KeyLending:
    """The keys that carry a character of ours now."""

    def __init__(self, thread: XThread, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._thread = thread
        self._clock = clock
        self._lent: dict[str, int] = {}
        self._return_at_s = 0.0
        self._return_posted = False

    def lend(self, display: Display, keymap: Keymap, signs: list[str]) -> dict[str, int]:
        """Give each of these distinct characters a keycode.

        Raises:
            InsertionFailed: code ``typing-unsuitable``: too many, or one that cannot be a key; nothing has changed.
        """
        spare = [code for code in keymap.spare_keycodes if code not in self._lent.values()]
        if len(self._missing(signs)) > self._room(spare) and self._idle_s >= REUSE_AFTER_S:
            spare.extend(self._lent.values())
            self.give_back(display)
        missing = self._missing(signs)
        if len(missing) > self._room(spare):
            raise InsertionFailed(f"{len(missing)} characters off the layout", code="typing-unsuitable")
        if not all(sign.isprintable() or sign in INVISIBLE for sign in missing):
            raise InsertionFailed("control characters", code="typing-unsuitable")
        for sign, code in zip(missing, spare, strict=False):
            # The same symbol with and without Shift, so that no program derives a capital.
            symbol = unicode_keysym(sign)
            display.change_keyboard_mapping(code, [(symbol, symbol)])
            self._lent[sign] = code
        if signs:
            display.sync()
            self.used()
        return {sign: self._lent[sign] for sign in signs}

    def used(self) -> None:
        """Keep what is lent for a while from now on."""
        self._return_at_s = self._clock() + GIVE_BACK_AFTER_S
        if self._lent and not self._return_posted:
            self._return_posted = True
            self._thread.post(self._return_when_due, delay_s=GIVE_BACK_AFTER_S)

    def give_back(self, display: Display) -> None:
        """Take the characters off the keys, whether or not they were read."""
        for code in self._lent.values():
            display.change_keyboard_mapping(code, [(NO_SYMBOL, NO_SYMBOL)])
        if self._lent:
            self._lent.clear()
            display.sync()

    def _missing(self, signs: list[str]) -> list[str]:
        return [sign for sign in signs if sign not in self._lent]

    def _room(self, spare: list[int]) -> int:
        return min(len(spare), MOST_LENT - len(self._lent))

    @property
    def _idle_s(self) -> float:
        return self._clock() - (self._return_at_s - GIVE_BACK_AFTER_S)

    def _return_when_due(self, display: Display) -> None:
        left_s = self._return_at_s - self._clock()
        if left_s > 0:
            self._thread.post(self._return_when_due, delay_s=left_s)
        else:
            self._return_posted = False
            self.give_back(display)


INVISIBLE: Final = frozenset("\u200c\u200d\ufe0e\ufe0f\u00ad")
"""Joiners, variation selectors and the soft hyphen: parts of emoji and words, though not printable."""
