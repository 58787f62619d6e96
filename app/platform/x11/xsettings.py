"""Reads what the desktop's settings daemon tells X11 programs; X thread only.

Called by ``desktop_look.py``. Any program may own the selection and write anything: what cannot be read is not set.
Specification: https://specifications.freedesktop.org/xsettings-spec/latest/
"""

from __future__ import annotations

import struct
from typing import Any, Final

from Xlib import X
from Xlib.display import Display
from Xlib.error import XError

__all__ = ["parse_integers", "wants_reduced_motion"]

ANIMATIONS: Final = "Gtk/EnableAnimations"
"""GNOME, KDE, Xfce and MATE keep it at 0 while the person asks for less motion."""
MOST_UNITS: Final = 16_384
"""How much is read, in units of 4 bytes; desktops write some 4 KiB."""
INTEGER, STRING, COLOUR = 0, 1, 2


def wants_reduced_motion(display: Display) -> bool:
    """Tell whether the system asks that nothing moves; False where it does not say."""
    owner: Any = display.get_selection_owner(display.get_atom(f"_XSETTINGS_S{display.get_default_screen()}"))
    if owner == X.NONE:
        return False
    try:
        value = owner.get_property(display.get_atom("_XSETTINGS_SETTINGS"), X.AnyPropertyType, 0, MOST_UNITS)
    except XError:
        return False
    if value is None or value.format != 8:
        return False
    return parse_integers(bytes(value.value)).get(ANIMATIONS) == 0


def parse_integers(data: bytes) -> dict[str, int]:
    """Return the settings that are numbers; what follows a fault is left out."""
    found: dict[str, int] = {}
    order = ">" if data[:1] == b"\x01" else "<"
    try:
        (count,) = struct.unpack_from(order + "I", data, 8)
        at = 12
        for _ in range(count):
            kind, length = struct.unpack_from(order + "BxH", data, at)
            name = data[at + 4 : at + 4 + length].decode("latin-1")
            at += 4 + _padded(length) + 4
            if kind == INTEGER:
                (found[name],) = struct.unpack_from(order + "i", data, at)
                at += 4
            elif kind == STRING:
                (size,) = struct.unpack_from(order + "I", data, at)
                at += 4 + _padded(size)
            elif kind == COLOUR:
                at += 8
            else:
                break
    except struct.error:
        pass
    return found


def _padded(length: int) -> int:
    return (length + 3) // 4 * 4
