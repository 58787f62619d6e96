"""Draws every block, ten whole cards and the faces of an agent turn: ``python draw_cards.py FOLDER [NAME]``.

Offscreen, with the software renderer. Run by ``test_card_pictures.py``, once for each scale (``QT_SCALE_FACTOR``); by
hand it writes the stored pictures anew. Nothing depends on the machine but the font, DejaVu Sans, which the tests
require, and it is drawn without hints.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")

from PySide6.QtCore import QDeadlineTimer, QLocale, QObject, Qt, QUrl
from PySide6.QtGui import QFont, QGuiApplication, QImage
from PySide6.QtQml import QQmlComponent, QQmlEngine
from PySide6.QtQuick import QQuickWindow

from app.domain.calls import CallId, IntegrationId, ToolRef
from app.domain.cards import Card
from app.domain.messages import (
    CallEnded,
    CallStarted,
    Event,
    QuestionAsked,
    QuestionRefused,
    QuestionRemark,
    StageChanged,
    WordsHeard,
)
from app.domain.turn import NO_TARGET, Stage, TurnId, TurnKind
from app.ui.viewmodels.notch import NotchModel
from app.ui.viewmodels.surface import SurfaceModel
from tests.qml import sample_cards
from tests.qml.sample_turns import PICTURED, TURNS
from tests.unit.ui.card_reach import Outside

ROOT: Final = Path(__file__).resolve().parents[2]
FONT: Final = "DejaVu Sans"
FRAMES: Final = 3
"""After which sizes that follow from sizes are right: a positioner takes its size with a frame."""
LIMIT_MS: Final = 5000
"""For a fade to end."""

BLOCK_SCENE: Final = b"""
import QtQuick
import Voxnotch.Blocks
import Voxnotch.Theme

Window {
    id: window

    required property var blocks
    readonly property bool settled: true
    property bool isDark: true
    property real textScale: 1

    width: 380
    height: Math.max(1, Math.ceil(view.implicitHeight) + 32)
    color: Theme.notch.surface
    visible: true

    LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true

    Binding { target: Theme; property: "notchDark"; value: window.isDark }
    Binding { target: Theme; property: "textScale"; value: window.textScale }
    Binding { target: Theme; property: "reducedMotion"; value: true }

    BlockView {
        id: view

        host: BlockHost {}
        model: window.blocks
        width: window.width - 32
        x: 16
        y: 16
    }
}
"""

CARD_SCENE: Final = b"""
import QtQuick
import Voxnotch.Notch
import Voxnotch.Theme
import Voxnotch.ViewModels

Window {
    id: window

    required property NotchModel notch
    required property SurfaceModel surface
    readonly property bool settled: body.settled
    property bool isDark: true
    property real textScale: 1

    width: surface.windowWidth
    height: Math.max(1, Math.ceil(body.targetHeight) + 8)
    color: isDark ? "#5B6570" : "#A9B4C0"
    visible: true

    Binding { target: Theme; property: "notchDark"; value: window.isDark }
    Binding { target: Theme; property: "textScale"; value: window.textScale }
    Binding { target: Theme; property: "reducedMotion"; value: true }
    Binding { target: Theme; property: "answerPause"; value: 0 }

    NotchBody {
        id: body

        LayoutMirroring.childrenInherit: true
        LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft
        anchors.fill: parent
        notch: window.notch
        surface: window.surface
        wanted: true
    }
}
"""


@dataclass(frozen=True, slots=True)
class Look:
    """One way to see it."""

    name: str
    dark: bool = True
    right_to_left: bool = False
    text_scale: float = 1.0


DARK: Final = Look("dark")
LIGHT: Final = Look("light", dark=False)
MIRRORED: Final = Look("rtl", right_to_left=True)
LARGE: Final = Look("large", text_scale=1.5)
"""The system's font at one and a half of its usual size."""

BLOCK_LOOKS: Final = {1: (DARK, LIGHT, MIRRORED), 2: (DARK,)}
CARD_LOOKS: Final = {1: (DARK, LIGHT, MIRRORED, LARGE), 2: (DARK,)}
"""By scale."""

CALL: Final = CallId("call-1")
REF: Final = ToolRef(IntegrationId("org.example"), "tool")


