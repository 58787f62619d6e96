"""One look at an X11 desktop: monitors, panels, full-screen windows, pointer, focus; X thread only.

Called by ``desktop.py``. Windows of this process do not count, neither as panels nor as full-screen windows.
Specification: https://specifications.freedesktop.org/wm-spec/latest/
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any, Final

from Xlib import X
from Xlib.display import Display
from Xlib.error import XError

from app.domain.messages import DesktopState, OutputArea
from app.platform.placement import Rect
from app.platform.x11.properties import active_window, atom_names, is_managed, numbers, process_id
from app.platform.x11.xsettings import wants_reduced_motion

__all__ = ["client_windows", "compositor_selection", "look"]

RANDR_WITH_MONITORS: Final = (1, 5)

ALL_DESKTOPS: Final = 0xFFFFFFFF
"""``_NET_WM_DESKTOP`` of a window that is on all of them."""

STATES: Final = (
    "_NET_WM_STATE_FULLSCREEN",
    "_NET_WM_STATE_HIDDEN",
    "_NET_WM_STATE_MAXIMIZED_VERT",
    "_NET_WM_STATE_MAXIMIZED_HORZ",
)

BACKGROUND_TYPES: Final = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")


@dataclass(frozen=True, slots=True)
class _TopStrut:
    """Space that a panel reserves at the top edge of the virtual desktop."""

    height: int
    left: int
    right: int
    """Last column."""


def look(display: Display) -> DesktopState:
    """Read the whole state; windows that vanish meanwhile are left out."""
    outputs = _monitors(display)
    struts: list[_TopStrut] = []
    covered: set[str] = set()
    for window in client_windows(display):
        try:
            if process_id(window) == os.getpid():
                continue
            struts += _top_struts(window)
            covered |= _covered_by(display, window, outputs)
        except XError:
            continue
    pointer = display.screen().root.query_pointer()
    return DesktopState(
        outputs=tuple(
            replace(output, panel_top=_panel_top(output, struts), full_screen=output.name in covered)
            for output in outputs
        ),
        pointer_output=_name_at(outputs, pointer.root_x, pointer.root_y),
        focus_output=_focus_output(display, outputs),
        composited=display.get_selection_owner(compositor_selection(display)) != X.NONE,
        reduced_motion=wants_reduced_motion(display),
    )


def compositor_selection(display: Display) -> int:
    """Return the selection that a compositing manager owns while it runs."""
    return display.get_atom(f"_NET_WM_CM_S{display.get_default_screen()}")


def client_windows(display: Display) -> list[Any]:
    """Return the top-level windows; without a window manager, the children of the root."""
    root = display.screen().root
    listed = numbers(root, "_NET_CLIENT_LIST")
    if listed:
        return [display.create_resource_object("window", item) for item in listed]
    return [] if is_managed(display) else list(root.query_tree().children)


def _monitors(display: Display) -> list[OutputArea]:
    root = display.screen().root
    outputs: list[OutputArea] = []
    if display.has_extension("RANDR"):
        version = display.xrandr_query_version()
        if (version.major_version, version.minor_version) >= RANDR_WITH_MONITORS:
            outputs = [
                OutputArea(
                    name=display.get_atom_name(monitor.name),
                    x=monitor.x,
                    y=monitor.y,
                    width=monitor.width_in_pixels,
                    height=monitor.height_in_pixels,
                    is_primary=bool(monitor.primary),
                )
                for monitor in root.xrandr_get_monitors().monitors
                if monitor.width_in_pixels and monitor.height_in_pixels
            ]
    if not outputs:
        area = root.get_geometry()
        outputs = [OutputArea(name="screen", x=0, y=0, width=area.width, height=area.height, is_primary=True)]
    return outputs


def _top_struts(window: Any) -> list[_TopStrut]:
    partial = numbers(window, "_NET_WM_STRUT_PARTIAL")
    if len(partial) == 12:
        return [_TopStrut(height=partial[2], left=partial[8], right=partial[9])] if partial[2] else []
    whole = numbers(window, "_NET_WM_STRUT")
    if len(whole) == 4 and whole[2]:
        return [_TopStrut(height=whole[2], left=0, right=2**31)]
    return []


def _panel_top(output: OutputArea, struts: list[_TopStrut]) -> int:
    """Struts count from the top of the virtual desktop; a monitor further down gets what reaches into it.

    One that would take half a monitor belongs to a monitor below it.
    """
    heights = [
        strut.height - output.y for strut in struts if strut.left < output.x + output.width and strut.right >= output.x
    ]
    return max((height for height in heights if 0 < height < output.height // 2), default=0)


def _covered_by(display: Display, window: Any, outputs: list[OutputArea]) -> set[str]:
    """Return the monitors that a full-screen window fills: by its state, or by its size alone (A44)."""
    area = _area(display, window)
    filled = {output.name for output in outputs if area is not None and area.contains(_rect(output))}
    if not filled:
        return set()
    states = atom_names(window, "_NET_WM_STATE", STATES)
    if "_NET_WM_STATE_HIDDEN" in states or not _on_current_desktop(display, window):
        return set()
    if atom_names(window, "_NET_WM_WINDOW_TYPE", BACKGROUND_TYPES):
        return set()
    if window.get_attributes().map_state != X.IsViewable:
        return set()
    if "_NET_WM_STATE_FULLSCREEN" in states:
        return filled
    maximised = {"_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"} <= states
    decorated = any(numbers(window, "_NET_FRAME_EXTENTS"))
    return set() if maximised or decorated else filled


def _on_current_desktop(display: Display, window: Any) -> bool:
    own = numbers(window, "_NET_WM_DESKTOP")
    current = numbers(display.screen().root, "_NET_CURRENT_DESKTOP")
    return not own or not current or own[0] in {ALL_DESKTOPS, current[0]}


def _area(display: Display, window: Any) -> Rect | None:
    """Return the window without its frame, in coordinates of the virtual desktop."""
    size = window.get_geometry()
    origin = display.screen().root.translate_coords(window, 0, 0)
    return Rect(origin.x, origin.y, size.width, size.height)


def _rect(output: OutputArea) -> Rect:
    return Rect(output.x, output.y, output.width, output.height)


def _focus_output(display: Display, outputs: list[OutputArea]) -> str:
    try:
        window = active_window(display)
        area = None if window is None else _area(display, window)
    except XError:
        return ""
    return "" if area is None else _name_at(outputs, area.x + area.width // 2, area.y + area.height // 2)


def _name_at(outputs: list[OutputArea], x: int, y: int) -> str:
    """Return the monitor that holds a point, or the nearest: monitors of different size leave gaps."""

    def distance(output: OutputArea) -> int:
        beside = max(output.x - x, 0, x - (output.x + output.width - 1))
        above = max(output.y - y, 0, y - (output.y + output.height - 1))
        return beside + above

    return min(outputs, key=distance).name
