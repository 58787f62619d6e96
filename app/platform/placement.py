"""Where the notch goes: pure geometry, no display.

Used by the window code of the user interface and by tests; any thread. Monitors come in native pixels of the
virtual desktop, where origins may be negative (A41). Window sizes are device-independent pixels, so that the
notch has one logical size at every scale (A43). Qt keeps the origin of a screen in native pixels and scales only
what lies inside it (https://doc.qt.io/qt-6/highdpi.html); ``Rect`` values of this module in device-independent
pixels follow that.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.messages import DesktopState, OutputArea
from app.domain.turn import Stage
from app.settings.model import FullScreenRule

__all__ = ["Rect", "choose_output", "hidden", "logical_area", "native_rect", "place_notch"]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle; whether native or device-independent pixels is said where it is used."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """First column after it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """First row after it."""
        return self.y + self.height

    def contains(self, other: Rect) -> bool:
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom


def logical_area(output: OutputArea, scale: float) -> Rect:
    """Return the monitor in device-independent pixels; ``scale`` is native pixels for one of those, above 0.

    A size that does not divide evenly is cut, so that what fits in it also fits the native monitor.
    """
    return Rect(output.x, output.y, int(output.width / scale), int(output.height / scale))


def place_notch(output: OutputArea, *, scale: float, width: int, height: int, below_panels: bool) -> Rect:
    """Centre a window at the top edge of a monitor; all but ``output`` is in device-independent pixels.

    ``below_panels`` keeps clear of what panels reserve at the top. A window that is larger than the free part of
    the monitor is cut to it; otherwise its size does not depend on ``scale``.
    """
    area = logical_area(output, scale)
    # Rounded up: a window must not lie under the last row of the panel.
    panel = min(-int(-output.panel_top // scale), area.height - 1) if below_panels else 0
    fitting_width = min(width, area.width)
    return Rect(
        x=area.x + (area.width - fitting_width) // 2,
        y=area.y + panel,
        width=fitting_width,
        height=min(height, area.height - panel),
    )


def native_rect(rect: Rect, output: OutputArea, scale: float) -> Rect:
    """Turn a device-independent rectangle on ``output`` into native pixels, never reaching outside the monitor."""
    left = output.x + round((rect.x - output.x) * scale)
    top = output.y + round((rect.y - output.y) * scale)
    right = output.x + round((rect.right - output.x) * scale)
    bottom = output.y + round((rect.bottom - output.y) * scale)
    right = min(right, output.x + output.width)
    bottom = min(bottom, output.y + output.height)
    return Rect(left, top, max(right - left, 0), max(bottom - top, 0))


def choose_output(state: DesktopState, rule: str) -> OutputArea | None:
    """Find the monitor for the setting ``notch.monitor``; ``None`` only where there is no monitor at all.

    A monitor that is asked for and not there gives the primary one, and without a primary one the first.
    """
    wanted = {"pointer": state.pointer_output, "focus": state.focus_output or state.pointer_output}.get(rule, rule)
    by_name = {output.name: output for output in state.outputs}
    # An output may itself be called "primary" only by `xrandr --setmonitor`; the rule wins then.
    if rule != "primary" and wanted in by_name:
        return by_name[wanted]
    primary = next((output for output in state.outputs if output.is_primary), None)
    return primary or next(iter(state.outputs), None)


def hidden(rule: FullScreenRule, output: OutputArea, stage: Stage) -> bool:
    """Tell whether the notch leaves ``output`` to a full-screen window there (A44)."""
    if not output.full_screen:
        return False
    match rule:
        case FullScreenRule.HIDE:
            return True
        case FullScreenRule.WHEN_ACTIVE:
            return stage is Stage.IDLE
        case FullScreenRule.SHOW:
            return False
