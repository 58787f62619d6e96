"""Runs the QML tests of this folder in one process of their own: Qt Quick Test makes its own application.

Called by ``test_qml.py``. ``stage`` gives them real view models and tells those real events.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Property, QObject, Slot
from PySide6.QtQml import QQmlEngine
from PySide6.QtQuick import QQuickItem
from PySide6.QtQuickTest import QUICK_TEST_MAIN_WITH_SETUP

from app.domain.cards import Card
from app.domain.confirmations.blocks import ICONS
from app.domain.messages import (
    AnswerGrew,
    AnswerInquiry,
    AnswerQuestion,
    CallEnded,
    CardWanted,
    CloseInquiry,
    Command,
    Event,
    Fix,
    Notice,
    NoticeCode,
    QuestionAsked,
    QuestionClosed,
    Say,
    SpeakingChanged,
    StageChanged,
    TopicChanged,
    TurnFinished,
    TypingWanted,
    WordsHeard,
)
from app.domain.turn import NO_TARGET, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.ui.viewmodels.notch import NotchModel
from app.ui.viewmodels.surface import SurfaceModel
from tests.qml.sample_cards import GLANCE_BLOCKS, QUESTIONS, block_question
from tests.qml.sample_turns import TURN_ID, TURNS, answered, opened
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
        self._notch.apply(SpeakingChanged(None))
        self._notch.apply(TopicChanged(None))
        while self._notch.shown_state != "idle":
            self._notch.apply(answered("", TurnOutcome.CANCELLED))
            self._notch.apply(staged(Stage.IDLE))
            self._notch.dismiss()
        self.commands.clear()

    @Slot(str)
    def turn(self, name: str) -> None:
        """Tell one of the sample turns; it was opened just now."""
        self._outside.now_ms = time.time() * 1000
        for event in TURNS[name]:
            self._notch.apply(event)

    @Slot(float)
    def openBefore(self, seconds: float) -> None:
        """Open a turn so long ago."""
        self._outside.now_ms = (time.time() - seconds) * 1000
        self._notch.apply(opened())

    @Slot(str)
    def grow(self, answer: str) -> None:
        self._notch.apply(AnswerGrew(TURN_ID, answer))

    @Slot(str)
    def finish(self, answer: str) -> None:
        self._notch.apply(answered(answer))

    @Slot(bool)
    def speak(self, on: bool) -> None:
        self._notch.apply(SpeakingChanged(TURN_ID if on else None))

    @Slot()
    def pressTypingKey(self) -> None:
        self._notch.apply(TypingWanted())

    @Slot(result=str)
    def said(self) -> str:
        """Tell what was typed, and the answers to what the agent asked back."""
        words: list[str] = []
        for command in self.commands:
            match command:
                case Say(text=text):
                    words.append(f"say {text}")
                case AnswerInquiry(text=text, option=None):
                    words.append(f"answer {text}")
                case AnswerInquiry(option=option):
                    words.append(f"option {option}")
                case CloseInquiry():
                    words.append("close")
                case _:
                    pass
        return ", ".join(words)

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
        return self._notch.shown_state

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
