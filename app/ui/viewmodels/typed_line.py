"""View model of the field for typed input in the notch, with the lines of this session to go back to.

Made by ``notch_cards.py`` with the first question, inquiry or typed line. The lines are kept in memory alone; history
has the turns. Qt main thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import NewTopic, Say
from app.domain.turn import new_turn_id
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

__all__ = ["TypedLineModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

MOST_LINES: Final = 20


@QmlElement
@QmlUncreatable("made in Python")
class TypedLineModel(QObject):
    """What is being typed."""

    draftChanged = Signal()
    goesOnChanged = Signal()
    openChanged = Signal()

    def __init__(self, submit: Submit, now_ms: Callable[[], float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._now_ms = now_ms
        self.is_open = False
        self.draft_text = ""
        self.has_topic = False
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._back = 0
        """How many lines ago the field shows; 0: what is typed now."""
        self._own = ""
        """What was typed before the person went back."""

    @Property(str, notify=draftChanged)
    def draft(self) -> str:
        return self.draft_text

    @Property(bool, notify=goesOnChanged)
    def goesOn(self) -> bool:
        """The words go on with the last topic."""
        return self.has_topic

    @Slot(str)
    def edit(self, text: str) -> None:
        self._back = 0
        self._set_draft(text)

    @Slot()
    def older(self) -> None:
        """Show the line that was sent before the one in the field."""
        self._go(self._back + 1)

    @Slot()
    def newer(self) -> None:
        self._go(self._back - 1)

    @Slot()
    def send(self) -> None:
        """Say it to the agent; nothing but spaces does nothing."""
        text = " ".join(self.draft_text.split())
        if not text or not self.is_open:
            return
        if text in self._lines:
            self._lines.remove(text)
        self._lines.append(text)
        self.edit("")
        self._submit(Say(new_turn_id(self._now_ms() / 1000), text))
        self._set_open(open_now=False)

    @Slot()
    def newTopic(self) -> None:
        self._submit(NewTopic())

    @Slot()
    def close(self) -> None:
        """The person wants nothing any more; what stands there is thrown away."""
        self.edit("")
        self._set_open(open_now=False)

    def open(self) -> None:
        self._set_open(open_now=True)

    def set_aside(self) -> None:
        """Make room for the agent; what stands there is there the next time."""
        self._set_open(open_now=False)

    def set_topic(self, *, goes_on: bool) -> None:
        if goes_on != self.has_topic:
            self.has_topic = goes_on
            self.goesOnChanged.emit()

    def _go(self, back: int) -> None:
        if not 0 <= back <= len(self._lines) or back == self._back:
            return
        if self._back == 0:
            self._own = self.draft_text
        self._back = back
        self._set_draft(self._lines[-back] if back else self._own)

    def _set_draft(self, text: str) -> None:
        if text != self.draft_text:
            self.draft_text = text
            self.draftChanged.emit()

    def _set_open(self, *, open_now: bool) -> None:
        if open_now != self.is_open:
            self.is_open = open_now
            self.openChanged.emit()
