"""Input schemas as providers take them, and arguments on their way back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.agent.model_schemas import restored, shown_schema
from app.domain.providers import AgentProvider
from tests.unit.agent.model_stage import WEATHER

COMPATIBLE, GOOGLE = AgentProvider.COMPATIBLE, AgentProvider.GOOGLE


def shown(schema: dict[str, Any], provider: AgentProvider = COMPATIBLE) -> dict[str, Any]:
    return shown_schema(schema, provider).schema


def prop(schema: object, provider: AgentProvider = COMPATIBLE) -> Any:
    """Return how one property is shown."""
    properties: Any = shown({"type": "object", "properties": {"a": schema}}, provider)["properties"]
    return properties.get("a")


def test_a_plain_schema_stays_as_it_is() -> None:
    assert shown(WEATHER["inputSchema"]) == WEATHER["inputSchema"]


@pytest.mark.parametrize("schema", [{}, {"type": "string"}, {"$schema": "x", "title": "", "type": "object"}])
def test_the_root_is_always_an_object(schema: dict[str, Any]) -> None:
    assert shown(schema) == {"type": "object", "properties": {}}


def test_references_are_written_out_and_circles_are_cut() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "at": {"$ref": "#/$defs/day"}}}
    schema = {"$ref": "#/$defs/node", "$defs": {"node": node, "day": {"type": "string", "format": "date"}}}
    made = shown(schema)
    assert made["properties"]["at"] == {"type": "string", "format": "date"}
    assert made["properties"]["next"]["type"] == "object"
    assert "$" not in json.dumps(made)


def test_a_choice_at_the_root_becomes_one_object_that_asks_for_what_all_ask_for() -> None:
    first = {"properties": {"id": {"type": "integer"}, "by": {"type": "string"}}, "required": ["id", "by"]}
    second = {"properties": {"name": {"type": "string"}, "by": {"type": "string"}}, "required": ["name", "by"]}
    made = shown({"description": "Find", "oneOf": [first, second], "properties": {"x": {"type": "boolean"}}})
    assert list(made["properties"]) == ["name", "by", "id", "x"]
    assert (made["required"], made["description"], "oneOf" in made) == (["by"], "Find", False)


def test_all_of_is_joined() -> None:
    parts = [
        {"properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"properties": {"b": {"allOf": [{"type": "integer"}, {"minimum": 1}]}}, "description": "Both"},
    ]
    assert shown({"type": "object", "allOf": parts}) == {
        "description": "Both",
        "type": "object",
        "properties": {"b": {"type": "integer", "minimum": 1}, "a": {"type": "string"}},
        "required": ["a"],
    }


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": ["string", "null"]}, {"type": "string"}),
        ({"type": ["string", "integer"]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string"}),
        (
            {"anyOf": [{"const": "a"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "integer"}]},
        ),
        ({"const": "x"}, {"type": "string", "enum": ["x"]}),
        ({"enum": ["a", None, "b"]}, {"type": "string", "enum": ["a", "b"]}),
        ({"type": "integer", "enum": [1, 2]}, {"type": "integer", "enum": [1, 2]}),
        ({"enum": [1, "a"]}, {"enum": [1, "a"]}),
        ({"type": "null"}, {}),
        ({"type": "strange"}, {}),
        (True, {}),
        (False, None),
        ({"title": "Size"}, {"description": "Size"}),
        ({"type": "string", "format": "hostname", "default": "x"}, {"type": "string"}),
        (
            {"type": "string", "pattern": "^a$", "maxLength": 3},
            {"type": "string", "maxLength": 3, "description": "Pattern: ^a$"},
        ),
        ({"type": "number", "exclusiveMinimum": 0, "multipleOf": 2, "minimum": "0"}, {"type": "number"}),
        ({"type": "array"}, {"type": "array", "items": {"type": "string"}}),
        ({"items": {"type": "integer"}, "maxItems": 3}, {"type": "array", "maxItems": 3, "items": {"type": "integer"}}),
        ({"properties": {"b": {}}}, {"type": "object", "properties": {"b": {}}}),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}},
        ),
        (
            {"type": "object", "additionalProperties": True},
            {"type": "object", "properties": {}, "additionalProperties": True},
        ),
        ({"type": "object", "additionalProperties": False}, {"type": "object", "properties": {}}),
    ],
)
def test_a_property_is_shown_in_common_words(schema: object, expected: object) -> None:
    assert prop(schema) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "enum": [1, 2]}, {"type": "integer", "description": "One of: 1, 2"}),
        ({"type": "string", "format": "date"}, {"type": "string", "description": "Format: date"}),
        ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}),
        ({"type": "object", "additionalProperties": True}, {"type": "object", "properties": {}}),
    ],
)
def test_google_is_told_in_words_what_it_has_no_keyword_for(schema: object, expected: object) -> None:
    assert prop(schema, GOOGLE) == expected


def test_what_is_too_deep_is_told_by_its_type() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(20):
        deep = {"type": "object", "properties": {"a": deep}}
    made: Any = shown(deep)
    levels = 0
    while made.get("properties"):
        made, levels = made["properties"]["a"], levels + 1
    assert (levels, made) == (9, {"type": "object"})


def test_a_huge_schema_is_told_in_short() -> None:
    inner = {
        "type": "object",
        "description": "y" * 50,
        "properties": {"x": {"type": "object", "properties": {"z": {}}}},
    }
    many = {f"name_{number}": inner for number in range(200)}
    text = json.dumps(shown({"type": "object", "properties": many, "required": ["name_1"]}))
    assert "name_199" in text
    assert "description" not in text
    assert len(text) < 40_000


def test_names_are_made_legal_and_given_back_at_every_depth() -> None:
    inner: dict[str, Any] = {"type": "object", "properties": {"a b": {"type": "string"}}}
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "$id": {"type": "array", "items": inner},
            "_id": {"type": "string"},
            "_id_2": {"type": "string"},
            "": {"type": "string"},
            "o": {"anyOf": [inner, {"type": "string"}]},
            "n" * 80: {"type": "integer"},
            "n" * 70: {"type": "integer"},
        },
        "required": ["$id", "gone"],
    }
    made = shown_schema(schema, COMPATIBLE)
    names: Any = made.schema["properties"]
    assert list(names) == ["_id_3", "_id", "_id_2", "value", "o", "n" * 64, "n" * 62 + "_2"]
    assert made.schema["required"] == ["_id_3"]
    given = {"_id_3": [{"a_b": "x"}], "_id": "y", "o": {"a_b": 1}, "value": 2, "n" * 62 + "_2": 3, "extra": {"q": 4}}
    assert restored(given, made.names) == {
        "$id": [{"a b": "x"}],
        "_id": "y",
        "o": {"a b": 1},
        "": 2,
        "n" * 70: 3,
        "extra": {"q": 4},
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "properties", "items", "enum", "anyOf", "allOf", "$ref", "required", "a b", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


HUGE: list[dict[str, Any]] = [
    {"a": {"type": "string", "enum": [f"value {at} of many" for at in range(5000)]}},
    {"a": {"enum": list(range(20_000))}},
    {"a": {"const": "x" * 100_000}},
    {f"p{at}": {"type": "string"} for at in range(5000)},
    {f"{chr(0x4E00 + at % 900)}{at // 900 * 'ب'}": {"type": "string"} for at in range(5000)},
    {"n" * 200_000: {"type": "string", "description": "d" * 200_000}},
    {"a": {"type": "object", "properties": {f"p{at}": {"type": "string"} for at in range(5000)}}},
]


@pytest.mark.slow
@pytest.mark.parametrize("provider", AgentProvider)
@pytest.mark.parametrize("properties", HUGE, ids=range(len(HUGE)))
def test_no_schema_is_shown_longer_than_a_model_can_read(properties: dict[str, Any], provider: AgentProvider) -> None:
    schema = {"type": "object", "properties": properties, "required": [next(iter(properties))] * 50_000}

    assert len(json.dumps(shown(schema, provider))) <= 16_384


def test_what_is_required_is_shown_first_where_there_is_not_room_for_all() -> None:
    properties = {f"p{at}": {"type": "string"} for at in range(5000)}
    made = shown_schema({"type": "object", "properties": properties, "required": ["p4999"]}, COMPATIBLE)

    assert made.schema["required"] == ["p4999"]
    names: Any = made.schema["properties"]
    assert {"p0", "p4999"} <= {*names}
    assert restored({"p4999": "a"}, made.names) == {"p4999": "a"}


def test_a_long_list_of_values_is_told_by_how_it_begins() -> None:
    told = prop({"type": "string", "enum": [f"value {at}" for at in range(1000)]})

    assert told["type"] == "string"
    assert "enum" not in told
    assert told["description"].startswith('One of: "value 0", "value 1"')


def test_what_no_json_has_is_not_sent() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "number", "minimum": float("nan"), "maximum": float("inf"), "enum": [float("inf"), 1]},
            "b": {"type": "string", "minLength": True, "description": "\ud800 half", "enum": ["\udfff", "c"]},
            "\ud800": {"type": "string"},
        },
    }

    sent = json.dumps(shown(schema), allow_nan=False, ensure_ascii=False).encode()

    assert json.loads(sent)["properties"] == {
        "a": {"type": "number", "enum": [1]},
        "b": {"type": "string", "enum": ["c"], "description": "\ufffd half"},
        "_": {"type": "string", "description": "\ufffd"},
    }


@pytest.mark.parametrize("schema", [{"type": []}, {"type": [[], {}]}, {"type": "string", "format": []}])
def test_keywords_of_a_wrong_kind_are_left_out(schema: object) -> None:
    assert "format" not in prop(schema)
    assert prop(schema).get("type") in (None, "string")


def test_google_gets_no_empty_value() -> None:
    assert prop({"type": "string", "enum": ["", "a"]}, GOOGLE) == {"type": "string", "enum": ["a"]}
    assert prop({"type": "string", "enum": ["", "a"]}) == {"type": "string", "enum": ["", "a"]}


@given(st.dictionaries(st.sampled_from(["type", "properties", "oneOf", "allOf", "$ref", "$defs"]), JSON, max_size=4))
def test_any_schema_at_all_becomes_an_object_without_references(schema: dict[str, Any]) -> None:
    for provider in AgentProvider:
        made = shown(schema, provider)
        assert made["type"] == "object"
        assert isinstance(made["properties"], dict)
        json.dumps(made)
