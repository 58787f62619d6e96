"""Plain values of what others wrote: whole characters, numbers that a double holds, and an end to depth."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from app.domain.findings import Findings
from app.domain.plain_json import DEEPEST, is_too_deep, plain, written


def read(value: object, *, most: int = 100) -> tuple[object, list[tuple[str, str]]]:
    findings = Findings(strict=False, most=most)
    copied = plain(value, findings.root(), "V-1.2")
    return copied, [(one.path, one.code) for one in findings.found]


def nested(levels: int) -> Any:
    """Return so many lists in each other."""
    value: list[object] = []
    for _ in range(levels - 1):
        value = [value]
    return value


def test_values_are_copied_and_what_was_given_stays_as_it_was() -> None:
    given: dict[str, object] = {"a": [1, 2.5, True, None, "\u00e9"], "b": {"c": []}}
    copied, found = read(given)
    assert copied == given
    assert copied is not given
    assert found == []
    assert isinstance(copied, dict)
    assert copied["a"] is not given["a"]


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 10**309, -(10**309), 10**4000])
def test_a_number_that_no_double_holds_is_null(number: float) -> None:
    assert read({"a": [1, number]}) == ({"a": [1, None]}, [("$.a[1]", "not-a-number")])


@pytest.mark.parametrize("number", [1.7e308, 10**308, -5e-324, 0, 2**53 + 1])
def test_every_number_that_a_double_holds_or_rounds_to_is_kept(number: float) -> None:
    assert read(number) == (number, [])


def test_half_a_character_is_replaced_in_texts_and_names() -> None:
    copied, found = read({"a": "x\ud83d", "b\ude00": {"c": "\ude00"}, "\U0001f600": "\U0001f600"})
    mark = "\N{REPLACEMENT CHARACTER}"
    assert copied == {"a": f"x{mark}", f"b{mark}": {"c": mark}, "\U0001f600": "\U0001f600"}
    assert [code for _, code in found] == ["half-a-character"] * 3
    assert found[1][0] == "$"
    assert found[2][0].endswith(".c")


def test_what_is_nested_deeper_than_the_limit_is_null() -> None:
    assert read(nested(DEEPEST)) == (nested(DEEPEST), [])
    copied, found = read(nested(DEEPEST + 1))
    assert str(copied) == "[" * DEEPEST + "None" + "]" * DEEPEST
    assert found == [("$" + "[0]" * DEEPEST, "too-deep")]
    assert (is_too_deep(nested(DEEPEST)), is_too_deep(nested(DEEPEST + 1))) == (False, True)


def test_a_name_that_is_written_twice_is_told_and_the_last_counts() -> None:
    value = json.loads('{"a": {"b": 1, "b": 2, "c": 3}}', object_pairs_hook=written)
    assert read(value) == ({"a": {"b": 2, "c": 3}}, [("$.a.b", "written-twice")])


def test_no_more_findings_are_kept_than_asked_for() -> None:
    copied, found = read([math.nan] * 10, most=3)
    assert copied == [None] * 10
    assert [path for path, _ in found] == ["$[0]", "$[1]", "$[2]"]
    assert len(read(["\ud83d"] * 10, most=3)[1]) == 3
