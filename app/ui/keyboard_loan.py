"""Lends the keyboard to the notch while a person fills in a card, and gives it back to the window it came from.

Made by ``notch_app``, Qt main thread. The notch refuses the focus; only a press on a field or the card key lets it have
it. It goes back when the question is over, unless the person went to another window by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication, QWindow

if TYPE_CHECKING:
    from app.platform.x11.focus import FocusPlace

__all__ = ["KeyboardLoan"]


class KeyboardLoan(QObject):
    """Owns whether the notch may have the focus."""

    def __init__(self, window: QWindow, wants: Callable[[], bool], parent: QObject | None = None) -> None:
        """``wants`` tells whether there still is a card to fill in."""
        super().__init__(parent)
        self._window = window
        self._wants = wants
        self._before: FocusPlace | None = None
        self._lent = False
        self._had = False
        window.activeChanged.connect(self._followed)

    def take(self) -> None:
        """Ask for the keyboard; who had it is remembered."""
        from PySide6.QtCore import Qt

        if self._window.isActive():
            return
        self._before = _focus_place()
        self._lent, self._had = True, False
        self._window.setFlag(Qt.WindowType.WindowDoesNotAcceptFocus, False)
        self._window.requestActivate()

    def look(self) -> None:
        """The notch shows something else; the next question, which may come at once, keeps the keyboard."""
        if self._lent:
            QTimer.singleShot(0, self, self._end_unless_wanted)

    def _end_unless_wanted(self) -> None:
        if self._lent and not self._wants():
            self._end()

    def _followed(self) -> None:
        if self._window.isActive():
            self._had = True
        elif self._lent and self._had:  # the person went elsewhere: nothing is to be given back
            self._before = None
            self._end()

    def _end(self) -> None:
        from PySide6.QtCore import Qt

        place, self._before = self._before, None
        self._lent = False
        self._window.setFlag(Qt.WindowType.WindowDoesNotAcceptFocus, True)
        if place is not None:
            _return_focus(place)


def _focus_place() -> FocusPlace | None:
    if QGuiApplication.platformName() != "xcb":
        return None
    from app.platform.x11.focus import focus_place

    return focus_place()


def _return_focus(place: FocusPlace) -> None:
    from app.platform.x11.focus import return_focus

    return_focus(place)
