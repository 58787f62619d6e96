"""A turn remembers what failed in it, and which texts came from its tools rather than from the person."""

from __future__ import annotations

import json

import pytest

from app.tools.turn_memory import TurnMemory


@pytest.mark.clause("V-8.47")
def test_a_text_from_an_earlier_result_that_the_person_did_not_say_is_marked() -> None:
    turn = TurnMemory("Write to Ann at Example Street")
    turn.note_result("Contacts", json.dumps({"people": [{"mail": "ann@example.com", "city": "Springfield"}]}))
    turn.note_result("Notes", "The door code is 12345678, she said")

    marks = turn.marks(
        {
            "to": "ann@example.com",
            "list": [{"code": "12345678"}, {"code": 12345678}],
            "street": "example street",
            "own": "something else",
            "truth": True,
        }
    )

    assert marks == {"to": "Contacts", "list.0.code": "Notes", "list.1.code": "Notes"}


@pytest.mark.clause("V-8.47")
def test_what_was_said_in_any_case_and_what_is_short_is_not_marked() -> None:
    turn = TurnMemory()
    turn.note_words("Send it to ANN@EXAMPLE.COM")
    turn.note_result("Contacts", '["ann@example.com", "seven77", "eight888"]')

    assert turn.marks({"a": "ann@example.com", "b": "seven77", "c": " seven77 ", "d": "eight888 "}) == {"d": "Contacts"}


@pytest.mark.clause("V-8.47")
def test_the_latest_result_with_the_text_is_named_and_old_ones_are_forgotten() -> None:
    turn = TurnMemory()
    turn.note_result("Old", "the text in question")
    turn.note_result("New", "the text in question")
    assert turn.marks({"a": "the text in question"}) == {"a": "New"}

    for _ in range(64):
        turn.note_result("Other", "{}")
    assert turn.marks({"a": "the text in question"}) == {}


def test_a_failed_call_is_remembered_for_the_turn() -> None:
    turn = TurnMemory()
    turn.note_failure("digest")

    assert turn.has_failed("digest")
    assert not turn.has_failed("other")
