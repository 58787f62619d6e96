"""Reading and working the window of a :class:`WindowStage` in tests: by what it says, as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QDeadlineTimer, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlExpression, qmlContext
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from app.domain.turn import TurnId
from tests.unit.ui.window_stage import WindowStage

Opened = Callable[..., WindowStage]


@pytest.fixture
def opened(qapp: QGuiApplication) -> Iterator[Opened]:
    stages: list[WindowStage] = []

    def start(**options: Any) -> WindowStage:
        stages.append(WindowStage(**options))
        settle(stages[-1])
        return stages[-1]

    yield start
    for stage in stages:
        warnings = list(stage.warnings)
        stage.close()
        assert warnings == []


def settle(stage: WindowStage) -> None:
    """Let queued answers and bindings through, and one frame be drawn."""
    QGuiApplication.processEvents()
    stage.window.grabWindow()
    QGuiApplication.processEvents()


def wait_for(stage: WindowStage, condition: Callable[[], object]) -> None:
    deadline = QDeadlineTimer(5000)
    while not condition():
        assert not deadline.hasExpired(), (stage.warnings, sorted(texts(stage)))
        QTest.qWait(5)


def items(stage: WindowStage) -> Iterator[QQuickItem]:
    """Walk over all visible items of the window, overlay too."""
    waiting = [stage.window.contentItem()]
    while waiting:
        item = waiting.pop()
        if item.isVisible():
            yield item
            waiting.extend(item.childItems())


def texts(stage: WindowStage) -> set[str]:
    found: set[str] = set()
    for item in items(stage):
        for name in ("text", "placeholderText", "displayText"):
            value = item.property(name)
            if isinstance(value, str) and value:
                found.add(value)
    return found


def named(stage: WindowStage, text: str, kind: str = "") -> QQuickItem:
    """Find a control by what it says or is called."""
    for item in items(stage):
        if kind in item.metaObject().className() and text in (item.property("text"), item.property("label")):
            return item
    raise AssertionError(f"{text} is not among {sorted(texts(stage))}")


def evaluated(item: QQuickItem, expression: str) -> object:
    """Read what Python has no converter for."""
    context = qmlContext(item)
    assert context is not None
    value, _undefined = QQmlExpression(context, item, expression).evaluate()
    return value


def example_id(stage: WindowStage, row: int) -> TurnId:
    return TurnId(stage.history_model.rows.rows[row].turn_id)


def click(stage: WindowStage, item: QQuickItem) -> None:
    place = item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()
    QTest.mouseClick(stage.window, Qt.MouseButton.LeftButton, pos=place)
    settle(stage)


def rows(stage: WindowStage) -> dict[str, QQuickItem]:
    found: dict[str, QQuickItem] = {}
    for item in items(stage):
        if item.objectName().startswith("setting."):
            found[item.objectName().removeprefix("setting.")] = item
    return found


def press(stage: WindowStage, key: Qt.Key, *, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(stage.window, key)
    settle(stage)


def part(stage: WindowStage, name: str) -> QQuickItem:
    return next(item for item in items(stage) if item.objectName() == name)


def within(root: QQuickItem) -> set[str]:
    """Return all texts that are seen inside an item."""
    found: set[str] = set()
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if item.isVisible():
            text = item.property("text")
            found |= {text} if isinstance(text, str) and text else set()
            waiting.extend(item.childItems())
    return found


def focus(stage: WindowStage, text: str, kind: str) -> QQuickItem:
    item = named(stage, text, kind)
    item.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    settle(stage)
    return item


def focused_name(stage: WindowStage) -> str:
    item = stage.window.activeFocusItem()
    return str(item.property("label") or item.property("text") or "") if item else ""


def type_text(stage: WindowStage, text: str) -> None:
    for letter in text:
        QTest.keyClick(stage.window, letter)  # pyright: ignore[reportCallIssue, reportArgumentType] - a char in C++
    settle(stage)


def top_of(item: QQuickItem) -> float:
    return item.mapToScene(QPointF(0, 0)).y()


def all_below(root: QQuickItem) -> list[QQuickItem]:
    return [root, *(item for child in root.childItems() for item in all_below(child))]
