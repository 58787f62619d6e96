"""The spelling of shortcuts, the same on every system: ``ctrl+alt+space``, ``f9``, ``ctrl_r``, ``mouse8``.

Pure. Used by the key adapters and by whoever checks or compares what a person typed into a setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from app.domain.errors import AppError, HotkeyConflict
from app.domain.messages import HotkeyAction

__all__ = [
    "MODIFIER_KEYS",
    "MOUSE_BUTTONS",
    "NAMED_KEYS",
    "WITH_ANY_MODIFIERS",
    "Modifier",
    "Shortcut",
    "read_bindings",
]


class Modifier(StrEnum):
    """Held while the key is pressed; either side of the keyboard. In the order in which they are written."""

    CTRL = "ctrl"
    ALT = "alt"
    SHIFT = "shift"
    SUPER = "super"


MODIFIER_KEYS: Final = frozenset(
    {"ctrl_l", "ctrl_r", "alt_l", "alt_r", "altgr", "shift_l", "shift_r", "super_l", "super_r"}
)
"""Modifier keys that are a shortcut by themselves."""

MOUSE_BUTTONS: Final = tuple(f"mouse{number}" for number in range(4, 10))
"""As X numbers them: 8 and 9 are the thumb buttons back and forward; 1 to 3 stay with the programs."""

NAMED_KEYS: Final = frozenset(
    {
        *MODIFIER_KEYS,
        *MOUSE_BUTTONS,
        *(f"f{number}" for number in range(1, 36)),
        *(f"kp_{digit}" for digit in range(10)),
        "kp_add", "kp_decimal", "kp_divide", "kp_enter", "kp_multiply", "kp_subtract",
        "backspace", "caps_lock", "delete", "down", "end", "escape", "help", "home", "insert", "left", "menu",
        "num_lock", "page_down", "page_up", "pause", "plus", "print", "return", "right", "scroll_lock", "space",
        "tab", "up",
        "audio_mute", "audio_next", "audio_play", "audio_previous", "audio_record", "audio_stop", "calculator",
        "favorites", "mail", "mic_mute", "search", "tools",
    }
)  # fmt: skip
"""All keys that are not written as the character they give."""

WITH_ANY_MODIFIERS: Final = frozenset({HotkeyAction.CANCEL, HotkeyAction.LOCK})
"""Pressed while the dictation key and its modifiers may still be held; bound only while a take runs."""

_ALIASES: Final = {
    "control": "ctrl", "option": "alt", "win": "super", "meta": "super", "cmd": "super", "command": "super",
    "control_l": "ctrl_l", "control_r": "ctrl_r", "alt_gr": "altgr",
    "esc": "escape", "enter": "return", "del": "delete", "ins": "insert", "pgup": "page_up", "pgdn": "page_down",
    "pageup": "page_up", "pagedown": "page_down", "print_screen": "print", "capslock": "caps_lock",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shortcut:
    """One key or mouse button, with the modifiers that must be down with it; made by :meth:`parse`."""

    modifiers: frozenset[Modifier]
    key: str
    """A name of ``NAMED_KEYS`` or one lower-case character."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read any usual spelling: any case, spaces around ``+``, ``Control``, ``Esc``, ``Win`` and their kin.

        A lone modifier (``ctrl``, also the last in ``ctrl+super``) means the key on the left.

        Raises:
            HotkeyConflict: code ``shortcut-unreadable``; ``place`` is the text.
        """
        words = [_word(part) for part in text.split("+")]
        key, held = words[-1], words[:-1]
        known = {each.value for each in Modifier}
        if key in known:
            key = f"{key}_l"
        unknown = [word for word in held if word not in known]
        if unknown or len(set(held)) != len(held):
            raise HotkeyConflict("unknown or repeated modifier", place=text, code="shortcut-unreadable")
        if key not in NAMED_KEYS and not _is_character(key):
            raise HotkeyConflict("unknown key", place=text, code="shortcut-unreadable")
        return cls(frozenset(Modifier(word) for word in held), key)

    @property
    def is_mouse(self) -> bool:
        return self.key in MOUSE_BUTTONS

    @property
    def is_modifier_key(self) -> bool:
        """The key is itself a modifier, e.g. ``ctrl_r``."""
        return self.key in MODIFIER_KEYS

    def __str__(self) -> str:
        """Write the one canonical spelling, which parses to the same shortcut."""
        return "+".join([*(each.value for each in Modifier if each in self.modifiers), self.key])


def read_bindings(
    texts: Mapping[HotkeyAction, str],
) -> tuple[dict[HotkeyAction, Shortcut], dict[HotkeyAction, AppError]]:
    """Parse the shortcuts of all actions, "" left out.

    Returns those that can be bound, and what is wrong with the others: unreadable, or the shortcut of an action
    before it (code ``hotkey-conflict``).
    """
    wanted: dict[HotkeyAction, Shortcut] = {}
    problems: dict[HotkeyAction, AppError] = {}
    for action, text in texts.items():
        if not text:
            continue
        try:
            shortcut = Shortcut.parse(text)
        except HotkeyConflict as error:
            problems[action] = error
            continue
        if shortcut in wanted.values():
            problems[action] = HotkeyConflict("two actions share it", place=text)
        else:
            wanted[action] = shortcut
    return wanted, problems


def _word(part: str) -> str:
    word = part.strip()
    lower = word.lower()
    if len(word) == 1:
        # Some capitals have no single small letter; they stay as they are.
        return lower if len(lower) == 1 else word
    lower = lower.replace("-", "_").replace(" ", "_")
    return _ALIASES.get(lower, lower)


def _is_character(key: str) -> bool:
    return len(key) == 1 and key.isprintable() and not key.isspace() and key != "+"
