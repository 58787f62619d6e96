"""The keyboard and the card of a question, on a real display with a window manager: lent on a click, and given back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import wait_until
from tests.desktop.test_notch import LIMIT_S, Notch, active_class, start, terminal

__all__ = ["start", "terminal"]

FIELD_BELOW_TOP = 96
"""Pixels from the top edge to the middle of the first field of the card."""
BUTTON_FROM_RIGHT = 30
"""Pixels from the edge of the card to the end of the confirm button, right of its label."""
BUTTON_ABOVE_BOTTOM = 28
ACCENT = "#3987E5"
SHOWN = {"question": "confirm", "asked-back": "inquire", "typing-key": "write"}


class Card:
    """What ``notch_program.py`` asks, at first the question: a mail with an address and a message."""

    def __init__(self, display: VirtualDisplay, notch: Notch, typed: Path, *, asked: str = "question") -> None:
        self.display = display
        self.notch = notch
        self.typed = typed
        self.before = self.focus()
        notch.show_state(asked, SHOWN[asked])

    def focus(self) -> str:
        return self.display.run("xdotool", "getwindowfocus").strip()

    def wait_focus(self, window: str) -> None:
        wait_until(lambda: self.focus() == window, timeout_s=LIMIT_S, what="focus")

    def wait_keyboard(self) -> None:
        own = int(self.notch.window(), 16)
        self.wait_focus(str(own))

    def click_field(self) -> None:
        x, y, width, _ = self.notch.area()
        self.display.run("xdotool", "mousemove", str(x + width // 2), str(y + FIELD_BELOW_TOP), "click", "1")
        self.wait_keyboard()

    def wait_for_yes(self) -> None:
        """Wait until its confirm button is drawn in the full accent: a card that has just come up takes no yes."""
        x, y, width, height = self.notch.area()
        crop = f"1x1+{x + width - BUTTON_FROM_RIGHT}+{y + height - BUTTON_ABOVE_BOTTOM}"

        def is_there() -> bool:
            return ACCENT in self.display.run("import", "-window", "root", "-crop", crop, "-depth", "8", "txt:-")

        wait_until(is_there, timeout_s=LIMIT_S, what="the confirm button")

    def keys(self, *keys: str) -> None:
        self.display.run("xdotool", "key", *keys)

    def answer(self) -> dict[str, object]:
        file = self.notch.events.parent / "answers.jsonl"
        wait_until(lambda: file.exists() and file.read_text().endswith("\n"), timeout_s=LIMIT_S, what="answer")
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        assert len(lines) == 1
        return lines[0]

    def is_typed(self, text: str) -> None:
        wait_until(lambda: self.typed.exists() and self.typed.read_text() == text, timeout_s=LIMIT_S, what=repr(text))


@pytest.fixture
def show(display: VirtualDisplay, start: Callable[..., Notch], terminal: str) -> Iterator[Callable[[str], Card]]:
    notch = start(display)
    notch.tell("desktop")
    yield lambda asked: Card(display, notch, Path(terminal), asked=asked)
    assert notch.end() == 0
    assert [line for line in notch.log_text().splitlines() if not line.startswith(("INFO", "DEBUG"))] == []


@pytest.fixture
def card(show: Callable[[str], Card]) -> Card:
    return show("question")


@pytest.mark.slow
def test_a_question_takes_no_keys_from_the_program_in_front(card: Card) -> None:
    assert card.focus() == card.before
    card.keys("h", "i", "Return")
    card.is_typed("hi\n")
    assert not (card.notch.events.parent / "answers.jsonl").exists(), "Enter was for the terminal"


@pytest.mark.slow
def test_a_clicked_field_has_the_keyboard_and_the_window_gets_it_back_when_the_card_is_closed(card: Card) -> None:
    card.click_field()
    card.keys("End", "period", "u", "k")
    card.wait_for_yes()
    card.keys("Return")
    assert card.answer() == {
        "approved": True,
        "arguments": {"guest": "ann@example.org.uk", "body": "Dear Ann,\nthe train is late.\nSee you at ten."},
    }
    card.wait_focus(card.before)
    assert active_class(card.display) == "XTerm"
    card.keys("o", "k", "Return")
    card.is_typed("ok\n")


@pytest.mark.slow
@pytest.mark.clause("V-8.40")
def test_the_card_key_gives_the_keyboard_and_escape_says_no(card: Card) -> None:
    card.notch.tell("card-key")
    card.wait_keyboard()
    card.keys("Escape")
    assert card.answer() == {"approved": False, "arguments": None}
    card.wait_focus(card.before)
    card.keys("o", "k", "Return")
    card.is_typed("ok\n")


@pytest.mark.slow
def test_who_goes_back_to_the_program_keeps_the_keys_there(card: Card) -> None:
    card.click_field()
    width, height = card.display.size
    card.display.run("xdotool", "mousemove", str(width // 4), str(height - 80), "click", "1")
    card.wait_focus(card.before)
    card.keys("o", "k", "Return")
    card.is_typed("ok\n")
    card.click_field()
    card.keys("Escape")
    assert card.answer()["approved"] is False
    card.wait_focus(card.before)


@pytest.mark.slow
def test_the_key_for_typing_gives_the_keyboard_until_the_line_is_sent(show: Callable[[str], Card]) -> None:
    line = show("typing-key")
    line.wait_keyboard()
    line.keys("h", "i", "Return")
    assert line.answer() == {"say": "hi"}
    line.wait_focus(line.before)
    line.keys("o", "k", "Return")
    line.is_typed("ok\n")


@pytest.mark.slow
def test_escape_gives_the_keyboard_back_and_says_nothing(show: Callable[[str], Card]) -> None:
    line = show("typing-key")
    line.wait_keyboard()
    line.keys("h", "i", "Escape")
    line.wait_focus(line.before)
    line.keys("o", "k", "Return")
    line.is_typed("ok\n")
    assert not (line.notch.events.parent / "answers.jsonl").exists()


@pytest.mark.slow
def test_what_the_agent_asks_back_takes_keys_only_once_they_are_given_to_it(show: Callable[[str], Card]) -> None:
    asked = show("asked-back")
    assert asked.focus() == asked.before
    asked.keys("h", "i", "Return")
    asked.is_typed("hi\n")
    asked.notch.tell("card-key")
    asked.wait_keyboard()
    asked.keys("5", "Return")
    assert asked.answer() == {"answer": "5"}
    asked.wait_focus(asked.before)
