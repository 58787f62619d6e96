"""Text becomes a number or a truth value exactly where a schema wants one, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.conversion import from_text, wanted_kinds

NUMBER = frozenset({"number", "integer"})


@pytest.mark.parametrize(
    ("text", "kinds", "expected"),
    [
        ("3", {"number"}, 3),
        ("-0.5", {"number"}, -0.5),
        ("1e3", {"number"}, 1000.0),
        ("3", {"integer"}, 3),
        ("3.0", {"integer"}, 3),
        ("3.5", {"integer"}, None),
        ("true", {"boolean"}, True),
        ("false", {"boolean"}, False),
        ("true", {"number"}, None),
        ("1", {"boolean"}, None),
        ("True", {"boolean"}, None),
        ("3", {"string", "number"}, None),
        ("3", {"null", "number"}, 3),
        ("3", set[str](), None),
        ("", {"number"}, None),
        (" 3", {"number"}, None),
        ("+3", {"number"}, None),
        ("007", {"number"}, None),
        ("1,5", {"number"}, None),
        ("0x10", {"integer"}, None),
        ("1e999", {"number"}, None),
        ("Infinity", {"number"}, None),
        ("9" * 5000, {"number"}, None),
        ("9" * 350, {"number"}, None),
        ("9007199254740991", {"integer"}, 2**53 - 1),
        ("-9007199254740992", {"number"}, None),
        ("1e300", {"integer"}, None),
        ("1e300", {"number"}, 1e300),
    ],
)
def test_text_that_is_exactly_a_number_or_a_truth_value_becomes_one(text: str, kinds: set[str], expected: Any) -> None:
    found = from_text(text, kinds)

    assert found == expected
    assert type(found) is type(expected)


@given(st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False) | st.booleans())
def test_what_json_writes_is_read_as_the_same_value(value: Any) -> None:
    text = str(value).lower() if isinstance(value, bool) else repr(value)

    assert from_text(text, NUMBER | {"boolean"}) == value


@pytest.mark.parametrize(
    ("schema", "kinds"),
    [
        (True, None),
        ({}, None),
        ({"type": "integer"}, {"integer"}),
        ({"type": ["number", "null", 3]}, {"number", "integer", "null"}),
        ({"enum": [1, 2.5, True, "a", None]}, {"number", "integer", "boolean", "string", "other"}),
        ({"const": 3}, {"number", "integer"}),
        ({"type": "integer", "enum": [1, 2]}, {"integer"}),
        ({"$ref": "#/n"}, {"number", "integer"}),
        ({"allOf": [{"$ref": "#/n"}, {"type": "integer"}, {"description": "n"}]}, {"integer"}),
        ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, {"boolean", "null"}),
        ({"oneOf": [{"type": "boolean"}, {}]}, None),
        ({"anyOf": []}, None),
    ],
)
def test_the_types_that_a_schema_allows_are_found_through_references_and_choices(schema: Any, kinds: Any) -> None:
    found = wanted_kinds(schema, {"#/n": {"type": "number"}}.get)

    assert found == kinds
