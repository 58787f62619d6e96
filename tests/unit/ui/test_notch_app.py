"""The notch in its window: the first frame, nothing at idle, and the order of the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QWindow
from PySide6.QtQml import QQmlContext, QQmlExpression, qmlContext
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Event, LevelMeasured, SettingsChanged, StageChanged, TurnFinished, WordsHeard
from app.domain.turn import NO_TARGET, Stage, TurnId, TurnKind, TurnOutcome
from app.settings.paths import AppPaths
from app.ui.notch_app import NotchApp
from tests.plugins.logs import ExpectLog
from tests.qml.sample_turns import TURNS

LIMIT_MS = 5000
TURN = TurnId("1")


@pytest.fixture(autouse=True)
def _software(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QUICK_BACKEND", "software")


@pytest.fixture
def shown(qapp: QApplication, tmp_path: Path) -> Iterator[NotchApp]:
    made = NotchApp(qapp, AppPaths(tmp_path, tmp_path, tmp_path), tmp_path / "events.jsonl")
    made.show_first_frame()
    yield made
    made.close()


class Beat(QWindow):
    """A window that asks for updates as Qt Quick does: its turn comes after those that asked before."""

    def __init__(self) -> None:
        super().__init__()
        self._beats = 0
        self.create()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.UpdateRequest:
            self._beats += 1
        return super().event(event)

    def wait_beats(self, qtbot: QtBot, count: int = 3) -> None:
        for _ in range(count):
            wanted = self._beats + 1
            self.requestUpdate()
            qtbot.waitUntil(lambda wanted=wanted: self._beats >= wanted, timeout=LIMIT_MS)


def staged(stage: Stage) -> Event:
    return StageChanged(stage, TURN, TurnKind.DICTATE, NO_TARGET, 0.0)


def running(notch_app: NotchApp) -> list[str]:
    """Name the timers and animations in the window that run."""
    return [
        child.metaObject().className()
        for child in notch_app.window.findChildren(QObject)
        if child.property("running") is True
    ]


def test_the_first_frame_is_told(shown: NotchApp, tmp_path: Path) -> None:
    assert shown.window.isVisible()
    assert '"FirstFrame"' in (tmp_path / "events.jsonl").read_text()


def test_idle_costs_no_frame_no_timer_and_no_animation(shown: NotchApp, qtbot: QtBot) -> None:
    frames: list[int] = []
    shown.surface.frameShown.connect(lambda: frames.append(1))
    for event in (staged(Stage.LISTENING), WordsHeard(TURN, "Hello", ""), LevelMeasured(0.5, 0.2)):
        shown.notch.apply(event)
    qtbot.waitUntil(lambda: bool(frames) and bool(running(shown)), timeout=LIMIT_MS)
    shown.notch.apply(TurnFinished(TURN, TurnKind.DICTATE, TurnOutcome.CANCELLED, "Hello", NO_TARGET))
    qtbot.waitUntil(lambda: shown.surface.outline.corner == 14 and not running(shown), timeout=LIMIT_MS)
    beat = Beat()
    beat.wait_beats(qtbot)  # the last frame of the change
    drawn = len(frames)
    for _ in range(50):  # what the core tells at idle changes nothing on the screen
        for event in (LevelMeasured(0.5, 0.2), SettingsChanged({}), staged(Stage.IDLE)):
            shown.notch.apply(event)
            shown.shell.apply(event)
            shown.placer.apply(event)
    beat.wait_beats(qtbot)
    assert len(frames) == drawn
    shown.notch.apply(staged(Stage.LISTENING))
    beat.wait_beats(qtbot)
    assert len(frames) > drawn  # a frame would have been seen


def test_hidden_until_used_it_is_not_there_at_idle(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "settings.json").write_text('{"notch": {"hidden_until_used": true, "reduced_motion": true}}')
    made = NotchApp(qapp, AppPaths(tmp_path, tmp_path, tmp_path), None)
    made.show_first_frame()
    assert not made.window.isVisible()
    made.notch.apply(staged(Stage.LISTENING))
    assert made.window.isVisible()
    made.notch.apply(staged(Stage.IDLE))
    qtbot.waitUntil(lambda: not made.window.isVisible(), timeout=LIMIT_MS)
    made.close()


def test_an_event_log_that_cannot_be_made_costs_the_log_and_not_the_start(
    qapp: QApplication, tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("the event log cannot be written: Not a directory")
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    made = NotchApp(qapp, AppPaths(tmp_path, tmp_path, tmp_path), tmp_path / "file" / "x" / "events.jsonl")
    made.show_first_frame()
    made.close()


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("thinking", "Thinking…"),
        ("asking", "Let me look. Asking Calendar…"),
        ("growing", "Answering"),
        ("answer", "It is 14:02, and your train leaves from platform 7."),
        ("value-wrong", "Start a timer needs: Duration That does not fit here. Say or type it in another way."),
        ("choice", "Did you mean?"),
        ("write", "Type what you want, then press Enter"),
    ],
)
def test_a_screen_reader_is_told_what_a_turn_shows(shown: NotchApp, turn: str, words: str) -> None:
    for event in TURNS[turn]:
        shown.notch.apply(event)
    context = qmlContext(shown.window)
    assert isinstance(context, QQmlContext)
    assert QQmlExpression(context, shown.window, "announcement()").evaluate() == (words, False)
