"""Runs the QML tests of this folder in one process of their own: Qt Quick Test makes its own application.

Called by ``test_qml.py``. ``stage`` gives them real view models and tells those real events.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Property, QObject, Slot
from PySide6.QtQml import QQmlEngine
from PySide6.QtQuick import QQuickItem
from PySide6.QtQuickTest import QUICK_TEST_MAIN_WITH_SETUP

from app.domain.cards import Card
from app.domain.confirmations.blocks import ICONS
from app.domain.messages import (
    AnswerQuestion,
    CallEnded,
    CardWanted,
    Command,
    Event,
    Fix,
    Notice,
    NoticeCode,
    QuestionAsked,
    QuestionClosed,
    StageChanged,
    TurnFinished,
    WordsHeard,
)
from app.domain.turn import NO_TARGET, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.ui.viewmodels.notch import NotchModel
from app.ui.viewmodels.surface import SurfaceModel
from tests.qml.sample_cards import GLANCE_BLOCKS, QUESTIONS, block_question
from tests.unit.ui.card_reach import Outside

HERE = Path(__file__).resolve().parent
QML = HERE.parents[1] / "qml"
TURN = TurnId("1")
TARGET = TargetApp(window_id=1, app_id="mousepad", title="")


def staged(stage: Stage) -> Event:
    return StageChanged(stage, None if stage is Stage.IDLE else TURN, TurnKind.DICTATE, TARGET, 0.0)


def finished(outcome: TurnOutcome, text: str = "", code: str = "") -> Event:
    return TurnFinished(TURN, TurnKind.DICTATE, outcome, text, NO_TARGET, error_code=code)


EVENTS: dict[str, Event] = {
    "idle": staged(Stage.IDLE),
    "listening": staged(Stage.LISTENING),
    "finishing": staged(Stage.FINISHING),
    "working": staged(Stage.WORKING),
    "said": finished(TurnOutcome.COPIED),
    "card": finished(TurnOutcome.SHOWN, "Hello.", "focus-changed"),
    "error": finished(TurnOutcome.FAILED, code="microphone-busy"),
}


def visual_tree(root: QObject) -> Iterator[QObject]:
    """Walk over an item and all that is drawn in it: what a Repeater makes is no child of it as an object."""
    yield root
    if isinstance(root, QQuickItem):
        for item in root.childItems():
            yield from visual_tree(item)


class Stager(QObject):
    """The view models that the tests show, and the events they ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.commands: list[Command] = []
        self._outside = Outside()
        self._notch = NotchModel(self.commands.append, lambda _: None, lambda: None, self._outside.reach, self)
        self._surface = SurfaceModel(1.0, self)

    @Property(QObject, constant=True)
    def notch(self) -> QObject:
        return self._notch

    @Property(QObject, constant=True)
    def surface(self) -> QObject:
        return self._surface

    @Slot(str)
    def ask(self, name: str) -> None:
        """Put one of the sample questions, or one with a single block."""
        self._notch.apply(QuestionAsked(QUESTIONS[name] if name in QUESTIONS else block_question(name)))

    @Slot(str)
    def showBlock(self, name: str) -> None:
        question = QUESTIONS["mail"]
        card = Card(blocks=(GLANCE_BLOCKS[name],))
        self._notch.apply(CallEnded(question.call_id, question.ref, "Tool", "App", "", card=card))

    @Slot()
    def pressCardKey(self) -> None:
        self._notch.apply(CardWanted())

    @Slot(result=list)
    def icons(self) -> list[str]:
        return sorted(ICONS)

    @Slot(float)
    def wait(self, seconds: float) -> None:
        """Let the wall clock of the cards go on."""
        self._outside.now_ms += seconds * 1000

    @Slot(result=str)
    def answer(self) -> str:
        """Tell the answers that were given: ``yes``, ``no``, and what was edited."""
        words: list[str] = []
        for command in self.commands:
            if isinstance(command, AnswerQuestion):
                words.append("yes" if command.approved else "no")
                words += [f"{name}={value}" for name, value in (command.arguments or {}).items()]
        return " ".join(words)

    @Slot()
    def reset(self) -> None:
        self._notch.apply(QuestionClosed(QUESTIONS["mail"].call_id, approved=False))
        while self._notch.face.state != "idle":
            self._notch.apply(staged(Stage.IDLE))
            self._notch.dismiss()
        self.commands.clear()

    @Slot(str)
    def show(self, state: str) -> None:
        self._notch.apply(EVENTS[state])

    @Slot(str, str)
    def hear(self, committed: str, tentative: str) -> None:
        self._notch.apply(WordsHeard(TURN, committed, tentative))

    @Slot()
    def hint(self) -> None:
        self._notch.apply(Notice(NoticeCode.CANCEL_AGAIN))

    @Slot()
    def sayLong(self) -> None:
        self._notch.apply(Notice(NoticeCode.SETTINGS_SALVAGED, "/a/very/long/path/to/some/file" * 20))

    @Slot()
    def sayWithButton(self) -> None:
        self._notch.apply(Notice(NoticeCode.MICROPHONE_TEST_FAILED, "microphone-busy", Fix.OPEN_AUDIO_SETTINGS))

    @Slot()
    def showLongCard(self) -> None:
        self._notch.apply(finished(TurnOutcome.SHOWN, "A sentence that fills the card. " * 200))

    @Slot(result=list)
    def outline(self) -> list[float]:
        outline = self._surface.outline
        return [outline.width, outline.height, outline.corner]

    @Slot(result=list)
    def asked(self) -> list[str]:
        return [type(command).__name__ for command in self.commands]

    @Slot(QObject, result=list)
    def running(self, root: QObject) -> list[str]:
        """Name the timers and animations below ``root`` that run."""
        found = {id(child): child for item in visual_tree(root) for child in (item, *item.findChildren(QObject))}
        return [child.metaObject().className() for child in found.values() if child.property("running") is True]

    @Slot(result=str)
    def state(self) -> str:
        return self._notch.face.state

    @Slot(result=int)
    def limit(self) -> int:
        return self._surface.height


class Setup(QObject):
    """Qt Quick Test makes one for each file."""

    def __init__(self) -> None:
        super().__init__()
        self._stage = Stager()

    @Slot(QQmlEngine)
    def qmlEngineAvailable(self, engine: QQmlEngine) -> None:
        engine.addImportPath(str(QML))
        engine.rootContext().setContextProperty("stage", self._stage)


if __name__ == "__main__":
    sys.exit(QUICK_TEST_MAIN_WITH_SETUP("qml", Setup, sys.argv, str(HERE)))
