"""Cards in the notch itself: loaded only when they are needed, in the person's language, cut off nowhere."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.cards import Card
from app.domain.messages import CallEnded, CallStarted, Event, QuestionAsked, QuestionRefused, QuestionRemark
from app.settings.paths import AppPaths
from app.ui.notch_app import NotchApp
from tests.qml.sample_cards import GLANCE_CARDS, QUESTIONS
from tests.unit.ui.pseudo_catalogues import make_pseudo

LIMIT_MS = 5000
ROOT = Path(__file__).resolve().parents[3]
NOTCH = ROOT / "qml" / "Voxnotch" / "Notch"
QUESTION = QUESTIONS["destructive"]


@pytest.fixture
def shown(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotchApp]:
    monkeypatch.setenv("QT_QUICK_BACKEND", "software")
    made = NotchApp(qapp, AppPaths(tmp_path, tmp_path, tmp_path), None)
    made.show_first_frame()
    yield made
    made.close()


def texts(window: QQuickWindow) -> set[str]:
    """Return every text that is seen, and every name that a screen reader hears."""
    found: set[str] = set()
    waiting = [window.contentItem()]
    while waiting:
        item: QQuickItem = waiting.pop()
        if item.isVisible():
            text = item.property("text")
            found |= {text} if isinstance(text, str) and text else set()
            waiting.extend(item.childItems())
    return found


@pytest.fixture
def _bracketed(qapp: QApplication, tmp_path: Path) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction] - a fixture
    translator = QTranslator()
    assert translator.load(str(make_pseudo(tmp_path, "fr")))
    qapp.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


@pytest.mark.fault("A37")
@pytest.mark.usefixtures("_bracketed")
def test_no_word_around_a_question_is_untranslated(shown: NotchApp, qtbot: QtBot) -> None:
    shown.notch.apply(QuestionAsked(QUESTION, waiting=2))
    shown.notch.apply(QuestionRefused(QUESTION.call_id, QuestionRemark.NOT_AN_ANSWER))
    window = shown.window
    assert isinstance(window, QQuickWindow)
    qtbot.waitUntil(lambda: "Delete" in texts(window), timeout=LIMIT_MS)
    own = {"Delete file", "Desk · Delete file", "Delete", "D", "/home/ann/thesis.odt", "options"}
    own |= {"force: true\ndepth: 2"}
    assert {text for text in texts(window) if "⟦" not in text} == own


@pytest.mark.fault("A37")
@pytest.mark.usefixtures("_bracketed")
@pytest.mark.parametrize(
    "event",
    [
        CallStarted(QUESTION.call_id, QUESTION.ref, "Tool", "App", ""),
        CallEnded(QUESTION.call_id, QUESTION.ref, "Tool", "App", "", card=Card(blocks=(), too_large=True)),
        CallEnded(QUESTION.call_id, QUESTION.ref, "Tool", "App", ""),
    ],
    ids=["working", "card", "said"],
)
def test_no_word_around_a_call_is_untranslated(shown: NotchApp, qtbot: QtBot, event: Event) -> None:
    shown.notch.apply(event)
    window = shown.window
    assert isinstance(window, QQuickWindow)
    qtbot.waitUntil(lambda: bool(texts(window)), timeout=LIMIT_MS)
    assert {text for text in texts(window) if "⟦" not in text} <= {"App · Tool"}
    assert any("⟦" in text for text in texts(window))


def test_nothing_of_the_cards_is_loaded_for_the_first_frame(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.settings.paths import AppPaths
from app.ui.notch_app import NotchApp
app = QApplication([])
folder = Path(sys.argv[1])
made = NotchApp(app, AppPaths(folder, folder, folder), None)
made.show_first_frame()
print([name for name in sys.modules if "pydantic" in name or "question" in name or "glance" in name])
made.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env={"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_faces_that_draw_blocks_are_named_by_address_alone() -> None:
    files = {file.stem: file.read_text(encoding="utf-8") for file in NOTCH.glob("*.qml")}
    late = {name for name, text in files.items() if "import Voxnotch.Blocks" in text}
    assert {"GlanceFace", "ConfirmFace"} <= late
    # What the window reads with itself, and what that reads.
    early, todo = set[str](), ["NotchWindow"]
    while todo:
        name = todo.pop()
        early.add(name)
        todo += [other for other in files if other not in early and f"{other} {{" in files[name]]
    assert "TakeFace" in early
    assert early & late == set()


def test_the_outline_of_a_question_stays_while_a_card_waits_below_it(shown: NotchApp, qtbot: QtBot) -> None:
    shown.notch.apply(QuestionAsked(QUESTIONS["event"]))
    qtbot.waitUntil(lambda: shown.surface.outline.width == 400, timeout=LIMIT_MS)
    question = shown.surface.outline.height
    shown.notch.cards.question.cancel()  # pyright: ignore[reportOptionalMemberAccess] - a question is up
    event = CallEnded(QUESTION.call_id, QUESTION.ref, "Tool", "App", "", card=GLANCE_CARDS["world"][1])
    shown.notch.apply(event)
    assert shown.surface.outline.height == question, "the question is still up"
