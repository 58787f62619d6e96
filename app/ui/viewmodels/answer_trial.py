"""A trial of the language model that is set, and what went wrong the last time it was to answer.

Owned by ``answers``, read by ``qml/Voxnotch/Dashboard/AnswersTrial.qml``; Qt main thread.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import Event, ModelTested, Notice, NoticeCode, TestModel, TurnFinished
from app.domain.turn import AnswerRoute, TurnKind, TurnOutcome
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["MODEL_FAULTS", "TrialModel"]

MODEL_FAULTS: Final = frozenset(
    {
        "agent-key-missing",
        "agent-key-refused",
        "agent-model-unknown",
        "agent-server-gone",
        "agent-timeout",
        "agent-rate-limited",
        "agent-context-full",
        "agent-broken-answer",
        "agent-limit-reached",
        "agent-failed",
    }
)
"""Codes of AnswerFailed that something on this page is about; others are shown where they happen."""


@QmlElement
@QmlUncreatable("made by AnswersModel")
class TrialModel(QObject):
    """Running, answered, or failed; and the last failure of a turn until the model answers or is changed."""

    testingChanged = Signal()
    testedChanged = Signal()
    faultChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._request = 0
        self.is_testing = False
        self.answer: ModelTested | None = None
        self.fault = ("", "")

    def apply(self, event: Event) -> None:
        match event:
            case ModelTested(request=request) if request == self._request and self.is_testing:
                self._set_testing(on=False)
                self._set_answer(event)
                self._set_fault("", "")
            case Notice(code=NoticeCode.INTERNAL):
                self._set_testing(on=False)  # it may have been the trial; it does not answer any more then
            case TurnFinished(kind=TurnKind.AGENT, outcome=TurnOutcome.FAILED, error_code=code, error_place=place):
                if code in MODEL_FAULTS:
                    self._set_fault(code, place)
            case TurnFinished(outcome=TurnOutcome.ANSWERED, route=AnswerRoute.MODEL):
                self._set_fault("", "")
            case _:
                pass

    def forget(self) -> None:
        """Something else is set now: what was said of it before holds no longer."""
        self._request += 1
        self._set_testing(on=False)
        self._set_answer(None)
        self._set_fault("", "")

    @Slot()
    def start(self) -> None:
        """Ask the model for one word; a trial that runs is given up for it."""
        self._request += 1
        self._set_answer(None)
        self._set_testing(on=True)
        self._submit(TestModel(self._request))

    def _set_testing(self, *, on: bool) -> None:
        if on != self.is_testing:
            self.is_testing = on
            self.testingChanged.emit()

    def _set_answer(self, answer: ModelTested | None) -> None:
        if answer != self.answer:
            self.answer = answer
            self.testedChanged.emit()

    def _set_fault(self, code: str, place: str) -> None:
        if (code, place) != self.fault:
            self.fault = code, place
            self.faultChanged.emit()

    @Property(bool, notify=testingChanged)
    def testing(self) -> bool:
        return self.is_testing

    @Property(bool, notify=testedChanged)
    def answered(self) -> bool:
        return self.answer is not None and not self.answer.error_code

    @Property(float, notify=testedChanged)
    def seconds(self) -> float:
        return self.answer.duration_s if self.answer else 0.0

    @Property(str, notify=testedChanged)
    def problem(self) -> str:
        """Error code of the trial; "" when there is none."""
        return self.answer.error_code if self.answer else ""

    @Property(str, notify=testedChanged)
    def problemPlace(self) -> str:
        return self.answer.error_place if self.answer else ""

    @Property(str, notify=faultChanged)
    def lastFault(self) -> str:
        """Error code of the last turn that the model was to answer; "" when it did."""
        return self.fault[0]

    @Property(str, notify=faultChanged)
    def lastFaultPlace(self) -> str:
        return self.fault[1]
