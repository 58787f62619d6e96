"""Arguments that need one look each fit exactly where the library says so."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from app.tools.schema import ArgumentSchema
from app.tools.schema_places import plain_kinds

NAMES = ("a", "b", "c")
KINDS = st.sampled_from(["number", "integer", "boolean", "array", "object", "null"])
MEMBERS = st.fixed_dictionaries({"type": KINDS}, optional={"title": st.just("A"), "default": st.just(1)})
SCHEMAS = st.fixed_dictionaries(
    {"type": st.just("object"), "properties": st.dictionaries(st.sampled_from(NAMES), MEMBERS)},
    optional={
        "required": st.lists(st.sampled_from(NAMES), unique=True),
        "additionalProperties": st.booleans() | MEMBERS,
        "$defs": st.just({"no": False}),
    },
)
VALUES = st.sampled_from([None, True, 1, 1.0, 0.5, [], [1], {}, {"a": 1}])


@given(SCHEMAS, st.dictionaries(st.sampled_from(NAMES), VALUES))
def test_plain_arguments_fit_where_the_library_says_that_they_fit(schema: Any, arguments: dict[str, Any]) -> None:
    assert plain_kinds(schema) is not None

    found = ArgumentSchema(schema).check(arguments)

    takes_others = schema.get("additionalProperties", False) is not False
    kept = {name: value for name, value in arguments.items() if takes_others or name in schema["properties"]}
    assert (not found.errors) == Draft202012Validator(schema).is_valid(kept)
    assert found.arguments == kept


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ({"properties": {"a": {"type": "integer", "minimum": 1}}}, {"a": 0}),
        ({"properties": {"a": {"enum": [1]}}}, {"a": 0}),
        ({"properties": {"a": {"type": ["integer", "null"]}}}, {"a": True}),
        ({"properties": {"a": False}}, {"a": 0}),
        ({"properties": {"a": {"type": "integer"}}, "maxProperties": 0}, {"a": 0}),
        ({"properties": {"a": {"type": "integer"}}, "not": {}}, {"a": 0}),
        ({"properties": {"a": {"type": "integer"}}, "$ref": "#/$defs/no", "$defs": {"no": False}}, {"a": 0}),
        ({"properties": {"a": {"type": "integer"}}, "dependentRequired": {"a": ["b"]}}, {"a": 0}),
        ({"properties": {"a": {"type": "integer"}}, "required": ["b"]}, {"a": 0}),
    ],
)
def test_whatever_else_a_schema_asks_is_looked_at(schema: Any, arguments: dict[str, Any]) -> None:
    assert ArgumentSchema({"type": "object", **schema}).check(arguments).errors
