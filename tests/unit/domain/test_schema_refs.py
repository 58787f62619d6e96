"""References of input schemas: local for checking, written out for showing, and never a way out of the schema."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.errors import UnusableSchema
from app.domain.fields import JsonObject, as_object
from app.domain.schema_refs import localised, written_out

QUERY: JsonObject = {
    "type": "object",
    "properties": {"query_model": {"$ref": "#/$defs/Q", "description": "What to find"}},
    "$defs": {"Q": {"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}},
}
TREE: JsonObject = {
    "type": "object",
    "properties": {"root": {"$ref": "#/$defs/Node"}},
    "$defs": {
        "Node": {
            "type": "object",
            "title": "Node",
            "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            },
        }
    },
}


@pytest.mark.fault("A47")
def test_a_reference_is_written_out_where_it_stands() -> None:
    assert written_out(QUERY) == {
        "type": "object",
        "properties": {
            "query_model": {
                "type": "object",
                "properties": {"words": {"type": "string"}},
                "required": ["words"],
                "description": "What to find",
            }
        },
    }


@pytest.mark.fault("A47")
def test_a_schema_inside_itself_is_cut_to_its_type() -> None:
    node = (as_object(written_out(TREE)["properties"]) or {})["root"]

    assert node == {
        "type": "object",
        "title": "Node",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"type": "object", "title": "Node"}},
        },
    }


def test_references_that_multiply_are_cut() -> None:
    doubling: dict[str, Any] = {
        f"n{level}": {"type": "object", "properties": {side: {"$ref": f"#/$defs/n{level + 1}"} for side in ("a", "b")}}
        for level in range(40)
    }
    schema: JsonObject = {
        "type": "object",
        "properties": {"top": {"$ref": "#/$defs/n0"}},
        "$defs": {**doubling, "n40": True},
    }

    assert len(json.dumps(written_out(schema))) < 500_000


def test_data_in_a_schema_is_no_schema() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"enum": [{"$ref": "#/nowhere", "$id": "x"}], "items": [[{}]]}},
    }

    assert written_out(schema) == schema
    assert localised(schema) == schema


def test_identities_are_dropped_and_names_become_pointers() -> None:
    schema: JsonObject = {
        "$schema": "http://example.com/own-dialect",
        "$id": "https://example.com/a.json",
        "type": "object",
        "properties": {
            "$id": {"type": "string"},
            "one": {"$ref": "https://example.com/q"},
            "two": {"$ref": "#q"},
            "any": {"$ref": "#/$defs/any"},
            "a/b~c d": {"$ref": "#/properties/$id"},
            "again": {"$ref": "#/properties/a~1b~0c%20d"},
        },
        "$defs": {
            "q~/": {"$id": "https://example.com/q", "$anchor": "q", "type": "number"},
            "any": True,
            "none": False,
        },
    }

    assert localised(schema) == {
        "type": "object",
        "properties": {
            "$id": {"type": "string"},
            "one": {"$ref": "#/%24defs/q~0~1"},
            "two": {"$ref": "#/%24defs/q~0~1"},
            "any": {"$ref": "#/$defs/any"},
            "a/b~c d": {"$ref": "#/properties/%24id"},
            "again": {"$ref": "#/properties/a~1b~0c%20d"},
        },
        "$defs": {"q~/": {"$anchor": "q", "type": "number"}, "any": True, "none": {"not": {}}},
    }


@pytest.mark.parametrize(
    "reference",
    [
        "#/$defs/none",
        "https://example.com/schema.json",
        "file:///etc/passwd",
        "#/enum/0",
        "#/properties",
        "#/$defs/Loop",
    ],
)
def test_a_reference_that_leads_to_no_schema_makes_the_schema_unusable(reference: str) -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"a": {"$ref": reference}},
        "enum": [{"type": "number"}],
        "$defs": {"Loop": {"$ref": reference}},
    }

    with pytest.raises(UnusableSchema):
        localised(schema)
