"""View model of what the agent asks back: the one value that is missing, or "Did you mean".

Made by ``notch_cards.py`` with the first question, inquiry or typed line. An answer is sent once; the same inquiry
asked anew says why it did not count. Qt main thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Property, QObject, QUrl, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.inquiries import Inquiry, InquiryKind
from app.domain.messages import AnswerInquiry, CloseInquiry
from app.ui.call_words import inquiry_remark_words
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

__all__ = ["InquiryModel", "OptionRow"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1


@dataclass(frozen=True, slots=True)
class OptionRow:
    place: int
    label: str
    detail: str


@QmlElement
@QmlUncreatable("made in Python")
class InquiryModel(QObject):
    """One inquiry, and the answer to it."""

    changed = Signal()
    """Another inquiry, or the same one asked anew."""
    draftChanged = Signal()
    remarkChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self.inquiry: Inquiry | None = None
        """The one that is open."""
        self._looks: Inquiry | None = None
        """The one that is drawn: it keeps its looks while it fades."""
        self._answered = False
        self.was_typed = False
        """The last answer came from the field, which had the keyboard."""
        self.draft_text = ""
        self.remark_text = ""
        self.rows = RowModel(OptionRow, key=lambda row: row.place, parent=self)

    @Property(bool, notify=changed)
    def isChoice(self) -> bool:
        """Options only; else a field, and options where there are some."""
        return self._looks is not None and self._looks.kind is InquiryKind.CHOICE

    @Property(str, notify=changed)
    def tool(self) -> str:
        return self._looks.tool_title if self._looks is not None else ""

    @Property(str, notify=changed)
    def integration(self) -> str:
        return self._looks.integration_name if self._looks is not None else ""

    @Property(str, notify=changed)
    def icon(self) -> str:
        """Address of the icon of the integration; "" for none."""
        path = self._looks.icon_path if self._looks is not None else ""
        return QUrl.fromLocalFile(path).toString() if path else ""

    @Property(str, notify=changed)
    def said(self) -> str:
        """The words that led here."""
        return self._looks.said if self._looks is not None else ""

    @Property(str, notify=changed)
    def label(self) -> str:
        """Name of the value that is missing."""
        return self._looks.label if self._looks is not None else ""

    @Property(str, notify=changed)
    def hint(self) -> str:
        return self._looks.hint if self._looks is not None else ""

    @Property(QObject, constant=True)
    def options(self) -> QObject:
        return self.rows

    @Property(int, notify=changed)
    def optionCount(self) -> int:
        return len(self._looks.options) if self._looks is not None else 0

    @Property(str, notify=draftChanged)
    def draft(self) -> str:
        """What is in the field."""
        return self.draft_text

    @Property(str, notify=remarkChanged)
    def remark(self) -> str:
        """Why the last answer did not count; "" when none was given."""
        return self.remark_text

    @Slot(str)
    def edit(self, text: str) -> None:
        self._set_draft(text)
        self._set_remark("")

    @Slot()
    def answer(self) -> None:
        """Send what is in the field; an empty one is no answer."""
        text = self.draft_text.strip()
        if text:
            self._send(text, None)
            self.was_typed = True

    @Slot(int)
    def choose(self, place: int) -> None:
        """Send one of the options; a place that there is none at does nothing."""
        if self.inquiry is not None and 0 <= place < len(self.inquiry.options):
            self._send("", place)

    @Slot()
    def close(self) -> None:
        """Want nothing of it: the turn ends."""
        if self.inquiry is not None and not self._answered:
            self._answered = True
            self._submit(CloseInquiry(self.inquiry.turn_id, self.inquiry.number))

    def ask(self, inquiry: Inquiry) -> None:
        """Show an inquiry; what was typed stays where the same one is asked anew, also when it was closed between."""
        before = self._looks
        self.inquiry = self._looks = inquiry
        self._answered = False
        if before is None or (before.turn_id, before.number) != (inquiry.turn_id, inquiry.number):
            self._set_draft("")
            self.was_typed = False
        self.rows.replace(
            [OptionRow(place, option.label, option.detail) for place, option in enumerate(inquiry.options)]
        )
        self.changed.emit()
        self._set_remark(inquiry_remark_words(inquiry.remark))

    def end(self) -> None:
        """It was answered or given up; it takes no more answers."""
        self.inquiry = None
        self._answered = True

    def _send(self, text: str, option: int | None) -> None:
        if self.inquiry is None or self._answered:
            return
        self._answered = True
        self._submit(AnswerInquiry(self.inquiry.turn_id, self.inquiry.number, text, option))

    def _set_draft(self, text: str) -> None:
        if text != self.draft_text:
            self.draft_text = text
            self.draftChanged.emit()

    def _set_remark(self, text: str) -> None:
        if text != self.remark_text:
            self.remark_text = text
            self.remarkChanged.emit()
