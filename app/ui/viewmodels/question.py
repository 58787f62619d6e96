"""View model of the question that is up (V-8): its card, what the person edits, and the answer.

Made by ``notch.py`` with the first question. The rules of editing are those of ``domain/confirmations/editing.py``;
this only keeps the draft and tells QML what changed. Qt main thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.confirmations.editing import Draft
from app.domain.confirmations.question import Question
from app.domain.fields import as_list
from app.domain.messages import AnswerQuestion, CopyText, EditQuestion, NoticeCode, QuestionRefused, QuestionRemark
from app.ui.call_words import remark_words
from app.ui.list_model import RowModel
from app.ui.phrases import notice_words
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.block_rows import BlockRow, Blocks, EntryRow, Nest
from app.ui.viewmodels.question_head import QuestionHead, head_of, title_of
from app.ui.viewmodels.question_rows import QuestionRows, argument_of

__all__ = ["QuestionModel"]

DOT: Final = "\N{BULLET}"

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1


@QmlElement
@QmlUncreatable("made in Python")
class QuestionModel(QObject):
    """One question, and the answer to it."""

    changed = Signal()
    """Another question, or the same one asked anew."""
    titleChanged = Signal()
    wholeErrorChanged = Signal()
    waitingChanged = Signal()
    remarkChanged = Signal()
    refused = Signal()
    """An answer did not count: ``remark`` says why."""

    def __init__(self, submit: Submit, open_url: Callable[[str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._open_url = open_url
        self._nest = Nest(self)
        self.rows = RowModel(BlockRow, key=lambda row: row.key, parent=self)
        self.foot = RowModel(EntryRow, key=lambda row: row.key, parent=self)
        self.question: Question | None = None
        self.draft: Draft | None = None
        self.errors: Mapping[str, str] = {}
        self._asked_to_confirm = False
        self._refusals: Mapping[str, str] = {}
        self._answered = False
        self.remark_text = ""
        self.waiting_count = 0
        self.whole_error = ""
        self.title_text = ""
        self.head = QuestionHead()

    @Property(QObject, constant=True)
    def blocks(self) -> QObject:
        return self.rows

    @Property(QObject, constant=True)
    def footButtons(self) -> QObject:
        """Beside the answers: they copy a text or open a page (V-8.24)."""
        return self.foot

    @Property(str, notify=titleChanged)
    def title(self) -> str:
        """Of the card, with the values of now; a card without one is called like its tool."""
        return self.title_text

    @Property(str, notify=changed)
    def icon(self) -> str:
        return self.head.icon

    @Property(str, notify=changed)
    def image(self) -> str:
        return self.head.image

    @Property(str, notify=changed)
    def integration(self) -> str:
        return self.head.integration

    @Property(str, notify=changed)
    def tool(self) -> str:
        return self.head.tool

    @Property(bool, notify=changed)
    def destructive(self) -> bool:
        return self.head.destructive

    @Property(bool, notify=changed)
    def dangerous(self) -> bool:
        return self.head.dangerous

    @Property("QStringList", notify=changed)  # pyright: ignore[reportArgumentType] - stubs lack type names
    def reasons(self) -> list[str]:
        """Who asks, and why (V-8.46)."""
        return list(self.head.reasons)

    @Property(str, notify=changed)
    def confirmLabel(self) -> str:
        return self.head.confirm

    @Property(str, notify=changed)
    def cancelLabel(self) -> str:
        return self.head.cancel

    @Property(str, notify=wholeErrorChanged)
    def wholeError(self) -> str:
        """What is wrong with the arguments as a whole, or with one that no field of the card changes."""
        return self.whole_error

    @Property(str, notify=remarkChanged)
    def remark(self) -> str:
        return self.remark_text

    @Property(int, notify=waitingChanged)
    def waiting(self) -> int:
        """How many more questions wait behind this one (V-8.48)."""
        return self.waiting_count

    @Slot(str, str)
    def setText(self, bind: str, text: str) -> None:
        """The person typed in a field, or chose ``text`` among options."""
        self._edit(lambda draft: draft.with_text(bind, text), bind)

    @Slot(str, bool)
    def setOn(self, bind: str, on: bool) -> None:
        self._edit(lambda draft: draft.with_value(bind, on), bind)

    @Slot(str, str)
    def toggleChip(self, bind: str, value: str) -> None:
        """Put one of several values in or take it out."""

        def toggled(draft: Draft) -> Draft:
            now = draft.value(bind)
            values = [str(item) for item in as_list(now) or ()]
            kept = [item for item in values if item != value]
            return draft.with_value(bind, kept if len(kept) < len(values) else [*values, value])

        self._edit(toggled, bind)

    @Slot()
    def confirm(self) -> None:
        """Say yes to what the card shows now; with errors it stays up and marks them (V-8.37)."""
        if self.question is None or self.draft is None or self._answered:
            return
        self._asked_to_confirm = True
        if self.draft.errors:
            self._show_draft()
            self._remark(remark_words(QuestionRemark.NOT_VALID))
            return
        self._answered = True
        arguments = self.draft.arguments
        edited = None if arguments == self.question.arguments else arguments
        showing = self.question.showing
        self._submit(AnswerQuestion(self.question.call_id, approved=True, arguments=edited, showing=showing))

    @Slot()
    def cancel(self) -> None:
        """Say no; it is always there (V-8.40)."""
        if self.question is not None and not self._answered:
            self._answered = True
            self._submit(AnswerQuestion(self.question.call_id, approved=False))

    @Slot(str)
    def copy(self, text: str) -> None:
        self._submit(CopyText(text))
        self._remark(notice_words(NoticeCode.COPIED))

    @Slot(str)
    def openUrl(self, url: str) -> None:
        """Open a page in the browser; nothing but https (V-8.24)."""
        if url.startswith("https://"):
            self._open_url(url)

    def ask(self, question: Question, waiting: int) -> None:
        """Show a question; one that is asked anew begins with its new arguments (E-5.11)."""
        if self.question is None or self.question.call_id != question.call_id:
            self.rows.replace(())
            self.foot.replace(())
            self._nest.clear()
        self.question = question
        self.draft = Draft.of(question)
        self.head = head_of(question, self.draft)
        self._asked_to_confirm = False
        self._answered = False
        self._refusals = {}
        self._remark("")
        self._show_draft()
        self.changed.emit()
        self.set_waiting(waiting)

    def set_waiting(self, waiting: int) -> None:
        if waiting != self.waiting_count:
            self.waiting_count = waiting
            self.waitingChanged.emit()

    def close(self) -> None:
        """It was answered or taken back. The card keeps its looks while it fades, and takes no more answers."""
        self.question = None
        self.draft = None
        self._answered = True
        _forget_secrets(self.rows)

    def refuse(self, event: QuestionRefused) -> None:
        """Say why an answer did not count; the card stays (V-8.37, V-8.44)."""
        self._answered = False
        self._refusals = event.errors
        self._show_draft()
        self._remark(remark_words(event.remark))
        self.refused.emit()

    def _edit(self, change: Callable[[Draft], Draft], bind: str) -> None:
        if self.draft is None or self._answered:
            return
        self.draft = change(self.draft)
        name = argument_of(bind)
        self._refusals = {key: text for key, text in self._refusals.items() if key not in (name, "")}
        self._show_draft()
        if not self.errors:
            self._remark("")
        if self.question is not None:
            self._submit(EditQuestion(self.question.call_id, self.draft.arguments, self.question.showing))

    def _show_draft(self) -> None:
        if self.question is None or self.draft is None:
            return
        own = self.draft.errors
        # What is merely not filled in yet is no fault before the person wants to confirm.
        shown = own if self._asked_to_confirm else {name: text for name, text in own.items() if self.draft.value(name)}
        self.errors = {**self._refusals, **shown}
        reader = QuestionRows(self._nest, self.question, self.draft, self.errors)
        self.rows.replace(reader.read())
        self.foot.replace(reader.footer())
        fields = {argument_of(row.bind) for row in _fields(self.rows.rows)}
        title = title_of(self.question, self.draft)
        if title != self.title_text:
            self.title_text = title
            self.titleChanged.emit()
        whole = " ".join(dict.fromkeys(text for name, text in self.errors.items() if name not in fields))
        if whole != self.whole_error:
            self.whole_error = whole
            self.wholeErrorChanged.emit()

    def _remark(self, text: str) -> None:
        if text != self.remark_text:
            self.remark_text = text
            self.remarkChanged.emit()


def _forget_secrets(rows: Blocks) -> None:
    """Leave as many dots as a password has letters: it looks the same, and the rows stay until the next question."""
    for row in rows.rows:
        if row.nested is not None:
            _forget_secrets(row.nested)
    rows.replace(replace(row, text=DOT * len(row.text)) if row.kind == "passwordField" else row for row in rows.rows)


def _fields(rows: Sequence[BlockRow]) -> Iterator[BlockRow]:
    for row in rows:
        if row.bind:
            yield row
        if row.nested is not None:
            yield from _fields(row.nested.rows)
