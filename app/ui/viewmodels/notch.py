"""View model of the notch: one state, and what belongs to it.

QML binds to the parts of one frozen :class:`Face`. The state is one of ``idle``, ``listening``, ``finishing``,
``working``, ``said``, ``card``, ``error``; or that of what lies over the face, which goes on below it: ``confirm``
(V-8.48), ``inquire``, ``write``. ``notch_events.py`` and ``notch_turns.py`` make faces of events and commands of
clicks, ``notch_cards.py`` holds what lies over them; they are imported when they are needed, because the first frame
waits for this module. Qt main thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.face import BARS, TAKE_STATES, Face, Reach
from app.ui.viewmodels.face_model import FaceModel

if TYPE_CHECKING:
    from app.domain.messages import Event
    from app.ui.viewmodels.notch_cards import NotchCards
    from app.ui.viewmodels.notch_turns import AgentTurns

__all__ = ["NotchModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

LASTING: Final = frozenset({"said", "card", "error"})
"""States that hold something to be read."""
MOST_WAITING: Final = 8
"""Faces that wait for the notch to be idle; the oldest is dropped, it is in history or in the window anyway."""


@QmlElement
@QmlUncreatable("handed to Main.qml")
class NotchModel(FaceModel):
    """The face of the notch."""

    stateChanged = Signal()
    speakingChanged = Signal()
    agentKeyChanged = Signal()
    cardsChanged = Signal()
    questionTitleChanged = Signal()
    keyboardAsked = Signal()
    """The card key was pressed, or the one for typing: the keyboard goes to what lies over the face."""
    shown = Signal()
    """Something new is there to be read, also when the state keeps its name: timers start again, it is announced."""

    def __init__(
        self,
        submit: Submit,
        open_page: Callable[[str], None],
        open_data_folder: Callable[[], None],
        reach: Reach,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._open_page = open_page
        self._open_data_folder = open_data_folder
        self._reach = reach
        self._waiting: deque[Face] = deque(maxlen=MOST_WAITING)
        self._calls: dict[str, Face] = {}
        self._model_name = ""
        self.cards: NotchCards | None = None
        self._turns: AgentTurns | None = None
        self._speaking = ""
        """Turn whose answer is spoken; "" for none."""
        self._told_speaking = False
        self._agent_key = ""
        self._has_topic = False
        self._told_state = "idle"
        self._unseen = False
        """The face came while something lay over it."""

    @property
    def over(self) -> str:
        """State of what lies over the face and may want the keyboard; "" for nothing."""
        return self.cards.over if self.cards is not None else ""

    @property
    def shown_state(self) -> str:
        return self.over or self.face.state

    @Property(str, notify=stateChanged)
    def state(self) -> str:
        return self.shown_state

    @Property(QObject, notify=cardsChanged)
    def question(self) -> QObject | None:
        """The ``QuestionModel``; null before the first question, inquiry, typed line or card, as the next three."""
        return self.cards.question if self.cards is not None else None

    @Property(QObject, notify=cardsChanged)
    def inquiry(self) -> QObject | None:
        """The ``InquiryModel``."""
        return self.cards.inquiry if self.cards is not None else None

    @Property(QObject, notify=cardsChanged)
    def typedLine(self) -> QObject | None:
        """The ``TypedLineModel``."""
        return self.cards.typed_line if self.cards is not None else None

    @Property(QObject, notify=cardsChanged)
    def glance(self) -> QObject | None:
        """The ``GlanceModel``."""
        return self.cards.glance if self.cards is not None else None

    @Property(str, notify=questionTitleChanged)
    def questionTitle(self) -> str:
        asked = self.cards.question.question if self.cards is not None else None
        return f"{asked.integration_name}: {asked.tool_title}" if asked is not None else ""

    @Property(bool, notify=speakingChanged)
    def speaking(self) -> bool:
        """The answer in sight is spoken."""
        return bool(self._speaking) and self.face.turn_id == self._speaking

    @Property(str, notify=agentKeyChanged)
    def agentKey(self) -> str:
        """Shortcut that is held to answer by voice; "" for none."""
        return self._agent_key

    @Slot()
    def cancel(self) -> None:
        from app.domain.calls import CallId
        from app.domain.messages import CancelCall, CancelTurn

        self._submit(CancelCall(CallId(self.face.call_id)) if self.face.call_id else CancelTurn())

    @Slot()
    def stopSpeaking(self) -> None:
        from app.domain.messages import StopSpeaking

        self._submit(StopSpeaking())

    @Slot()
    def dismiss(self) -> None:
        """The person closed the face."""
        if self.cards is not None and self.over == "write":
            self.cards.typed_line.close()
        elif not self.over and self.face.state not in TAKE_STATES and not self.face.of_turn:
            if self.speaking:
                self.stopSpeaking()
            self._show_next()

    @Slot()
    def fade(self) -> None:
        """The line was there long enough."""
        if self.shown_state == "said" and not self.face.of_turn and not self.speaking:
            self._show_next()

    @Slot()
    def dropHint(self) -> None:
        """The hint was there long enough."""
        self._show(replace(self.face, hint=""))

    @Slot(str)
    def openUrl(self, url: str) -> None:
        """Open a page that an answer names; nothing but https."""
        if url.startswith("https://"):
            self._reach.open_url(url)

    @Slot()
    def act(self) -> None:
        """The one button of a face was pressed."""
        from app.domain.messages import Fix
        from app.ui.viewmodels.notch_events import command_for, page_for

        fix = Fix(self.face.fix)
        if fix is Fix.NONE or self.over:
            return
        command = command_for(self.face, self._model_name, self._reach.now_ms())
        if command is not None:
            self._submit(command)
        if page := page_for(fix):
            self._open_page(page)
        if fix is Fix.OPEN_DATA_FOLDER:
            self._open_data_folder()
        self._show_next()

    def apply(self, event: Event) -> None:  # noqa: C901, PLR0912 - one flat table
        from app.domain import messages as m
        from app.ui.viewmodels.levels import bar_height

        match event:
            case m.LevelMeasured():
                if self.face.state == "listening":
                    self.set_bars((*self.bars[1:], bar_height(event.peak)))
            case m.SettingsChanged():
                self._model_name = str(event.values.get("recognition.model", ""))
                self._set_agent_key(str(event.values.get("hotkeys.agent", "")))
            case (
                m.QuestionAsked()
                | m.QuestionsWaiting()
                | m.QuestionRefused()
                | m.QuestionSetAside()
                | m.QuestionClosed()
            ):
                self._lay(lambda cards: cards.apply(event))
            case m.InquiryAsked() if self._follow_turns().is_over(event.inquiry.turn_id):
                pass  # too late
            case m.InquiryAsked() | m.InquiryClosed():
                self._lay(lambda cards: cards.inquire(event))
                if self.over == "inquire" and self._make_cards().inquiry.was_typed:
                    self.keyboardAsked.emit()  # the same one again: who typed goes on typing
            case m.TypingWanted():
                self._open_line()
            case m.CardWanted():
                if self.over:
                    self.keyboardAsked.emit()
            case m.TopicChanged():
                self._has_topic = event.thread_id is not None
                if self.cards is not None:
                    self.cards.typed_line.set_topic(goes_on=self._has_topic)
            case m.SpeakingChanged():
                self._speaking = event.turn_id or ""
                self._show(self.face)
            case m.Notice(code=m.NoticeCode.COPIED) if self.over == "confirm":
                pass  # the card that copies says so itself
            case m.Notice(code=m.NoticeCode.NEW_TOPIC) if self.over == "write":
                pass  # so does the field
            case _:
                self._turn_to(event)

    def _turn_to(self, event: Event) -> None:
        from app.ui.viewmodels.notch_events import Show, next_face

        old = self.face
        answer = self._follow_turns().next_face(old, event)
        self._note(event, of_turn=answer is not None)
        show, face = answer if answer is not None else next_face(old, event)
        if self.over and show is Show.NOW and self._unseen and old.state in LASTING:
            # Nobody has read yet what lies below the question: a take goes before it, all else after it.
            if face.state in LASTING:
                show = Show.WHEN_IDLE
            else:
                self._waiting.appendleft(old)
        match show:
            case Show.NOW:
                if face.is_take and (old.state not in TAKE_STATES or old.turn_id != face.turn_id):
                    self.set_bars((0.0,) * BARS)
                self._show(face, anew=True)
            case Show.QUIETLY:
                self._show(face)
            case Show.WHEN_IDLE if old.state == "idle":
                self._show(face, anew=True)
            case Show.WHEN_IDLE:
                self._waiting.append(face)
            case Show.NEXT:
                self._show_next()
            case Show.NOTHING:
                pass

    def _note(self, event: Event, *, of_turn: bool) -> None:
        """Keep the calls that run by themselves, and make room for a turn that begins or has ended."""
        from app.domain.messages import CallEnded, CallStarted, TurnFinished, TurnOpened
        from app.ui.viewmodels.notch_events import call_face

        match event:
            case CallStarted() if not of_turn:
                self._calls[event.call_id] = call_face(event)
            case CallEnded():
                self._calls.pop(event.call_id, None)
            case TurnOpened() if self.cards is not None:
                self.cards.typed_line.set_aside()
            case TurnFinished() if self.cards is not None:
                self._lay(lambda cards: cards.end_inquiry_of(event.turn_id))
            case _:
                pass

    def _set_agent_key(self, shortcut: str) -> None:
        key = "+".join(part.title() for part in shortcut.split("+"))
        if key != self._agent_key:
            self._agent_key = key
            self.agentKeyChanged.emit()

    def _follow_turns(self) -> AgentTurns:
        if self._turns is None:
            from app.ui.viewmodels.notch_turns import AgentTurns

            self._turns = AgentTurns(self._reach.now_ms)
        return self._turns

    def _lay(self, change: Callable[[NotchCards], bool]) -> None:
        """Lay something over the face, or take it away; what came meanwhile is shown then."""
        if change(self._make_cards()):
            self.questionTitleChanged.emit()
            self._show(self.face, anew=bool(self.over) or self._unseen)

    def _open_line(self) -> None:
        cards = self._make_cards()
        if self.over in ("", "write"):
            cards.typed_line.open()
        self.keyboardAsked.emit()

    def _make_cards(self) -> NotchCards:
        if self.cards is None:
            from app.ui.viewmodels.notch_cards import NotchCards

            self.cards = NotchCards(self._submit, self._reach, lambda: self._lay(lambda _: True), self)
            self.cards.typed_line.set_topic(goes_on=self._has_topic)
            self.cardsChanged.emit()
        return self.cards

    def _show_next(self) -> None:
        if self._waiting:
            self._show(self._waiting.popleft(), anew=True)
        elif self._turns is not None and self._turns.turn is not None:
            self._show(self._turns.turn.face, anew=True)
        elif self._calls:
            self._show(next(reversed(self._calls.values())), anew=True)
        else:
            self._show(Face(), anew=self.face.state != "idle")

    def _show(self, face: Face, *, anew: bool = False) -> None:
        state = self.over or face.state
        before, self._told_state = self._told_state, state
        to_read = face.state in LASTING and not face.of_turn
        self._unseen = bool(self.over) and to_read and (self._unseen if face is self.face else anew)
        if state == "card" and face.card is not None:
            self._make_cards().show(face.card, face.pictures, face.sounds)
        self.set_face(face)
        speaking, self._told_speaking = self._told_speaking, self.speaking
        # The state goes last: a face is loaded when all that it shows is there.
        for signal, changed in (
            (self.speakingChanged, speaking != self._told_speaking),
            (self.stateChanged, before != state),
            (self.shown, anew),
        ):
            if changed:
                signal.emit()
