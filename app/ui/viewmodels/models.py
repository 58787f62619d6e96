"""Speech models: which there are, in what state, and which one is used.

Owned by the window's assembly, read by the Models page, Home's retry menu and the first-start page; Qt main thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import ChangeSettings, Event, FetchModel, ModelInfo, ModelsChanged, ModelState
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["ModelRow", "CatalogueModel"]

_USABLE = (ModelState.READY, ModelState.LOADED)


@dataclass(frozen=True, slots=True)
class ModelRow:
    name: str
    model_state: str
    size_bytes: float
    """A float, since QML's integers end at 2 GiB."""
    languages: str
    progress: float
    problem: str
    in_use: bool
    usable: bool


def _row(info: ModelInfo, in_use: str) -> ModelRow:
    return ModelRow(
        name=info.name,
        model_state=info.state.value,
        size_bytes=float(info.size_bytes),
        languages=info.languages,
        progress=info.progress,
        problem=info.problem,
        in_use=info.name == in_use,
        usable=info.state in _USABLE,
    )


@QmlElement
@QmlUncreatable("handed to Main.qml")
class CatalogueModel(QObject):
    """The catalogue as the core last told it."""

    optionsChanged = Signal()
    inUseChanged = Signal()
    inUseStateChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self.rows = RowModel(ModelRow, key=lambda row: row.name, parent=self)
        self.choices: list[dict[str, str]] = []
        self.used = ""
        self.used_state = ""

    def apply(self, event: Event) -> None:
        match event:
            case ModelsChanged(models=models, in_use=in_use):
                self.rows.replace(_row(info, in_use) for info in models)
                choices = [{"value": i.name, "label": i.name} for i in models if i.state in _USABLE or i.name == in_use]
                if choices != self.choices:
                    self.choices = choices
                    self.optionsChanged.emit()
                state = next((info.state.value for info in models if info.name == in_use), "")
                if in_use != self.used:
                    self.used = in_use
                    self.inUseChanged.emit()
                if state != self.used_state:
                    self.used_state = state
                    self.inUseStateChanged.emit()
            case _:
                pass

    @Slot(str)
    def fetch(self, name: str) -> None:
        """Download, or repair what is damaged."""
        self._submit(FetchModel(name))

    @Slot(str)
    def use(self, name: str) -> None:
        self._submit(ChangeSettings({"recognition.model": name}))

    @Property(QObject, constant=True)
    def models(self) -> QObject:
        return self.rows

    @Property(list, notify=optionsChanged)
    def options(self) -> list[dict[str, str]]:
        """``value`` and ``label`` of each model that can be used now, and of the one in use."""
        return self.choices

    @Property(str, notify=inUseChanged)
    def inUse(self) -> str:
        return self.used

    @Property(str, notify=inUseStateChanged)
    def inUseState(self) -> str:
        return self.used_state
