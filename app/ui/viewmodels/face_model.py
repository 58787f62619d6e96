"""The parts of the face in the notch as QML binds to them; the base of ``NotchModel``, which decides what is shown.

Qt main thread. Imports as little as it can: the first frame waits for it.
"""

from __future__ import annotations

from PySide6.QtCore import Property, QObject, QUrl, Signal
from PySide6.QtQml import QmlElement

from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels.face import BARS, Face

__all__ = ["FaceModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1


@QmlElement
@QmlUncreatable("the base of NotchModel")
class FaceModel(QObject):
    """One frozen :class:`Face`, and the level bars."""

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
    iconChanged = Signal()
    takeChanged = Signal()
    hasBlocksChanged = Signal()
    styledChanged = Signal()
    ofTurnChanged = Signal()
    startedMsChanged = Signal()
    levelsChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.face = Face()
        self.bars: tuple[float, ...] = (0.0,) * BARS

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

    @Property(str, notify=iconChanged)
    def icon(self) -> str:
        """Address of the icon of the integration; "" for none."""
        return QUrl.fromLocalFile(self.face.icon_path).toString() if self.face.icon_path else ""

    @Property(str, notify=takeChanged)
    def take(self) -> str:
        """State of the take that runs, also below what lies over the face; "" for none."""
        return self.face.state if self.face.is_take else ""

    @Property(bool, notify=hasBlocksChanged)
    def hasBlocks(self) -> bool:
        """``card``: it is made of blocks, not of a text."""
        return self.face.card is not None

    @Property(str, notify=styledChanged)
    def styled(self) -> str:
        """``said`` and ``card``: what the agent answers, as styled text; "" where it is no agent's."""
        return self.face.styled

    @Property(bool, notify=ofTurnChanged)
    def ofTurn(self) -> bool:
        """The face of an agent turn that runs: ``working``, or ``said`` while the answer grows."""
        return self.face.of_turn

    @Property(float, notify=startedMsChanged)
    def startedMs(self) -> float:
        """Wall clock when that turn was opened, since 1970."""
        return self.face.started_ms

    @Property("QVariantList", notify=levelsChanged)  # pyright: ignore[reportArgumentType] - stubs lack type names
    def levels(self) -> list[float]:
        """Heights of the level bars, 0..1, oldest first; always :data:`BARS` of them."""
        return list(self.bars)

    def set_face(self, face: Face) -> None:
        """Take another face and tell which parts of it are other ones; the state is told by ``NotchModel``."""
        old, self.face = self.face, face
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
            (self.styledChanged, old.styled != face.styled),
            (self.ofTurnChanged, old.of_turn != face.of_turn),
            (self.startedMsChanged, old.started_ms != face.started_ms),
            (self.takeChanged, (old.state, old.is_take) != (face.state, face.is_take)),
            (self.hasBlocksChanged, (old.card is None) != (face.card is None)),
        ):
            if changed:
                signal.emit()

    def set_bars(self, bars: tuple[float, ...]) -> None:
        if bars != self.bars:
            self.bars = bars
            self.levelsChanged.emit()
