"""The voices of this computer, to choose one that reads answers.

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/VoiceRow.qml``; Qt main thread.
"""

from __future__ import annotations

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import Event, RequestVoices, VoicesFound
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["VoicesModel"]


@QmlElement
@QmlUncreatable("handed to Main.qml")
class VoicesModel(QObject):
    """What the core told last; nothing before it was asked."""

    changed = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self.choices: list[dict[str, str]] = []
        self.has_looked = False

    def apply(self, event: Event) -> None:
        match event:
            case VoicesFound(voices=voices):
                found = [{"value": one.name, "label": one.label} for one in voices]
                choices = sorted(found, key=lambda choice: choice["label"].casefold())
                if choices != self.choices or not self.has_looked:
                    self.choices, self.has_looked = choices, True
                    self.changed.emit()
            case _:
                pass

    @Slot()
    def find(self) -> None:
        """The list comes into sight: ask for it, also again, since a synthesiser may have been installed meanwhile."""
        self._submit(RequestVoices())

    @Property(list, notify=changed)
    def options(self) -> list[dict[str, str]]:
        """``value`` (what settings remember) and ``label`` of each, by label."""
        return self.choices

    @Property(str, notify=changed)
    def problemCode(self) -> str:
        """Error code; "" while it is not known that nothing here can speak."""
        return "narrator-missing" if self.has_looked and not self.choices else ""
