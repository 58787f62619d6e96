"""The window leaves the clipboard alone until somebody pastes into it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMetaType, QMimeData, Qt
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtTest import QTest

from tests.unit.ui.window_view import Opened, click, named, settle


class WatchedText(QMimeData):
    """Tells when somebody asks for it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.reads = 0
        self._text = text

    def formats(self) -> list[str]:
        return ["text/plain"]

    def hasFormat(self, mimetype: str, /) -> bool:
        return mimetype == "text/plain"

    def retrieveData(self, mimetype: str, preferredType: QMetaType | QMetaType.Type, /) -> str:  # noqa: N803 - Qt's names
        self.reads += 1
        return self._text


@pytest.fixture
def clipboard(qapp: QGuiApplication) -> Iterator[QClipboard]:
    """Emptied at the end: what Python made must be gone before Python is."""
    clipboard = qapp.clipboard()
    yield clipboard
    clipboard.clear()


@pytest.mark.fault("A08")
def test_what_is_copied_is_read_only_when_it_is_pasted(opened: Opened, clipboard: QClipboard) -> None:
    stage = opened()
    field = named(stage, "Search what was said", "TextInputField")
    watched = WatchedText("coffee")
    clipboard.setMimeData(watched)
    settle(stage)
    assert watched.reads == 0, "a read would look as if the target of a delivery had taken the text"
    stage.window.requestActivate()
    click(stage, field)
    QTest.keyClick(stage.window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert (field.property("text"), watched.reads > 0) == ("coffee", True)
