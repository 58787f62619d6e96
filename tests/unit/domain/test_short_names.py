"""Short names of integrations (V-6.17)."""

from __future__ import annotations

import pytest

from app.domain.tools import MOST_SHORT_NAME, free_short_name, legal_short_name, short_name


@pytest.mark.clause("V-6.17")
@pytest.mark.parametrize(
    ("integration_id", "expected"),
    [
        ("com.example.notes", "notes"),
        ("com.example.my-notes", "my_notes"),
        ("com.example.a-very-long-name-of-an-integration", "a_very_long_name_of_an_i"),
    ],
)
def test_the_short_name_is_the_last_part_of_the_id(integration_id: str, expected: str) -> None:
    assert short_name(integration_id) == expected


@pytest.mark.clause("V-6.17")
def test_a_taken_or_reserved_short_name_gets_a_number_within_the_limit() -> None:
    long = "a" * MOST_SHORT_NAME

    assert free_short_name("notes", {"clock"}) == "notes"
    assert free_short_name("notes", {"notes"}) == "notes_2"
    assert free_short_name("notes", {"notes", "notes_2"}) == "notes_3"
    assert free_short_name("host", ()) == "host_2"
    assert free_short_name(long, {long}) == "a" * (MOST_SHORT_NAME - 2) + "_2"


@pytest.mark.fault("A49")
@pytest.mark.parametrize(
    ("wish", "legal"),
    [
        ("jotter", "jotter"),
        ("My notes", "my_notes"),
        ("__a--b..c__", "a_b_c"),
        ("../x", "x"),
        ("\u202eabc\u200b", "abc"),
        ("x" * 500, "x" * MOST_SHORT_NAME),
        ("\u0437\u0430\u043c\u0435\u0442\u043a\u0438", ""),
        ("", ""),
    ],
)
def test_a_short_name_that_a_person_gives_can_stand_in_the_name_of_a_tool(wish: str, legal: str) -> None:
    assert legal_short_name(wish) == legal
