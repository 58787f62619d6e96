"""Keysyms: the numbers by which X names what is printed on a key. Pure tables.

Source: X Window System Protocol, appendix A (KEYSYM Encoding).
"""

from __future__ import annotations

from typing import Final

from Xlib import XK

from app.platform.shortcuts import NAMED_KEYS

__all__ = ["KEYSYMS", "NAMES", "character", "keysyms_of", "unicode_keysym"]

UNICODE_FLAG: Final = 0x01000000
EURO_SIGN: Final = 0x20AC

_X_NAMES: Final = {
    "backspace": ("BackSpace",),
    "kp_enter": ("KP_Enter",),
    "kp_add": ("KP_Add",),
    "kp_decimal": ("KP_Decimal", "KP_Delete", "KP_Separator"),
    "kp_divide": ("KP_Divide",),
    "kp_multiply": ("KP_Multiply",),
    "kp_subtract": ("KP_Subtract",),
    "kp_0": ("KP_0", "KP_Insert"),
    "kp_1": ("KP_1", "KP_End"),
    "kp_2": ("KP_2", "KP_Down"),
    "kp_3": ("KP_3", "KP_Next"),
    "kp_4": ("KP_4", "KP_Left"),
    "kp_5": ("KP_5", "KP_Begin"),
    "kp_6": ("KP_6", "KP_Right"),
    "kp_7": ("KP_7", "KP_Home"),
    "kp_8": ("KP_8", "KP_Up"),
    "kp_9": ("KP_9", "KP_Prior"),
    "page_down": ("Next",),
    "page_up": ("Prior",),
    "plus": ("plus",),
    "tab": ("Tab",),
    "ctrl_l": ("Control_L",),
    "ctrl_r": ("Control_R",),
    "alt_l": ("Alt_L", "Meta_L"),
    "alt_r": ("Alt_R", "Meta_R"),
    "space": ("space",),
}

_NUMBERS: Final = {
    "altgr": 0xFE03,
    "audio_mute": 0x1008FF12,
    "audio_next": 0x1008FF17,
    "audio_play": 0x1008FF14,
    "audio_previous": 0x1008FF16,
    "audio_record": 0x1008FF1C,
    "audio_stop": 0x1008FF15,
    "calculator": 0x1008FF1D,
    "favorites": 0x1008FF30,
    "mail": 0x1008FF19,
    "mic_mute": 0x1008FFB2,
    "search": 0x1008FF1B,
    "tools": 0x1008FF81,
}
"""XF86keysym.h, and one ISO name; python-xlib loads these only on demand, and not all of them."""

_CHARSETS: Final = {
    0x01: "iso8859-2",
    0x02: "iso8859-3",
    0x03: "iso8859-4",
    0x05: "iso8859-6",
    0x06: "koi8-u",
    0x0C: "iso8859-8",
    0x0D: "tis-620",
    0x12: "iso8859-14",
    0x13: "iso8859-15",
}
"""High byte of an older keysym to the character set of its low byte."""

_GREEK_MOVED: Final = {0xD2: 0xD3, 0xD3: 0xD2, 0xF2: 0xF3, 0xF3: 0xF2}
"""Where the order of Greek keysyms (0x7C1 on) differs from ISO 8859-7: the sigmas."""


def _symbols(name: str) -> tuple[int, ...]:
    if name in _NUMBERS:
        return (_NUMBERS[name],)
    names = _X_NAMES.get(name) or (name.title() if name[0] != "f" or not name[1:].isdigit() else name.upper(),)
    return tuple(symbol for symbol in (XK.string_to_keysym(each) for each in names) if symbol)


KEYSYMS: Final = {name: _symbols(name) for name in sorted(NAMED_KEYS) if not name.startswith("mouse")}
"""Named keys of shortcuts to keysyms, the most usual first."""

NAMES: Final = {symbol: name for name, symbols in KEYSYMS.items() for symbol in symbols}


def unicode_keysym(sign: str) -> int:
    """Return the keysym that every program understands as this one character."""
    code = ord(sign)
    latin = 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF
    return code if latin else UNICODE_FLAG | code


def character(keysym: int) -> str:
    """Return the character that a key with this keysym types; "" for function, keypad and dead keys."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if keysym >> 24 == 1:
        code = keysym & 0xFFFFFF
        return chr(code) if code <= 0x10FFFF else ""
    if keysym == EURO_SIGN:
        return "€"
    high, low = keysym >> 8, keysym & 0xFF
    if high == 0x07 and low >= 0xC1:
        return bytes([_GREEK_MOVED.get(low, low)]).decode("iso8859-7", errors="ignore")
    if high in _CHARSETS and low >= 0xA1:
        return bytes([low]).decode(_CHARSETS[high], errors="ignore")
    return ""


def keysyms_of(sign: str) -> tuple[int, ...]:
    """Return every keysym that stands for a character, small or capital."""
    known = {unicode_keysym(each) for each in (sign, sign.upper()) if len(each) == 1}
    return tuple(known | _OLDER.get(sign, frozenset()))


def _older() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for high in (*_CHARSETS, 0x07):
        for low in range(0xA1, 0x100):
            sign = character(high << 8 | low)
            if sign:
                found.setdefault(sign, set()).add(high << 8 | low)
    found.setdefault("€", set()).add(EURO_SIGN)
    return {sign: frozenset(symbols) for sign, symbols in found.items()}


_OLDER: Final = _older()
