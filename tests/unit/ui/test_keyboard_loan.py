"""The notch may have the keyboard only while it is lent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QWindow
from pytestqt.qtbot import QtBot

from app.ui.keyboard_loan import KeyboardLoan

LIMIT_MS = 5000
REFUSES = Qt.WindowType.WindowDoesNotAcceptFocus


class Lent:
    def __init__(self) -> None:
        self.wanted = True
        self.window = QWindow()
        self.window.setFlags(Qt.WindowType.Tool | REFUSES)
        self.window.show()
        self.front = QWindow()
        self.front.show()
        self.front.requestActivate()
        self.loan = KeyboardLoan(self.window, lambda: self.wanted)

    @property
    def refuses(self) -> bool:
        return bool(self.window.flags() & REFUSES)


@pytest.fixture
def lent(qtbot: QtBot) -> Iterator[Lent]:
    made = Lent()
    qtbot.waitUntil(made.front.isActive, timeout=LIMIT_MS)
    yield made
    made.window.close()
    made.front.close()


def test_it_is_taken_on_a_wish_and_refused_again_when_the_card_is_gone(lent: Lent, qtbot: QtBot) -> None:
    assert lent.refuses
    lent.loan.take()
    assert not lent.refuses
    qtbot.waitUntil(lent.window.isActive, timeout=LIMIT_MS)
    lent.loan.take()  # a second press changes nothing
    lent.loan.look()
    qtbot.wait(0)
    assert not lent.refuses, "the next question keeps it"
    lent.wanted = False
    lent.loan.look()
    qtbot.waitUntil(lambda: lent.refuses, timeout=LIMIT_MS)


def test_who_goes_elsewhere_takes_it_away(lent: Lent, qtbot: QtBot) -> None:
    lent.loan.take()
    qtbot.waitUntil(lent.window.isActive, timeout=LIMIT_MS)
    lent.front.requestActivate()
    qtbot.waitUntil(lambda: lent.refuses, timeout=LIMIT_MS)
    lent.wanted = False
    lent.loan.look()


def test_looking_without_a_loan_does_nothing(lent: Lent) -> None:
    lent.loan.look()
    assert lent.refuses
