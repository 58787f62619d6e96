"""The two cards that the notch can hold, made with the first event that needs one: a question, a glance card.

Owned by ``notch.py``, which imports this with the first question or card, because the first frame waits for it. Qt
main thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QObject

from app.domain.calls import Picture, Sound
from app.domain.cards import Card
from app.domain.messages import (
    QuestionAsked,
    QuestionClosed,
    QuestionRefused,
    QuestionSetAside,
    QuestionsWaiting,
)
from app.ui.viewmodels import Submit
from app.ui.viewmodels.face import Reach
from app.ui.viewmodels.glance import GlanceModel
from app.ui.viewmodels.question import QuestionModel

__all__ = ["NotchCards", "QuestionEvent"]

QuestionEvent: TypeAlias = QuestionAsked | QuestionsWaiting | QuestionRefused | QuestionSetAside | QuestionClosed


class NotchCards:
    """The view models of the cards."""

    def __init__(self, submit: Submit, reach: Reach, owner: QObject) -> None:
        self.question = QuestionModel(submit, reach.open_url, owner)
        self.glance = GlanceModel(reach.now_ms, reach.find_app_icon, submit, owner)
        self._shown: Card | None = None

    @property
    def is_asking(self) -> bool:
        return self.question.question is not None

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

    def show(self, card: Card, pictures: Sequence[Picture] = (), sounds: Sequence[Sound] = ()) -> None:
        """Show a glance card; the one that is shown already goes on, and with it its countdown (V-9.23)."""
        if card is not self._shown:
            self.glance.show(card, pictures, sounds)
        self._shown = card
