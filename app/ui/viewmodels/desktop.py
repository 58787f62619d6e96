"""What this desktop session can do, and which screens there are.

Owned by the window's assembly, read by the Help page and the notch's settings; Qt main thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Property, QObject, Signal
from PySide6.QtQml import QmlElement

from app.domain.messages import CapabilitiesReported, DesktopChanged, Event
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["CapabilityRow", "DesktopModel"]


@dataclass(frozen=True, slots=True)
class CapabilityRow:
    name: str
    available: bool
    reason: str


@QmlElement
@QmlUncreatable("handed to Main.qml")
class DesktopModel(QObject):
    """Capabilities and screens."""

    sessionChanged = Signal()
    screensChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = RowModel(CapabilityRow, key=lambda row: row.name, parent=self)
        self.session_kind = ""
        self.screen_choices: list[dict[str, str]] = []

    def apply(self, event: Event) -> None:
        match event:
            case CapabilitiesReported(session=session, capabilities=capabilities):
                self.rows.replace(CapabilityRow(c.name, c.available, c.reason) for c in capabilities)
                if session != self.session_kind:
                    self.session_kind = session
                    self.sessionChanged.emit()
            case DesktopChanged(state=state):
                choices = [{"value": output.name, "label": output.name} for output in state.outputs]
                if choices != self.screen_choices:
                    self.screen_choices = choices
                    self.screensChanged.emit()
            case _:
                pass

    @Property(QObject, constant=True)
    def capabilities(self) -> QObject:
        return self.rows

    @Property(str, notify=sessionChanged)
    def session(self) -> str:
        """``x11``, ``wayland``, ``macos``, ``windows``, ``none``; "" before the core has told."""
        return self.session_kind

    @Property(list, notify=screensChanged)
    def screens(self) -> list[dict[str, str]]:
        """``value`` and ``label`` of each screen."""
        return self.screen_choices
