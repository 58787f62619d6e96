"""The keyboard as it is now: where a shortcut's key is, what a key is called, how a character is typed.

Pure but for :meth:`Keymap.read`. A new one is made after each change of layout (A03); used on X threads.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from Xlib import XK
from Xlib.display import Display

from app.platform.shortcuts import Modifier, Shortcut
from app.platform.x11.keysyms import KEYSYMS, NAMES, character, keysyms_of
from app.platform.x11.xkb import XkbMap, XkbState, XkbWatch, read_map, read_state

__all__ = ["Keymap", "Stroke"]

SHIFT: Final = 1 << 0
LOCK: Final = 1 << 1
CONTROL: Final = 1 << 2
REAL_MODIFIERS: Final = 0xFF
"""Core state holds buttons and the group above these bits."""

_CARRIERS: Final = {
    Modifier.CTRL: ("Control_L", "Control_R"),
    Modifier.SHIFT: ("Shift_L", "Shift_R"),
    Modifier.ALT: ("Alt_L", "Alt_R", "Meta_L"),
    Modifier.SUPER: ("Super_L", "Super_R"),
}
_USUAL_MASKS: Final = {Modifier.CTRL: CONTROL, Modifier.SHIFT: SHIFT, Modifier.ALT: 1 << 3, Modifier.SUPER: 1 << 6}


@dataclass(frozen=True, slots=True)
class Stroke:
    """One key with the modifiers that must be down for it, in one layout."""

    keycode: int
    modifiers: int
    group: int


@dataclass(frozen=True, slots=True)
class Keymap:
    """One reading of the keyboard."""

    symbols: XkbMap
    group: int
    """Active layout, 0..3."""
    holders: tuple[tuple[int, ...], ...]
    """Keycodes by modifier bit, 0..7."""

    @classmethod
    def read(cls, display: Display, watch: XkbWatch) -> Keymap:
        state: XkbState = read_state(display, watch)
        mapping: Any = display.get_modifier_mapping()
        holders = tuple(tuple(code for code in row if code) for row in mapping)
        return cls(read_map(display, watch), state.group, holders)

    # --- modifiers ------------------------------------------------------------------------------------------

    def mask(self, modifiers: frozenset[Modifier]) -> int:
        """Return the real modifiers for these."""
        result = 0
        for modifier in modifiers:
            result |= self._mask_of(_CARRIERS[modifier]) or _USUAL_MASKS[modifier]
        return result

    def modifiers(self, state: int) -> frozenset[Modifier]:
        """Return which of the four named modifiers are down in ``state``."""
        return frozenset(each for each in Modifier if state & self.mask(frozenset({each})))

    @property
    def lock_combinations(self) -> tuple[int, ...]:
        """All states of Caps, Num and Scroll Lock, as masks; a grab must name each."""
        bits = [LOCK, self._mask_of(("Num_Lock",)), self._mask_of(("Scroll_Lock",))]
        used = sorted({bit for bit in bits if bit})
        return tuple(sum(some) for size in range(len(used) + 1) for some in itertools.combinations(used, size))

    @property
    def modifier_keycodes(self) -> frozenset[int]:
        """Every key that changes a modifier while it is held or by a press."""
        return frozenset(code for row in self.holders for code in row)

    def holder(self, bit: int) -> int | None:
        """Return a key that, while it is down, sets modifier ``bit`` (0..7)."""
        locking = {XK.string_to_keysym(name) for name in ("Caps_Lock", "Num_Lock", "Scroll_Lock", "Shift_Lock")}
        for code in self.holders[bit]:
            symbol = self.plain_symbol(code)
            if symbol and symbol not in locking:
                return code
        return None

    def _mask_of(self, names: tuple[str, ...]) -> int:
        wanted = {XK.string_to_keysym(name) for name in names}
        for bit, codes in enumerate(self.holders):
            if any(self.plain_symbol(code) in wanted for code in codes):
                return 1 << bit
        return 0

    # --- keys of shortcuts ----------------------------------------------------------------------------------

    def keycodes(self, shortcut: Shortcut) -> frozenset[int]:
        """Return the keys that are labelled so.

        The active layout comes first, then the others; a plain label beats one that needs Shift or AltGr. Empty
        when no layout has it.
        """
        labelled = self._labelled(shortcut)
        plain = any(not stroke.modifiers for stroke in labelled)
        return frozenset(stroke.keycode for stroke in labelled if not (plain and stroke.modifiers))

    def stroke(self, shortcut: Shortcut) -> Stroke | None:
        """Return how to make the shortcut's key, without the shortcut's own modifiers; ``None``: not at all."""
        return min(
            self._labelled(shortcut), key=lambda stroke: (stroke.modifiers.bit_count(), stroke.keycode), default=None
        )

    def name(self, keycode: int) -> str:
        """Return what a shortcut calls this key in the active layout; "" when it has no name."""
        symbol = self.plain_symbol(keycode)
        if symbol in NAMES:
            return NAMES[symbol]
        sign = character(symbol)
        lower = sign.lower()
        return (lower if len(lower) == 1 else sign) if sign and sign.isprintable() and not sign.isspace() else ""

    def plain_symbol(self, keycode: int) -> int:
        """Return what the key gives alone in the active layout, 0 for nothing."""
        groups = self.symbols.get(keycode, ())
        if not groups:
            return 0
        levels = groups[self.group % len(groups)]
        return levels[0].keysym if levels else 0

    # --- typing ---------------------------------------------------------------------------------------------

    def characters(self, group: int) -> dict[str, Stroke]:
        """Return all characters that layout ``group`` has on a key, each with its simplest stroke."""
        result: dict[str, Stroke] = {}
        for stroke, symbol in self._strokes(group):
            sign = character(symbol)
            known = result.get(sign)
            makeable = all(self.holder(bit) for bit in range(8) if stroke.modifiers >> bit & 1)
            if sign and makeable and (not known or stroke.modifiers.bit_count() < known.modifiers.bit_count()):
                result[sign] = stroke
        return result

    @property
    def group_count(self) -> int:
        return max((len(groups) for groups in self.symbols.values()), default=1)

    @property
    def spare_keycodes(self) -> tuple[int, ...]:
        """Keys without any symbol, which may be lent one; the lowest keycode is left alone."""
        lowest = min(self.symbols, default=0)
        held = self.modifier_keycodes
        return tuple(
            code
            for code, groups in self.symbols.items()
            if code != lowest and code not in held and not any(groups)
        )  # fmt: skip

    def _labelled(self, shortcut: Shortcut) -> list[Stroke]:
        wanted = frozenset(KEYSYMS.get(shortcut.key) or keysyms_of(shortcut.key))
        for group in self._groups():
            strokes = [stroke for stroke, symbol in self._strokes(group) if symbol in wanted]
            if strokes:
                return strokes
        return []

    def _groups(self) -> Iterator[int]:
        yield self.group
        yield from (group for group in range(self.group_count) if group != self.group)

    def _strokes(self, group: int) -> Iterator[tuple[Stroke, int]]:
        for keycode, groups in self.symbols.items():
            if groups:
                for level in groups[group % len(groups)]:
                    yield Stroke(keycode, level.modifiers, group), level.keysym
