"""The window of the notch as QML sees it: how large it is, whether it may show, where it takes input.

``app/ui/window.py`` sets the first two from the desktop and cuts the window to the outline that QML tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.ui.qml_types import QmlUncreatable

__all__ = ["Outline", "SurfaceModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

CARD_SHARE: Final = 0.6
"""Of the height of the screen that a card may take before it scrolls."""
WIDEST_SHAPE: Final = 400
"""Device-independent pixels; the confirmation card."""
MARGIN: Final = 8
"""On both sides, for the ears."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The visible shape, in device-independent pixels; it hangs centred from the top edge of the window."""

    width: float = 0.0
    """Of the body, without the ears."""
    height: float = 0.0
    corner: float = 0.0
    """Radius of the bottom corners; 0 while the shape moves: then it is the larger of both outlines."""


@QmlElement
@QmlUncreatable("handed to Main.qml")
class SurfaceModel(QObject):
    """Window side of the notch."""

    allowedChanged = Signal()
    compositedChanged = Signal()
    windowHeightChanged = Signal()
    outlineChanged = Signal()
    frameShown = Signal(bool)
    """A frame of the notch was swapped; True: nothing moved or faded in it."""
    clicked = Signal()
    """The idle pill was pressed."""
    keyboardWanted = Signal()
    """A field of a card was pressed, or the card key: only then the notch takes the keyboard."""

    def __init__(self, text_scale: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_allowed = True
        self.is_composited = True
        self.width = round(WIDEST_SHAPE * text_scale) + 2 * MARGIN
        self.screen_height = 800
        self.outline = Outline()

    @Property(bool, notify=allowedChanged)
    def allowed(self) -> bool:
        """False: no pixel and no click area, a full-screen window has the monitor (A44)."""
        return self.is_allowed

    @Property(bool, notify=compositedChanged)
    def composited(self) -> bool:
        """False: nothing is translucent, so the shape must not move: what is not cut away is black."""
        return self.is_composited

    @Property(int, constant=True)
    def windowWidth(self) -> int:
        return self.width

    @Property(int, notify=windowHeightChanged)
    def windowHeight(self) -> int:
        return self.height

    @Property(int, notify=windowHeightChanged)
    def maximumHeight(self) -> int:
        """Most that the shape may take."""
        return self.height

    @property
    def height(self) -> int:
        """Of the window, in device-independent pixels."""
        return round(self.screen_height * CARD_SHARE)

    @Slot(float, float, float)
    def setShape(self, width: float, height: float, corner: float) -> None:
        """Take the outline that shows from now on."""
        outline = Outline(width, height, corner)
        if outline != self.outline:
            self.outline = outline
            self.outlineChanged.emit()

    @Slot(bool)
    def tellFrame(self, settled: bool) -> None:
        self.frameShown.emit(settled)

    @Slot()
    def pressed(self) -> None:
        self.clicked.emit()

    @Slot()
    def takeKeyboard(self) -> None:
        self.keyboardWanted.emit()

    def allow(self, allowed: bool) -> None:
        if allowed != self.is_allowed:
            self.is_allowed = allowed
            self.allowedChanged.emit()

    def set_composited(self, composited: bool) -> None:
        if composited != self.is_composited:
            self.is_composited = composited
            self.compositedChanged.emit()

    def set_screen_height(self, height: int) -> None:
        if height != self.screen_height:
            self.screen_height = height
            self.windowHeightChanged.emit()
