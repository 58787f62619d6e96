"""Puts the notch on its monitor and cuts its window to the visible shape.

Fed with events by the bridge, Qt main thread. The pure geometry is ``platform/placement.py``. The window moves only
while the notch is idle or when a take or a question starts, and when its monitor went away.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QGuiApplication, QRegion, QScreen, QWindow

from app.ui.viewmodels.surface import Outline, SurfaceModel

if TYPE_CHECKING:
    from app.domain.messages import DesktopState, Event, OutputArea

__all__ = ["NotchPlacer", "outline_region"]

EAR: int = 6
"""Radius of the flared top corners, ``Theme.radius.ear``."""

NOTIFICATION_TYPE: int = 0x800
"""Qt's private number for ``_NET_WM_WINDOW_TYPE_NOTIFICATION``: compositors neither animate nor shadow it."""


class NotchPlacer(QObject):
    """Owns position, visibility and outline of the notch window."""

    def __init__(self, surface: SurfaceModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._surface = surface
        self._window: QWindow | None = None
        self._desktop: DesktopState | None = None
        self._output_name = ""
        self._idle = True
        self._asked_by = ""
        """The call whose question is up; "" for none."""
        self._monitor = "pointer"
        self._full_screen = "when-active"
        self._below_panels = True
        surface.outlineChanged.connect(self._cut)
        surface.compositedChanged.connect(self._cut)

    def attach(self, window: QWindow) -> None:
        """Take the window that QML made, before it is shown, and put it on the primary monitor."""
        self._window = window
        window.setProperty("_q_xcb_wm_window_type", NOTIFICATION_TYPE)
        self._place_on(QGuiApplication.primaryScreen())
        self._cut()

    def detach(self) -> None:
        """Let go of the window, which the engine is about to delete."""
        self._window = None

    def apply(self, event: Event) -> None:
        from app.domain.messages import (
            DesktopChanged,
            QuestionAsked,
            QuestionClosed,
            QuestionSetAside,
            SettingsChanged,
            StageChanged,
        )
        from app.domain.turn import Stage

        match event:
            case DesktopChanged():
                self._desktop = event.state
                self._surface.set_composited(event.state.composited)
                self._place()
            case StageChanged():
                starts = self._idle and event.stage is not Stage.IDLE
                self._idle = event.stage is Stage.IDLE
                self._place(moving=starts)
                if starts and self._window is not None:
                    self._window.raise_()
            case QuestionAsked():
                starts = self._idle and not self._asked_by
                self._asked_by = event.question.call_id
                self._place(moving=starts)
                if starts and self._window is not None:
                    self._window.raise_()
            case QuestionClosed() | QuestionSetAside() if event.call_id == self._asked_by:
                self._asked_by = ""
                self._place()
            case SettingsChanged():
                self._monitor = str(event.values.get("notch.monitor", self._monitor))
                self._full_screen = str(event.values.get("notch.full_screen", self._full_screen))
                self._below_panels = bool(event.values.get("notch.below_panels", self._below_panels))
                self._place()
            case _:
                pass

    def _place(self, *, moving: bool = False) -> None:
        """Choose the monitor again; ``moving`` allows a move although a take runs."""
        if self._desktop is None:
            self._place_on(QGuiApplication.primaryScreen())
            return
        # The core has loaded these long before its first DesktopChanged; the first frame must not wait for them.
        from app.domain.turn import Stage
        from app.platform.placement import choose_output, hidden, place_notch
        from app.settings.model import FullScreenRule

        by_name = {output.name: output for output in self._desktop.outputs}
        output = by_name.get(self._output_name)
        if output is None or moving or (self._idle and not self._asked_by):
            output = choose_output(self._desktop, self._monitor)
        if output is None:
            return
        self._output_name = output.name
        stage = Stage.IDLE if self._idle and not self._asked_by else Stage.LISTENING
        self._surface.allow(not hidden(FullScreenRule(self._full_screen), output, stage))
        screen = screen_of(output)
        self._surface.set_screen_height(screen.geometry().height())
        rect = place_notch(
            output,
            scale=screen.devicePixelRatio(),
            width=self._surface.width,
            height=self._surface.height,
            below_panels=self._below_panels,
        )
        self._move(screen, QRect(rect.x, rect.y, rect.width, rect.height))

    def _place_on(self, screen: QScreen) -> None:
        area = screen.geometry()
        self._surface.set_screen_height(area.height())
        width = self._surface.width
        self._move(screen, QRect(area.x() + (area.width() - width) // 2, area.y(), width, area.height()))

    def _move(self, screen: QScreen, rect: QRect) -> None:
        window = self._window
        if window is None:
            return
        # WORKAROUND: not asked first whether it is there already: `window.screen()` of PySide 6.11 makes the window the
        # owner of the screen, which goes with it, and the next window crashes. Setting the same again does nothing.
        window.setScreen(screen)
        if window.position() != rect.topLeft():
            window.setPosition(rect.topLeft())

    def _cut(self) -> None:
        # Qt's offscreen platform has no outlines and warns at each.
        if self._window is not None and QGuiApplication.platformName() != "offscreen":
            region = outline_region(self._surface.outline, self._surface.width, soft=self._surface.is_composited)
            if not region.isEmpty():
                self._window.setMask(region)


def screen_of(output: OutputArea) -> QScreen:
    """Find Qt's screen for a monitor: by its origin, which is in native pixels for both, else by name."""
    screens = QGuiApplication.screens()
    for screen in screens:
        if (screen.geometry().x(), screen.geometry().y()) == (output.x, output.y):
            return screen
    return next((screen for screen in screens if screen.name() == output.name), QGuiApplication.primaryScreen())


def outline_region(outline: Outline, window_width: int, *, soft: bool) -> QRegion:
    """Return the part of the window, in its device-independent pixels, that is seen and takes input.

    ``soft`` leaves one pixel more around the curves, so that their smooth edges show; without a compositor those
    pixels would be black.
    """
    width, height = outline.width, math.ceil(outline.height)
    left = (window_width - width) / 2
    more = 1 if soft else 0
    if height <= 0 or width <= 0:
        return QRegion()
    if outline.corner <= 0:
        ears = EAR + more
        return QRegion(math.floor(left) - ears, 0, math.ceil(width) + 2 * ears, height + more)
    region = QRegion()
    for row in range(height + more):
        inset = _inset(min(row + 0.5, height - 0.5), height, outline.corner)
        first = left + inset - more
        last = left + width - inset + more
        region += QRect(math.floor(first), row, math.ceil(last) - math.floor(first), 1)
    return region


def _inset(y: float, height: float, corner: float) -> float:
    """How far the edge lies inside the body at ``y``; negative in the ears, which flare outward."""
    if y < EAR:
        return math.sqrt(EAR**2 - (EAR - y) ** 2) - EAR
    below = y - (height - corner)
    if below > 0:
        return corner - math.sqrt(max(corner**2 - below**2, 0.0))
    return 0.0
