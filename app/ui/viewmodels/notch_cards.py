"""What can lie in the notch besides a face: a question, what the agent asks back, the field for typing, a glance card.

Owned by ``notch.py``, which imports this with the first event that needs one, because the first frame waits for it. Qt
main thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QObject

from app.domain.calls import Picture, Sound
from app.domain.cards import Card
from app.domain.messages import (
    InquiryAsked,
    InquiryClosed,
    QuestionAsked,
    QuestionClosed,
    QuestionRefused,
    QuestionSetAside,
    QuestionsWaiting,
)
from app.ui.viewmodels import Submit
from app.ui.viewmodels.face import Reach
from app.ui.viewmodels.glance import GlanceModel
from app.ui.viewmodels.inquiry import InquiryModel
from app.ui.viewmodels.question import QuestionModel
from app.ui.viewmodels.typed_line import TypedLineModel

__all__ = ["NotchCards", "QuestionEvent"]

QuestionEvent: TypeAlias = QuestionAsked | QuestionsWaiting | QuestionRefused | QuestionSetAside | QuestionClosed


class NotchCards:
    """The view models of the cards."""

    def __init__(self, submit: Submit, reach: Reach, on_typing: Callable[[], None], owner: QObject) -> None:
        """``on_typing`` is told that the field for typing opened or closed."""
        self.inquiry = InquiryModel(submit, owner)
        self.typed_line = TypedLineModel(submit, reach.now_ms, owner)
        self.typed_line.openChanged.connect(on_typing)
        self.question = QuestionModel(submit, reach.open_url, owner)
        self.glance = GlanceModel(reach.now_ms, reach.find_app_icon, submit, owner)
        self._shown: Card | None = None

    @property
    def is_asking(self) -> bool:
        return self.question.question is not None

    @property
    def over(self) -> str:
        """State of what lies over the face: a question before an inquiry, and both before the field; "" for nothing."""
        if self.is_asking:
            return "confirm"
        if self.inquiry.inquiry is not None:
            return "inquire"
        return "write" if self.typed_line.is_open else ""

    def apply(self, event: QuestionEvent) -> bool:
        """Take in what becomes of the question; tell whether another one is up now, or none any more."""
        before = self.question.question
        match event:
            case QuestionAsked():
                self.question.ask(event.question, event.waiting)
            case QuestionsWaiting(waiting):
                self.question.set_waiting(waiting)
            case QuestionRefused() if before is not None and before.call_id == event.call_id:
                self.question.refuse(event)
            case QuestionClosed() | QuestionSetAside() if before is not None and before.call_id == event.call_id:
                self.question.close()
            case _:
                pass
        return before is not self.question.question

    def inquire(self, event: InquiryAsked | InquiryClosed) -> bool:
        """Take in what becomes of an inquiry; tell whether another one is up now, or none any more."""
        before = self.inquiry.inquiry
        match event:
            case InquiryAsked():
                self.inquiry.ask(event.inquiry)
            case InquiryClosed() if before is not None and (before.turn_id, before.number) == (
                event.turn_id,
                event.number,
            ):
                self.inquiry.end()
            case _:
                pass
        return before is not self.inquiry.inquiry

    def end_inquiry_of(self, turn_id: str) -> bool:
        """Take the inquiry of a turn that is over away; tell whether there was one."""
        asked = self.inquiry.inquiry
        if asked is None or asked.turn_id != turn_id:
            return False
        self.inquiry.end()
        return True

    def show(self, card: Card, pictures: Sequence[Picture] = (), sounds: Sequence[Sound] = ()) -> None:
        """Show a glance card; the one that is shown already goes on, and with it its countdown (V-9.23)."""
        if card is not self._shown:
            self.glance.show(card, pictures, sounds)
        self._shown = card
