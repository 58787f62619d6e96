"""Questions that nobody answered in time and that can still be answered (V-8.50).

Owned by the window's assembly, read by Home, by the page of the integrations and by the sidebar; Qt main thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.calls import CallId
from app.domain.confirmations.question import Question
from app.domain.messages import Event, QuestionAsked, QuestionClosed, QuestionSetAside, ShowQuestion
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.integration_rows import icon_url

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["WaitingModel", "WaitingRow"]


@dataclass(frozen=True, slots=True)
class WaitingRow:
    call_id: str
    tool: str
    """Its title."""
    integration: str
    icon_url: str


@QmlElement
@QmlUncreatable("handed to Main.qml")
class WaitingModel(QObject):
    """The waiting list, in the order in which its questions were set aside."""

    countChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._open: dict[CallId, Question] = {}
        self._aside: list[CallId] = []
        self.rows = RowModel(WaitingRow, key=lambda row: row.call_id, parent=self)

    def apply(self, event: Event) -> None:
        match event:
            case QuestionAsked(question=question):
                self._open[question.call_id] = question
                self._set(one for one in self._aside if one != question.call_id)
            case QuestionSetAside(call_id=call_id) if call_id in self._open:
                self._set([*(one for one in self._aside if one != call_id), call_id])
            case QuestionClosed(call_id=call_id):
                self._open.pop(call_id, None)
                self._set(one for one in self._aside if one != call_id)
            case _:
                pass

    def _set(self, aside: Iterable[CallId]) -> None:
        before = len(self._aside)
        self._aside = list(aside)
        self.rows.replace(_row(self._open[one]) for one in self._aside)
        if len(self._aside) != before:
            self.countChanged.emit()

    @Slot(str)
    def answer(self, call_id: str) -> None:
        """Bring the question back into the notch."""
        self._submit(ShowQuestion(CallId(call_id)))

    @Property(QObject, constant=True)
    def questions(self) -> QObject:
        return self.rows

    @Property(int, notify=countChanged)
    def count(self) -> int:
        return len(self._aside)


def _row(question: Question) -> WaitingRow:
    return WaitingRow(question.call_id, question.tool_title, question.integration_name, icon_url(question.icon_path))
