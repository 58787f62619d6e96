"""Microphones to choose from, and the level of the one in use while it is tried.

Owned by the window's assembly, read by the settings and first-start pages; Qt main thread.
"""

from __future__ import annotations

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import (
    DevicesChanged,
    Event,
    LevelMeasured,
    Notice,
    NoticeCode,
    StartMicrophoneTest,
    StopMicrophoneTest,
)
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["DevicesModel"]


@QmlElement
@QmlUncreatable("handed to Main.qml")
class DevicesModel(QObject):
    """The list, what is missing, and the meter."""

    optionsChanged = Signal()
    inUseLabelChanged = Signal()
    missingChanged = Signal()
    testingChanged = Signal()
    levelChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self.choices: list[dict[str, str]] = []
        self.used_label = ""
        self.missing_name = ""
        self.is_testing = False
        self.peak = 0.0

    def apply(self, event: Event) -> None:
        match event:
            case DevicesChanged(devices=devices, in_use=in_use, missing=missing):
                self._set_choices([{"value": d.name, "label": d.label} for d in devices])
                self._set_used(next((d.label for d in devices if d.name == in_use), ""))
                if missing != self.missing_name:
                    self.missing_name = missing
                    self.missingChanged.emit()
            case LevelMeasured(peak=peak) if self.is_testing:
                self._set_peak(peak)
            case Notice(code=NoticeCode.MICROPHONE_TEST_FAILED):
                self._set_testing(on=False)
            case _:
                pass

    def _set_choices(self, choices: list[dict[str, str]]) -> None:
        if choices != self.choices:
            self.choices = choices
            self.optionsChanged.emit()

    def _set_used(self, label: str) -> None:
        if label != self.used_label:
            self.used_label = label
            self.inUseLabelChanged.emit()

    def _set_peak(self, peak: float) -> None:
        if peak != self.peak:
            self.peak = peak
            self.levelChanged.emit()

    def _set_testing(self, *, on: bool) -> None:
        if on != self.is_testing:
            self.is_testing = on
            self.testingChanged.emit()
            self._set_peak(0.0)

    @Slot()
    def startTest(self) -> None:
        if not self.is_testing:
            self._set_testing(on=True)
            self._submit(StartMicrophoneTest())

    @Slot()
    def stopTest(self) -> None:
        if self.is_testing:
            self._set_testing(on=False)
            self._submit(StopMicrophoneTest())

    @Property(list, notify=optionsChanged)
    def options(self) -> list[dict[str, str]]:
        """``value`` (what settings remember) and ``label`` of each microphone that is there."""
        return self.choices

    @Property(str, notify=inUseLabelChanged)
    def inUseLabel(self) -> str:
        """What the next take will open; "" when there is no microphone."""
        return self.used_label

    @Property(str, notify=missingChanged)
    def missing(self) -> str:
        return self.missing_name

    @Property(bool, notify=testingChanged)
    def testing(self) -> bool:
        return self.is_testing

    @Property(float, notify=levelChanged)
    def level(self) -> float:
        """Peak, 0..1 of full scale; 0 while nothing is tried."""
        return self.peak
