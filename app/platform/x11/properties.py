"""Reads what window managers and programs say about windows (EWMH, ICCCM); X thread only.

Called by ``windows.py`` and ``desktop_look.py``. Wrong or missing values read as empty: any program may write them.
Specification: https://specifications.freedesktop.org/wm-spec/latest/
"""

from __future__ import annotations

from typing import Any, Final

from Xlib import X
from Xlib.display import Display

__all__ = ["active_window", "atom_names", "is_managed", "numbers", "process_id", "text", "window_class"]

MOST_UNITS: Final = 4096
"""How much of a property is read, in units of 4 bytes: a title, or 4096 windows."""


def numbers(window: Any, name: str) -> tuple[int, ...]:
    """Return the 32-bit items of a property.

    Raises:
        Xlib.error.XError: the window is gone.
    """
    value = window.get_property(window.display.get_atom(name), X.AnyPropertyType, 0, MOST_UNITS)
    return tuple(int(item) for item in value.value) if value is not None and value.format == 32 else ()


def text(window: Any, name: str) -> str:
    """Return a property as text: UTF-8, or Latin-1 where its type is ``STRING``.

    Raises:
        Xlib.error.XError: the window is gone.
    """
    value = window.get_property(window.display.get_atom(name), X.AnyPropertyType, 0, MOST_UNITS)
    if value is None or value.format != 8:
        return ""
    is_utf8 = value.property_type == window.display.get_atom("UTF8_STRING")
    return bytes(value.value).decode("utf-8" if is_utf8 else "latin-1", "replace")


def atom_names(window: Any, name: str, known: tuple[str, ...]) -> frozenset[str]:
    """Return those of ``known`` that stand in a property that lists atoms."""
    items = numbers(window, name)
    return frozenset(word for word in known if window.display.get_atom(word) in items) if items else frozenset()


def window_class(window: Any) -> str:
    """Return the class part of ``WM_CLASS``; the instance part where a program wrote only that."""
    parts = [part for part in text(window, "WM_CLASS").split("\0") if part]
    return parts[1] if len(parts) > 1 else "".join(parts)


def process_id(window: Any) -> int | None:
    """Return ``_NET_WM_PID`` where it can be one."""
    found = numbers(window, "_NET_WM_PID")
    return found[0] if found and 0 < found[0] < 2**31 else None


def active_window(display: Display) -> Any | None:
    """Return the focused top-level window; without a window manager, the child of the root that holds the focus."""
    root = display.screen().root
    if display.get_atom("_NET_ACTIVE_WINDOW", only_if_exists=True) and is_managed(display):
        found = numbers(root, "_NET_ACTIVE_WINDOW")
        return display.create_resource_object("window", found[0]) if found and found[0] != X.NONE else None
    window = display.get_input_focus().focus
    if isinstance(window, int) or window == root:
        return None
    while (parent := window.query_tree().parent) != root:
        window = parent
    return window


def is_managed(display: Display) -> bool:
    """Tell whether a window manager keeps these properties."""
    return bool(numbers(display.screen().root, "_NET_SUPPORTING_WM_CHECK"))
