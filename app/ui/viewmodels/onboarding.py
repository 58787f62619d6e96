"""The first-start page: four things tried for real, and a tick for each only when it really worked.

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/OnboardingPage.qml``; Qt main thread.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import (
    ChangeSettings,
    Event,
    LevelMeasured,
    ModelsChanged,
    ModelState,
    SettingsChanged,
    StageChanged,
    TurnFinished,
)
from app.domain.turn import Stage, TurnOutcome
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["OnboardingModel"]

SPEECH_PEAK: Final = 0.05
"""Full scale is 1. Quiet speech at a laptop's microphone peaks near 0.1, the noise of a room below 0.02."""
LOUD_EVENTS: Final = 6
"""Levels in a row above the peak, at 30 a second: a fifth of a second, longer than a click."""


@QmlElement
@QmlUncreatable("handed to Main.qml")
class OnboardingModel(QObject):
    """What has been shown to work since the page was opened."""

    neededChanged = Signal()
    microphoneWorksChanged = Signal()
    hotkeyWorksChanged = Signal()
    pasteWorksChanged = Signal()
    modelWorksChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._active = False
        self._loud = 0
        self._inserted = ""
        self._field = ""
        self.is_needed = False
        self.microphone_works = False
        self.hotkey_works = False
        self.paste_works = False
        self.model_works = False

    def apply(self, event: Event) -> None:
        match event:
            case SettingsChanged(values=values):
                needed = values.get("general.onboarded") is False
                if needed != self.is_needed:
                    self.is_needed = needed
                    self.neededChanged.emit()
            case ModelsChanged(models=models, in_use=in_use):
                usable = (ModelState.READY, ModelState.LOADED)
                works = any(info.name == in_use and info.state in usable for info in models)
                if works != self.model_works:
                    self.model_works = works
                    self.modelWorksChanged.emit()
            case _ if self._active:
                self._watch(event)
            case _:
                pass

    def _watch(self, event: Event) -> None:
        match event:
            case LevelMeasured(peak=peak):
                self._loud = self._loud + 1 if peak >= SPEECH_PEAK else 0
                if self._loud >= LOUD_EVENTS:
                    self._set_microphone(works=True)
            case StageChanged(stage=Stage.LISTENING, by_key=True):
                self._set_hotkey(works=True)
            case TurnFinished(outcome=TurnOutcome.INSERTED, text=text):
                self._inserted = text.strip()
                self._compare()
            case _:
                pass

    def _compare(self) -> None:
        """The words must be in the field *and* the core must have put them there; typing them does not count."""
        if self._inserted and self._inserted in self._field:
            self._set_paste(works=True)

    def _set_microphone(self, *, works: bool) -> None:
        if works != self.microphone_works:
            self.microphone_works = works
            self.microphoneWorksChanged.emit()

    def _set_hotkey(self, *, works: bool) -> None:
        if works != self.hotkey_works:
            self.hotkey_works = works
            self.hotkeyWorksChanged.emit()

    def _set_paste(self, *, works: bool) -> None:
        if works != self.paste_works:
            self.paste_works = works
            self.pasteWorksChanged.emit()

    @Slot()
    def open(self) -> None:
        """Forget the ticks of an earlier visit and watch."""
        self._active = True
        self._loud = 0
        self._inserted = ""
        self._set_microphone(works=False)
        self._set_hotkey(works=False)
        self._set_paste(works=False)

    @Slot()
    def close(self) -> None:
        self._active = False

    @Slot(str)
    def fieldChanged(self, text: str) -> None:
        self._field = text
        self._compare()

    @Slot()
    def finish(self) -> None:
        """The page was finished or left; it does not come by itself again."""
        self.close()
        if self.is_needed:
            self._submit(ChangeSettings({"general.onboarded": True}))

    @Property(bool, notify=neededChanged)
    def needed(self) -> bool:
        return self.is_needed

    @Property(bool, notify=microphoneWorksChanged)
    def microphoneWorks(self) -> bool:
        return self.microphone_works

    @Property(bool, notify=hotkeyWorksChanged)
    def hotkeyWorks(self) -> bool:
        return self.hotkey_works

    @Property(bool, notify=pasteWorksChanged)
    def pasteWorks(self) -> bool:
        return self.paste_works

    @Property(bool, notify=modelWorksChanged)
    def modelWorks(self) -> bool:
        return self.model_works
