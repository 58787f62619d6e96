"""What the name of a tool says about it: whether it destroys, and in which tier the action list shows it."""

from __future__ import annotations

import pytest

from app.domain.calls import Tier
from app.domain.tools import acts, destroys, shows, tier

DESTROYING = (
    *("delete", "destroy", "erase", "overwrite", "pay", "purchase", "refund", "remove", "terminate"),
    *("transfer", "trash", "uninstall", "wipe"),
)


@pytest.mark.clause("V-7.14")
@pytest.mark.parametrize("verb", DESTROYING)
def test_a_tool_that_begins_with_a_destroying_verb_destroys(verb: str) -> None:
    assert destroys(f"{verb}_it", "", "notes")
    assert destroys("it", f"{verb.capitalize()} it", "notes")
    assert destroys(f"notes_{verb}", "", "notes")


@pytest.mark.clause("V-7.14")
def test_other_acting_verbs_and_later_words_do_not_destroy() -> None:
    assert not any(destroys(name, "", "notes") for name in ("send_it", "create_it", "get_trash", "undelete", ""))


@pytest.mark.clause("V-7.16")
@pytest.mark.parametrize(
    ("name", "confirms", "destructive", "read_only", "expected"),
    [
        ("find_note", False, False, False, Tier.READS),
        ("find_note", True, False, False, Tier.CHANGES),
        ("find_note", False, True, True, Tier.DESTRUCTIVE),
        ("create_note", False, False, False, Tier.CHANGES),
        ("create_note", False, False, True, Tier.READS),
        ("create_note", True, False, True, Tier.CHANGES),
        ("delete_note", False, False, True, Tier.DESTRUCTIVE),
    ],
)
def test_the_action_list_shows_a_tool_as_reading_changing_or_destructive(
    name: str, *, confirms: bool, destructive: bool, read_only: bool, expected: Tier
) -> None:
    found = tier(name, "", "notes", confirms=confirms, destructive=destructive, read_only=read_only)

    assert found is expected


@pytest.mark.clause("V-7.13")
@pytest.mark.parametrize(
    "first",
    ["\u200bDelete", "\u202eDelete", "\u201cDelete\u201d", "Delete:", "\uff24\uff45lete", "(Delete)", "DELETE\u2026"],
)
def test_a_verb_counts_however_it_is_written(first: str) -> None:
    assert acts("do_it", f"{first} it", "office")
    assert destroys("do_it", f"{first} it", "office")


@pytest.mark.clause("V-7.13")
@pytest.mark.parametrize(
    ("name", "short", "expected"),
    [("notes_get_delete", "notes", False), ("delete_it", "delete", True), ("send_send_it", "send", True)],
)
def test_an_own_name_that_is_a_verb_is_not_skipped(name: str, short: str, *, expected: bool) -> None:
    """Else an integration could act unasked by what it calls itself, or by what a person calls it."""
    assert acts(name, "", short) is expected


def test_an_own_name_that_is_also_a_noun_is_skipped() -> None:
    assert not acts("order_order_status", "", "order")
    assert acts("message_delete", "", "message")


def test_a_title_without_a_word_does_not_act() -> None:
    assert not acts("do_it", "\u200b ... \u200b", "office")


@pytest.mark.parametrize(
    ("name", "title", "expected"),
    [
        ("list_notes", "", True),
        ("notes_find_one", "", True),
        ("do_it", "Show it", True),
        ("open_door", "Open the door", False),
        ("", "", False),
    ],
)
def test_only_a_verb_of_looking_something_up_shows_that_a_tool_reads(name: str, title: str, *, expected: bool) -> None:
    assert shows(name, title, "notes") is expected
