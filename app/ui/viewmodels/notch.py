"""View model of the notch: one state, and what belongs to it.

QML binds to the parts of one frozen :class:`Face`. The state is one of ``idle``, ``listening``, ``finishing``,
``working``, ``said``, ``card``, ``error``, and ``confirm`` while a question is up: it lies over the face, which goes on
below it (V-8.48). ``notch_events.py`` makes faces of events and commands of clicks, ``notch_cards.py`` holds the cards;
they are imported when they are needed, because the first frame waits for this module. Qt main thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Property, QObject, QUrl, Signal, Slot
from PySide6.QtQml import QmlElement

from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.face import BARS, TAKE_STATES, Face, Reach

if TYPE_CHECKING:
    from app.domain.messages import Event
    from app.ui.viewmodels.notch_cards import NotchCards, QuestionEvent

__all__ = ["NotchModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

LASTING: Final = frozenset({"said", "card", "error"})
"""States that hold something to be read."""
MOST_WAITING: Final = 8
"""Faces that wait for the notch to be idle; the oldest is dropped, it is in history or in the window anyway."""


@QmlElement
@QmlUncreatable("handed to Main.qml")
class NotchModel(QObject):
    """The face of the notch."""

    stateChanged = Signal()
    kindChanged = Signal()
    targetChanged = Signal()
    lockedChanged = Signal()
    committedChanged = Signal()
    tentativeChanged = Signal()
    rightToLeftChanged = Signal()
    hintChanged = Signal()
    titleChanged = Signal()
    detailChanged = Signal()
    textChanged = Signal()
    actionChanged = Signal()
    briefChanged = Signal()
    levelsChanged = Signal()
    iconChanged = Signal()
    takeChanged = Signal()
    cardsChanged = Signal()
    questionTitleChanged = Signal()
    hasBlocksChanged = Signal()
    keyboardAsked = Signal()
    """The card key was pressed: the keyboard goes to the question."""
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
        self.is_asking = False
        self._told_state = "idle"
        self._unseen = False
        """The face came while a question lay over it."""
        self.face = Face()
        self.bars: tuple[float, ...] = (0.0,) * BARS

    @property
    def shown_state(self) -> str:
        return "confirm" if self.is_asking else self.face.state

    @Property(str, notify=stateChanged)
    def state(self) -> str:
        return self.shown_state

    @Property(str, notify=takeChanged)
    def take(self) -> str:
        """State of the take that runs, also below a question; "" for none."""
        return self.face.state if self.face.is_take else ""

    @Property(QObject, notify=cardsChanged)
    def question(self) -> QObject | None:
        """The ``QuestionModel``; null before the first question or card."""
        return self.cards.question if self.cards is not None else None

    @Property(QObject, notify=cardsChanged)
    def glance(self) -> QObject | None:
        """The ``GlanceModel``; null before the first question or card."""
        return self.cards.glance if self.cards is not None else None

    @Property(str, notify=questionTitleChanged)
    def questionTitle(self) -> str:
        asked = self.cards.question.question if self.cards is not None else None
        return f"{asked.integration_name}: {asked.tool_title}" if asked is not None else ""

    @Property(bool, notify=hasBlocksChanged)
    def hasBlocks(self) -> bool:
        """``card``: it is made of blocks, not of a text."""
        return self.face.card is not None

    @Property(str, notify=iconChanged)
    def icon(self) -> str:
        """Address of the icon of the integration; "" for none."""
        return QUrl.fromLocalFile(self.face.icon_path).toString() if self.face.icon_path else ""

    @Property(str, notify=kindChanged)
    def kind(self) -> str:
        return self.face.kind

    @Property(str, notify=targetChanged)
    def target(self) -> str:
        return self.face.target

    @Property(bool, notify=lockedChanged)
    def locked(self) -> bool:
        return self.face.locked

    @Property(str, notify=committedChanged)
    def committed(self) -> str:
        return self.face.committed

    @Property(str, notify=tentativeChanged)
    def tentative(self) -> str:
        return self.face.tentative

    @Property(bool, notify=rightToLeftChanged)
    def rightToLeft(self) -> bool:
        """Direction of the words so far (A15)."""
        return self.face.right_to_left

    @Property(str, notify=hintChanged)
    def hint(self) -> str:
        return self.face.hint

    @Property(str, notify=titleChanged)
    def title(self) -> str:
        return self.face.title

    @Property(str, notify=detailChanged)
    def detail(self) -> str:
        return self.face.detail

    @Property(str, notify=textChanged)
    def text(self) -> str:
        return self.face.text

    @Property(str, notify=actionChanged)
    def action(self) -> str:
        return self.face.action

    @Property(bool, notify=briefChanged)
    def brief(self) -> bool:
        """A receipt, gone sooner than a remark."""
        return self.face.brief

    @Property("QVariantList", notify=levelsChanged)  # pyright: ignore[reportArgumentType] - stubs lack type names
    def levels(self) -> list[float]:
        """Heights of the level bars, 0..1, oldest first; always :data:`BARS` of them."""
        return list(self.bars)

    @Slot()
    def cancel(self) -> None:
        from app.domain.calls import CallId
        from app.domain.messages import CancelCall, CancelTurn

        self._submit(CancelCall(CallId(self.face.call_id)) if self.face.call_id else CancelTurn())

    @Slot()
    def dismiss(self) -> None:
        """The person closed the face."""
        if not self.is_asking and self.face.state not in TAKE_STATES:
            self._show_next()

    @Slot()
    def fade(self) -> None:
        """The line was there long enough."""
        if self.shown_state == "said":
            self._show_next()

    @Slot()
    def dropHint(self) -> None:
        """The hint was there long enough."""
        self._show(replace(self.face, hint=""))

    @Slot()
    def act(self) -> None:
        """The one button of a face was pressed."""
        from app.domain.messages import Fix
        from app.ui.viewmodels.notch_events import command_for, page_for

        fix = Fix(self.face.fix)
        if fix is Fix.NONE or self.is_asking:
            return
        command = command_for(fix, self.face.turn_id, self._model_name)
        if command is not None:
            self._submit(command)
        if page := page_for(fix):
            self._open_page(page)
        if fix is Fix.OPEN_DATA_FOLDER:
            self._open_data_folder()
        self._show_next()

    def apply(self, event: Event) -> None:
        from app.domain import messages as m
        from app.ui.viewmodels.levels import bar_height
        from app.ui.viewmodels.notch_events import call_face

        match event:
            case m.LevelMeasured():
                if self.face.state == "listening":
                    self._set_bars((*self.bars[1:], bar_height(event.peak)))
            case m.SettingsChanged():
                self._model_name = str(event.values.get("recognition.model", ""))
            case (
                m.QuestionAsked()
                | m.QuestionsWaiting()
                | m.QuestionRefused()
                | m.QuestionSetAside()
                | m.QuestionClosed()
            ):
                self._question(event)
            case m.CardWanted():
                if self.is_asking:
                    self.keyboardAsked.emit()
            case m.Notice(code=m.NoticeCode.COPIED) if self.is_asking:
                pass  # the card that copies says so itself
            case m.CallStarted():
                self._calls[event.call_id] = call_face(event)
                self._turn_to(event)
            case m.CallEnded():
                self._calls.pop(event.call_id, None)
                self._turn_to(event)
            case _:
                self._turn_to(event)

    def _turn_to(self, event: Event) -> None:
        from app.ui.viewmodels.notch_events import Show, next_face

        old = self.face
        show, face = next_face(old, event)
        if self.is_asking and show is Show.NOW and self._unseen and old.state in LASTING:
            # Nobody has read yet what lies below the question: a take goes before it, all else after it.
            if face.state in LASTING:
                show = Show.WHEN_IDLE
            else:
                self._waiting.appendleft(old)
        match show:
            case Show.NOW:
                if face.is_take and (old.state not in TAKE_STATES or old.turn_id != face.turn_id):
                    self._set_bars((0.0,) * BARS)
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

    def _set_bars(self, bars: tuple[float, ...]) -> None:
        if bars != self.bars:
            self.bars = bars
            self.levelsChanged.emit()

    def _question(self, event: QuestionEvent) -> None:
        """Lay a question over the face, or take it away; what came meanwhile is shown then."""
        cards = self._make_cards()
        if not cards.apply(event):
            return
        self.is_asking = cards.is_asking
        self.questionTitleChanged.emit()
        self._show(self.face, anew=self.is_asking or self._unseen)

    def _make_cards(self) -> NotchCards:
        if self.cards is None:
            from app.ui.viewmodels.notch_cards import NotchCards

            self.cards = NotchCards(self._submit, self._reach, self)
            self.cardsChanged.emit()
        return self.cards

    def _show_next(self) -> None:
        if self._waiting:
            self._show(self._waiting.popleft(), anew=True)
        elif self._calls:
            self._show(next(reversed(self._calls.values())), anew=True)
        else:
            self._show(Face(), anew=self.face.state != "idle")

    def _show(self, face: Face, *, anew: bool = False) -> None:
        old, self.face = self.face, face
        before, self._told_state = self._told_state, self.shown_state
        self._unseen = self.is_asking and face.state in LASTING and (self._unseen if face is old else anew)
        if self._told_state == "card" and face.card is not None:
            self._make_cards().show(face.card, face.pictures, face.sounds)
        # The state goes last: a face is loaded when all that it shows is there.
        for signal, changed in (
            (self.kindChanged, old.kind != face.kind),
            (self.targetChanged, old.target != face.target),
            (self.lockedChanged, old.locked != face.locked),
            (self.committedChanged, old.committed != face.committed),
            (self.tentativeChanged, old.tentative != face.tentative),
            (self.rightToLeftChanged, old.right_to_left != face.right_to_left),
            (self.hintChanged, old.hint != face.hint),
            (self.titleChanged, old.title != face.title),
            (self.detailChanged, old.detail != face.detail),
            (self.textChanged, old.text != face.text),
            (self.actionChanged, old.action != face.action),
            (self.briefChanged, old.brief != face.brief),
            (self.iconChanged, old.icon_path != face.icon_path),
            (self.takeChanged, (old.state, old.is_take) != (face.state, face.is_take)),
            (self.hasBlocksChanged, (old.card is None) != (face.card is None)),
            (self.stateChanged, before != self._told_state),
            (self.shown, anew),
        ):
            if changed:
                signal.emit()
