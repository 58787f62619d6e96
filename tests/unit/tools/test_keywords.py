"""The keywords that are done otherwise than in ``jsonschema`` let through exactly what that lets through."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from app.tools.keywords import BoundedValidator, Budget

NAMES = st.sampled_from(["a", "b", "ab"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from([0.5, 1.0, "", "a", "ab"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
KINDS = st.sampled_from(["string", "number", "integer", "boolean", "array", "object", "null"])
PLAIN = st.fixed_dictionaries({}, optional={"type": KINDS, "title": st.just("A"), "default": st.just(1)})


def around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return schemas with these inside."""
    members = st.dictionaries(NAMES, inner, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": KINDS | st.lists(KINDS, min_size=1, max_size=2, unique=True),
            "properties": members,
            "patternProperties": st.dictionaries(st.sampled_from(["^a", "b$"]), inner, max_size=2),
            "additionalProperties": inner,
            "items": inner,
            "required": st.lists(NAMES, max_size=2, unique=True),
            "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=1), max_size=1),
            "uniqueItems": st.booleans(),
            "multipleOf": st.sampled_from([1, 2, 0.5]),
            "pattern": st.just("^a"),
            "enum": st.lists(VALUES, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "unevaluatedProperties": st.booleans(),
        },
    )


@given(around(st.booleans() | PLAIN | around(PLAIN)), VALUES)
def test_a_value_fits_where_the_library_says_that_it_fits(schema: Any, value: Any) -> None:
    with Budget(5):
        assert BoundedValidator(schema).is_valid(value) == Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    ("kind", "more", "value"),
    [
        ("object", {"required": ["a"]}, {}),
        ("integer", {"minimum": 1}, 0),
        ("integer", {"enum": [1]}, 2),
        ("string", {"maxLength": 1}, "ab"),
        ("string", {"const": "a"}, "b"),
        ("string", {"pattern": "^b"}, "a"),
        ("array", {"maxItems": 1}, [1, 2]),
        ("array", {"items": False}, [1]),
        ("null", {"not": {}}, None),
        ("boolean", {"$ref": "#/$defs/no"}, True),
        ("integer", {}, True),
        ("integer", {"title": "A", "description": "", "default": 1, "examples": [1]}, "1"),
    ],
)
def test_a_member_is_passed_over_only_where_its_type_is_all_that_is_asked(kind: str, more: Any, value: Any) -> None:
    schema = {"properties": {"a": {"type": kind, **more}}, "$defs": {"no": False}}
    with Budget(5):
        assert not BoundedValidator(schema).is_valid({"a": value})
