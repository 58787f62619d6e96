"""What the notch shows: one state, and what belongs to it.

Events of the core become one frozen :class:`Face`; QML binds to its parts. Clicks become commands. The state is one
of ``idle``, ``listening``, ``finishing``, ``working``, ``said``, ``card``, ``error``. While a take runs nothing
replaces its faces: what comes meanwhile is a hint line in them, or waits until the notch is idle. Time limits of the
faces are presentation and live in QML. Qt main thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import (
    CancelTurn,
    CopyTurn,
    CoreFailed,
    DismissFace,
    Event,
    FetchModel,
    Fix,
    HotkeyProblems,
    LevelMeasured,
    Notice,
    NoticeCode,
    RetryTurn,
    SettingsChanged,
    StageChanged,
    TurnFinished,
    WordsHeard,
)
from app.domain.turn import Stage, TurnId, TurnKind, TurnOutcome
from app.ui.phrases import error_words, fix_for, fix_label, notice_words
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.direction import is_right_to_left
from app.ui.viewmodels.levels import BARS, bar_height

__all__ = ["Face", "NotchModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

MOST_WAITING: Final = 8
"""Faces that wait for the notch to be idle; the oldest is dropped, it is in history or in the window anyway."""

TAKE_STATES: Final = frozenset({"listening", "finishing", "working"})

_STATE_OF_STAGE: Final = {
    Stage.IDLE: "idle",
    Stage.LISTENING: "listening",
    Stage.FINISHING: "finishing",
    Stage.WORKING: "working",
}


@dataclass(frozen=True, slots=True)
class Face:
    """All that the notch shows, but the level bars."""

    state: str = "idle"
    kind: str = TurnKind.DICTATE.value
    target: str = ""
    """Name of the program the words go to."""
    locked: bool = False
    committed: str = ""
    tentative: str = ""
    right_to_left: bool = False
    hint: str = ""
    """One line inside the faces of a take."""
    title: str = ""
    """``said``: the line; ``error``: what failed; ``card``: why the text is here."""
    detail: str = ""
    """``error``: what to do next."""
    text: str = ""
    """``card``: the words."""
    action: str = ""
    """Label of the one button; "" for none."""
    fix: Fix = Fix.NONE
    turn_id: TurnId | None = None


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
    levelsChanged = Signal()
    shown = Signal()
    """Something new is there to be read, also when the state keeps its name: timers start again, it is announced."""

    def __init__(
        self,
        submit: Submit,
        open_page: Callable[[str], None],
        open_data_folder: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._open_page = open_page
        self._open_data_folder = open_data_folder
        self._waiting: deque[Face] = deque(maxlen=MOST_WAITING)
        self._model_name = ""
        self.face = Face()
        self.bars: tuple[float, ...] = (0.0,) * BARS

    @Property(str, notify=stateChanged)
    def state(self) -> str:
        return self.face.state

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

    @Property("QVariantList", notify=levelsChanged)  # pyright: ignore[reportArgumentType] - stubs lack type names
    def levels(self) -> list[float]:
        """Heights of the level bars, 0..1, oldest first; always :data:`BARS` of them."""
        return list(self.bars)

    # --- clicks and timers of the faces ------------------------------------------------------------------------

    @Slot()
    def cancel(self) -> None:
        self._submit(CancelTurn())

    @Slot()
    def dismiss(self) -> None:
        """The person closed the face."""
        if self.face.state not in TAKE_STATES:
            self._submit(DismissFace())
            self._show_next()

    @Slot()
    def fade(self) -> None:
        """The line was there long enough."""
        if self.face.state == "said":
            self._show_next()

    @Slot()
    def dropHint(self) -> None:
        self._show(replace(self.face, hint=""))

    @Slot()
    def act(self) -> None:
        """The one button of a card or an error was pressed."""
        face = self.face
        match face.fix:
            case Fix.OPEN_AUDIO_SETTINGS:
                self._open_page("settings/audio")
            case Fix.OPEN_HOTKEY_SETTINGS:
                self._open_page("settings/hotkeys")
            case Fix.OPEN_HISTORY:
                self._open_page("home")
            case Fix.OPEN_DATA_FOLDER:
                self._open_data_folder()
            case Fix.REPAIR_MODEL:
                self._submit(FetchModel(self._model_name))
                self._open_page("models")
            case Fix.COPY_TEXT if face.turn_id is not None:
                self._submit(CopyTurn(face.turn_id))
            case Fix.RETRY_TURN if face.turn_id is not None:
                self._submit(RetryTurn(face.turn_id))
            case _:
                return
        self._show_next()

    # --- events ------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        match event:
            case StageChanged():
                self._take_stage(event)
            case LevelMeasured() if self.face.state == "listening":
                self.bars = (*self.bars[1:], bar_height(event.peak))
                self.levelsChanged.emit()
            case WordsHeard() if self.face.state in TAKE_STATES and event.turn_id == self.face.turn_id:
                self._show(
                    replace(
                        self.face,
                        committed=event.committed,
                        tentative=event.tentative,
                        right_to_left=is_right_to_left(event.committed + event.tentative),
                    )
                )
            case TurnFinished():
                self._finish(event)
            case Notice():
                self._notify(event)
            case HotkeyProblems() if event.problems:
                place = ", ".join(action.value for action in event.problems)
                self._queue(_error("hotkey-conflict", place, Fix.OPEN_HOTKEY_SETTINGS))
            case CoreFailed():
                self._show(_error(event.code, event.place, Fix.NONE), anew=True)
            case SettingsChanged():
                self._model_name = str(event.values.get("recognition.model", ""))
            case _:
                pass

    def _take_stage(self, event: StageChanged) -> None:
        if event.stage is Stage.IDLE:
            if self.face.state in TAKE_STATES:
                self._show_next()
            return
        state = _STATE_OF_STAGE[event.stage]
        is_new = event.turn_id != self.face.turn_id or self.face.state not in TAKE_STATES
        face = Face(turn_id=event.turn_id) if is_new else self.face
        if is_new:
            self.bars = (0.0,) * BARS
            self.levelsChanged.emit()
        anew = state != self.face.state
        self._show(
            replace(
                face,
                state=state,
                kind=event.kind.value,
                target=_app_name(event.target.app_id),
                locked=event.locked,
                hint="" if anew else face.hint,
            ),
            anew=anew,
        )

    def _finish(self, event: TurnFinished) -> None:
        match event.outcome:
            case TurnOutcome.SHOWN:
                fix = event.fix if event.fix is not Fix.NONE else Fix.COPY_TEXT
                words = error_words(event.error_code or "focus-changed", event.error_place)
                self._show(
                    Face(
                        state="card",
                        title=words.what,
                        text=event.text,
                        action=fix_label(fix),
                        fix=fix,
                        turn_id=event.turn_id,
                    ),
                    anew=True,
                )
            case TurnOutcome.FAILED:
                face = _error(event.error_code, event.error_place, event.fix)
                self._show(replace(face, turn_id=event.turn_id), anew=True)
            case TurnOutcome.COPIED:
                self._say(NoticeCode.COPIED)
            case TurnOutcome.NOTHING_HEARD:
                self._say(NoticeCode.NOTHING_HEARD)
            case TurnOutcome.NOT_YET:
                self._say(NoticeCode.AGENT_NOT_YET)
            case TurnOutcome.INSERTED | TurnOutcome.CANCELLED | TurnOutcome.RECOVERED:
                if self.face.state in TAKE_STATES and event.turn_id == self.face.turn_id:
                    self._show_next()

    def _notify(self, event: Notice) -> None:
        if self.face.state in TAKE_STATES:
            self._show(replace(self.face, hint=notice_words(event.code, event.place)), anew=True)
        elif self.face.state in {"idle", "said"}:
            self._say(event.code, event.place, event.fix)
        elif event.code is not NoticeCode.FOCUS_CHANGED:  # the card that is up says so already
            self._waiting.append(_said(event.code, event.place, event.fix))

    def _say(self, code: NoticeCode, place: str = "", fix: Fix = Fix.NONE) -> None:
        self._show(_said(code, place, fix), anew=True)

    def _queue(self, face: Face) -> None:
        if self.face.state == "idle":
            self._show(face, anew=True)
        else:
            self._waiting.append(face)

    def _show_next(self) -> None:
        if self._waiting:
            self._show(self._waiting.popleft(), anew=True)
        else:
            self._show(Face(), anew=self.face.state != "idle")

    def _show(self, face: Face, *, anew: bool = False) -> None:
        old, self.face = self.face, face
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
            (self.stateChanged, old.state != face.state),
            (self.shown, anew),
        ):
            if changed:
                signal.emit()


def _error(code: str, place: str, fix: Fix) -> Face:
    words = error_words(code, place)
    helps = fix if fix is not Fix.NONE else fix_for(code)
    return Face(state="error", title=words.what, detail=words.next_step, action=fix_label(helps), fix=helps)


def _said(code: NoticeCode, place: str, fix: Fix) -> Face:
    return Face(state="said", title=notice_words(code, place), action=fix_label(fix), fix=fix)


def _app_name(app_id: str) -> str:
    """Name a program by its id: ``org.gnome.gedit`` and ``Mousepad`` become ``Gedit`` and ``Mousepad``."""
    name = app_id.rsplit(".", 1)[-1] if app_id.count(".") >= 2 else app_id
    return name[:1].upper() + name[1:]
