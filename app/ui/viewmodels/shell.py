"""What concerns the whole interface: colours, motion, size of text, and whether the window is open and where.

Made before the first frame from what is cheap to know (``app/ui/appearance.py``); ``SettingsChanged`` corrects it.
Bound to ``Theme`` in ``qml/Voxnotch/App/Main.qml``. Qt main thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.ui.qml_types import QmlUncreatable

if TYPE_CHECKING:
    from app.domain.messages import Event

__all__ = ["Look", "ShellModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1


@dataclass(frozen=True, slots=True)
class Look:
    """What the person and the system want the interface to look like."""

    scheme: str = "system"
    """Setting ``general.color_scheme``: ``system``, ``dark`` or ``light``."""
    system_dark: bool = True
    reduced_motion: bool = False
    """Setting ``notch.reduced_motion``."""
    system_reduced_motion: bool = False
    text_scale: float = 1.0
    """Size of the system's font against the usual one."""
    hidden_until_used: bool = False

    @property
    def still(self) -> bool:
        """Nothing may move: the person or the system asks for it."""
        return self.reduced_motion or self.system_reduced_motion

    @property
    def window_dark(self) -> bool:
        return self.system_dark if self.scheme == "system" else self.scheme == "dark"

    @property
    def notch_dark(self) -> bool:
        """The notch is dark unless the person asks for light."""
        return self.scheme != "light"


def look_from(values: Mapping[str, object], before: Look) -> Look:
    """Take the settings (``group.name`` to JSON value) that matter for the look; others and odd ones are left."""
    scheme = values.get("general.color_scheme")
    reduced = values.get("notch.reduced_motion")
    hidden = values.get("notch.hidden_until_used")
    return replace(
        before,
        scheme=scheme if scheme in ("system", "dark", "light") else before.scheme,
        reduced_motion=reduced if isinstance(reduced, bool) else before.reduced_motion,
        hidden_until_used=hidden if isinstance(hidden, bool) else before.hidden_until_used,
    )


@QmlElement
@QmlUncreatable("handed to Main.qml")
class ShellModel(QObject):
    """Look and window."""

    windowDarkChanged = Signal()
    notchDarkChanged = Signal()
    reducedMotionChanged = Signal()
    textScaleChanged = Signal()
    hiddenUntilUsedChanged = Signal()
    pageChanged = Signal()
    windowOpenChanged = Signal()
    raised = Signal()
    """The window was asked for again while it is open."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.current_page = "home"
        self.is_window_open = False
        self._settings_known = False

    @Property(bool, notify=windowDarkChanged)
    def windowDark(self) -> bool:
        return self.look.window_dark

    @Property(bool, notify=notchDarkChanged)
    def notchDark(self) -> bool:
        return self.look.notch_dark

    @Property(bool, notify=reducedMotionChanged)
    def reducedMotion(self) -> bool:
        return self.look.still

    @Property(float, notify=textScaleChanged)
    def textScale(self) -> float:
        return self.look.text_scale

    @Property(bool, notify=hiddenUntilUsedChanged)
    def hiddenUntilUsed(self) -> bool:
        return self.look.hidden_until_used

    @Property(str, notify=pageChanged)
    def page(self) -> str:
        """``home``, ``settings``, ``settings/audio``, ``settings/hotkeys``, ``models`` ..."""
        return self.current_page

    @Property(bool, notify=windowOpenChanged)
    def windowOpen(self) -> bool:
        return self.is_window_open

    @Slot(str)
    def openWindow(self, page: str) -> None:
        """Show the window at ``page``; "" keeps the page."""
        if page and page != self.current_page:
            self.current_page = page
            self.pageChanged.emit()
        if self.is_window_open:
            self.raised.emit()
            return
        self.is_window_open = True
        self.windowOpenChanged.emit()

    @Slot()
    def closeWindow(self) -> None:
        if self.is_window_open:
            self.is_window_open = False
            self.windowOpenChanged.emit()

    def apply(self, event: Event) -> None:
        from app.domain.messages import DesktopChanged, SettingsChanged

        if isinstance(event, DesktopChanged):
            self.set_look(replace(self.look, system_reduced_motion=event.state.reduced_motion))
        if not isinstance(event, SettingsChanged):
            return
        self.set_look(look_from(event.values, self.look))
        if not self._settings_known:
            self._settings_known = True
            # The window opens by itself at the very first start, or at each where the person wants that.
            if event.values.get("general.onboarded") is False or event.values.get("general.start_hidden") is False:
                self.openWindow("")

    def set_look(self, look: Look) -> None:
        """Take a new look, from the settings or from the system."""
        old, self.look = self.look, look
        if old.window_dark != look.window_dark:
            self.windowDarkChanged.emit()
        if old.notch_dark != look.notch_dark:
            self.notchDarkChanged.emit()
        if old.still != look.still:
            self.reducedMotionChanged.emit()
        if old.text_scale != look.text_scale:
            self.textScaleChanged.emit()
        if old.hidden_until_used != look.hidden_until_used:
            self.hiddenUntilUsedChanged.emit()
