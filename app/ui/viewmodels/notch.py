"""View model of the notch: one state, and what belongs to it.

QML binds to the parts of one frozen :class:`Face`. The state is one of ``idle``, ``listening``, ``finishing``,
``working``, ``said``, ``card``, ``error``. ``notch_events.py`` makes faces of events and commands of clicks; it is
imported with the first of them, because the first frame waits for this module. Qt main thread.
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
from app.ui.viewmodels.face import BARS, TAKE_STATES, Face

if TYPE_CHECKING:
    from app.domain.messages import Event

__all__ = ["NotchModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

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
        from app.domain.messages import CancelTurn

        self._submit(CancelTurn())

    @Slot()
    def dismiss(self) -> None:
        """The person closed the face."""
        if self.face.state not in TAKE_STATES:
            self._show_next()

    @Slot()
    def fade(self) -> None:
        """The line was there long enough."""
        if self.face.state == "said":
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
        if fix is Fix.NONE:
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
        from app.domain.messages import LevelMeasured, SettingsChanged
        from app.ui.viewmodels.levels import bar_height
        from app.ui.viewmodels.notch_events import Show, next_face

        if isinstance(event, LevelMeasured):
            if self.face.state == "listening":
                self._set_bars((*self.bars[1:], bar_height(event.peak)))
            return
        if isinstance(event, SettingsChanged):
            self._model_name = str(event.values.get("recognition.model", ""))
            return
        old = self.face
        show, face = next_face(old, event)
        match show:
            case Show.NOW:
                if face.state in TAKE_STATES and (old.state not in TAKE_STATES or old.turn_id != face.turn_id):
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
            (self.briefChanged, old.brief != face.brief),
            (self.stateChanged, old.state != face.state),
            (self.shown, anew),
        ):
            if changed:
                signal.emit()