class Drawing:
    """An engine, and windows that are drawn one after the other."""

    def __init__(self, app: QGuiApplication, folder: Path) -> None:
        self.app = app
        self.folder = folder
        self.scale = round(app.primaryScreen().devicePixelRatio())
        self.engine = QQmlEngine()
        self.engine.addImportPath(str(ROOT / "qml"))
        self._components: dict[bytes, QQmlComponent] = {}

    def draw(self, name: str, scene: bytes, look: Look, **properties: object) -> None:
        direction = Qt.LayoutDirection.RightToLeft if look.right_to_left else Qt.LayoutDirection.LeftToRight
        self.app.setLayoutDirection(direction)
        if scene not in self._components:
            self._components[scene] = QQmlComponent(self.engine)
            self._components[scene].setData(scene, QUrl.fromLocalFile(str(ROOT / "qml" / "scene.qml")))
        component = self._components[scene]
        shown = {**properties, "isDark": look.dark, "textScale": look.text_scale}
        window = component.createWithInitialProperties(shown)
        if not isinstance(window, QQuickWindow):
            raise TypeError(component.errorString())
        deadline = QDeadlineTimer(LIMIT_MS)
        while not (window.property("settled") and all_there(window)) and not deadline.hasExpired():
            self.app.processEvents()
        for _ in range(FRAMES):
            window.grabWindow()
            self.app.processEvents()
        image = window.grabWindow()
        # Five bits of each colour are enough to compare, and the files are a third as large.
        coarse = image.convertToFormat(QImage.Format.Format_RGB16).convertToFormat(QImage.Format.Format_Indexed8)
        coarse.save(str(self.folder / f"{name}-{look.name}@{self.scale}x.png"), quality=0)
        window.close()
        window.deleteLater()
        self.app.processEvents()


def all_there(window: QQuickWindow) -> bool:
    """Tell whether no picture of the card is on its way any more, and it takes answers: both come a turn later."""
    waiting = [window.contentItem()]
    while waiting:
        item = waiting.pop()
        if False in (item.property("isRead"), item.property("ready")):  # of ImageBlock, of ConfirmFace
            return False
        waiting.extend(item.childItems())
    return True


def notch(*events: Event, outside: Outside | None = None) -> dict[str, QObject]:
    """Return a notch that was told these events."""
    model = NotchModel(lambda _: None, lambda _: None, lambda: None, (outside or Outside()).reach)
    for event in events:
        model.apply(event)
    return {"notch": model}


def glance(source: str, card: Card) -> CallEnded:
    integration, tool = source.split(" · ")
    return CallEnded(CALL, REF, tool, integration, "", card=card)


def scenes() -> Iterator[tuple[str, bool, Callable[[], tuple[bytes, dict[str, object]]]]]:
    """Name every picture: whether it is a whole card, and what makes it."""
    for name, block in sample_cards.GLANCE_BLOCKS.items():
        yield f"block-{name}", False, lambda block=block: blocks_of(glance("A · b", Card(blocks=(block,))))
    for name in sample_cards.CONFIRM_BLOCKS:
        yield f"field-{name}", False, lambda name=name: blocks_of(QuestionAsked(sample_cards.block_question(name)))
    for name, (source, card) in sample_cards.GLANCE_CARDS.items():
        yield f"card-{name}", True, lambda source=source, card=card: (CARD_SCENE, dict(notch(glance(source, card))))
    for name, question in sample_cards.QUESTIONS.items():
        yield f"question-{name}", True, lambda q=question: (CARD_SCENE, dict(notch(QuestionAsked(q))))
    yield "question-busy", True, busy_question
    for name in PICTURED:
        events = TURNS[name]
        yield f"turn-{name}", True, lambda events=events: turn(*events)
    yield "working", True, lambda: (CARD_SCENE, dict(notch(CallStarted(CALL, REF, "List events", "Calendar", ""))))


def turn(*events: Event) -> tuple[bytes, dict[str, object]]:
    """Return a turn that was opened just now: the time that it takes does not show yet."""
    return CARD_SCENE, dict(notch(*events, outside=Outside(now_ms=time.time() * 1000)))


def busy_question() -> tuple[bytes, dict[str, object]]:
    """Return a question with all around it: others wait, an answer did not count, a take runs."""
    question = sample_cards.QUESTIONS["event"]
    refused = QuestionRefused(CALL, QuestionRemark.NOT_VALID, {"title": "At most 40 characters"})
    turn = TurnId("1")
    return CARD_SCENE, dict(
        notch(
            QuestionAsked(question, 2), refused,
            StageChanged(Stage.LISTENING, turn, TurnKind.DICTATE, NO_TARGET, 0.0),
            WordsHeard(turn, "Dear Ann, thank you for", "the flowers"),
        )
    )  # fmt: skip


def blocks_of(event: CallEnded | QuestionAsked) -> tuple[bytes, dict[str, object]]:
    model = notch(event)["notch"]
    assert isinstance(model, NotchModel)
    assert model.cards is not None
    rows = model.cards.question.rows if isinstance(event, QuestionAsked) else model.cards.glance.rows
    KEPT.append(model)
    return BLOCK_SCENE, {"blocks": rows}


KEPT: Final[list[QObject]] = []
"""Models must live as long as the windows that show them."""


def main() -> int:
    folder, only = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    app = QGuiApplication([])
    font = QFont(FONT)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    app.setFont(font)
    QLocale.setDefault(QLocale("en_GB"))
    drawing = Drawing(app, folder)
    for name, whole, make in scenes():
        if only not in name:
            continue
        for look in (CARD_LOOKS if whole else BLOCK_LOOKS)[drawing.scale]:
            scene, properties = make()
            if whole:
                properties["surface"] = SurfaceModel(look.text_scale)
            KEPT.extend(value for value in properties.values() if isinstance(value, QObject))
            drawing.draw(name, scene, look, **properties)
    return 0


if __name__ == "__main__":
    sys.exit(main())
