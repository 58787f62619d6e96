"""The field for typed input sends each line as a turn of its own and remembers the last ones."""

from __future__ import annotations

import pytest

from app.domain.messages import Command, NewTopic, Say
from app.ui.viewmodels.typed_line import MOST_LINES, TypedLineModel

NOW_MS = 1_780_315_500_000.0


class Typed:
    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.model = TypedLineModel(self.commands.append, lambda: NOW_MS)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.model.open()
            self.model.edit(line)
            self.model.send()


@pytest.fixture
def typed() -> Typed:
    return Typed()


def test_a_line_is_said_as_a_new_turn_and_the_field_closes(typed: Typed) -> None:
    typed.say("  what is \n on today ")
    (said,) = typed.commands
    assert isinstance(said, Say)
    assert (said.text, said.thread_id, said.speak) == ("what is on today", None, None)
    assert said.turn_id.startswith(f"{int(NOW_MS):012x}")
    assert (typed.model.is_open, typed.model.draft_text) == (False, "")


def test_two_lines_are_two_turns(typed: Typed) -> None:
    typed.say("one", "two")
    assert len({command.turn_id for command in typed.commands if isinstance(command, Say)}) == 2


def test_nothing_is_said_of_spaces_or_when_it_is_closed(typed: Typed) -> None:
    typed.say("   ")
    assert (typed.commands, typed.model.is_open) == ([], True)
    typed.model.close()
    typed.model.edit("hello")
    typed.model.send()
    assert typed.commands == []


def test_up_goes_back_through_what_was_said_and_down_to_what_is_typed(typed: Typed) -> None:
    typed.say("one", "two", "one")
    typed.model.open()
    typed.model.edit("three")
    seen: list[str] = []
    for step in (typed.model.older, typed.model.older, typed.model.older, typed.model.newer, typed.model.newer):
        step()
        seen.append(typed.model.draft_text)
    assert seen == ["one", "two", "two", "one", "three"]
    typed.model.newer()
    assert typed.model.draft_text == "three"


def test_an_old_line_that_is_changed_is_a_new_one(typed: Typed) -> None:
    typed.say("one", "two")
    typed.model.open()
    typed.model.older()
    typed.model.edit("two!")
    typed.model.older()
    assert typed.model.draft_text == "two"
    typed.model.newer()
    assert typed.model.draft_text == "two!"


def test_only_the_last_lines_are_remembered(typed: Typed) -> None:
    typed.say(*(f"line {n}" for n in range(MOST_LINES + 5)))
    typed.model.open()
    for _ in range(MOST_LINES + 5):
        typed.model.older()
    assert typed.model.draft_text == "line 5"


def test_escape_throws_away_what_making_room_keeps(typed: Typed) -> None:
    typed.model.open()
    typed.model.edit("half a")
    typed.model.set_aside()
    assert (typed.model.is_open, typed.model.draft_text) == (False, "half a")
    typed.model.open()
    typed.model.close()
    assert typed.model.draft_text == ""


def test_the_topic_is_told_and_can_be_left(typed: Typed) -> None:
    assert typed.model.property("goesOn") is False
    typed.model.set_topic(goes_on=True)
    assert typed.model.property("goesOn") is True
    typed.model.newTopic()
    assert typed.commands == [NewTopic()]
