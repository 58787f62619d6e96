"""The card of a call whose tool has none (V-8.45): every argument as a field of its type, and nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.confirmations.blocks import CardRoot, Stack
from app.domain.confirmations.editing import Draft, inputs
from app.domain.confirmations.generic import generic_card
from app.domain.confirmations.value_text import MISSING
from tests.unit.domain.test_confirmation_editing import question

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "to": {"type": "string", "title": "Recipient"},
        "how_many": {"type": "integer", "default": 3},
        "urgent": {"type": "boolean"},
        "level": {"type": "string", "enum": ["low", "high"]},
        "size": {"enum": [1, 2.5, None]},
        "code": {"type": "string", "format": "password"},
        "pin": {"allOf": [{"type": "integer", "writeOnly": True}]},
        "where": {"$ref": "#/$defs/place"},
        "tags": {"type": "array"},
        "free": {},
        "maybe": {"anyOf": [{"type": "number"}, {"type": "null"}]},
    },
    "required": ["to"],
    "$defs": {"place": {"type": "object", "properties": {"inner": {"$ref": "#/$defs/place"}}}},
}


def fields(arguments: dict[str, Any], schema: dict[str, Any] = SCHEMA) -> list[dict[str, Any]]:
    """Return the blocks under the name of the integration, without their defaults."""
    card = generic_card("Send", "Mail", schema, arguments, destructive=False)
    head, *rest = card.children
    assert head.model_dump(exclude_defaults=True) == {
        "type": "text",
        "text": "Mail",
        "variant": "caption",
        "color": "muted",
    }
    blocks = rest[0].children if len(rest) == 1 and isinstance(rest[0], Stack) else rest
    return [block.model_dump(mode="json", by_alias=True, exclude_defaults=True) for block in blocks]


def texts(arguments: dict[str, Any], schema: dict[str, Any] = SCHEMA) -> str:
    """Return everything the card shows, values put in."""
    card = generic_card("Send", "Mail", schema, arguments, destructive=False)
    asked = question(arguments, card)
    draft = Draft.of(asked)
    return "\n".join(draft.filled(block.get("text", "")) for block in fields(arguments, schema))


@pytest.mark.clause("V-8.45")
def test_each_argument_is_a_field_of_its_type() -> None:
    assert fields({"to": "Anna"}) == [
        {"type": "textField", "bind": "{{to}}", "label": "Recipient", "required": True},
        {"type": "textField", "bind": "{{how_many}}", "label": "how many", "placeholder": "3"},
        {"type": "toggle", "bind": "{{urgent}}", "label": "urgent"},
        {
            "type": "select",
            "bind": "{{level}}",
            "label": "level",
            "options": [{"label": "low", "value": "low"}, {"label": "high", "value": "high"}],
        },
        {
            "type": "select",
            "bind": "{{size}}",
            "label": "size",
            "options": [{"label": "1", "value": "1"}, {"label": "2.5", "value": "2.5"}],
        },
        {"type": "passwordField", "bind": "{{code}}", "label": "code"},
        {"type": "passwordField", "bind": "{{pin}}", "label": "pin"},
        {"type": "textField", "bind": "{{free}}", "label": "free"},
        {"type": "textField", "bind": "{{maybe}}", "label": "maybe"},
    ]


@pytest.mark.clause("V-8.45")
def test_nested_values_are_read_only_indented_text_and_no_json() -> None:
    arguments = {"to": "a", "where": {"city": "Vienna", "inner": {"zip": 1010}}, "tags": ["x", "y"], "free": {"a": 1}}
    shown = texts(arguments)
    assert "city: Vienna\ninner:\n  zip: 1010" in shown
    assert "- x\n- y" in shown
    assert not set("{}[]") & set(shown)
    bound = {block["bind"] for block in fields(arguments) if "bind" in block}
    assert not bound & {"{{where}}", "{{tags}}", "{{free}}"}


@pytest.mark.clause("V-8.45")
def test_given_arguments_come_first_and_undeclared_ones_are_shown_too() -> None:
    binds = [block.get("bind") for block in fields({"extra": True, "urgent": False, "to": "a"})]
    assert binds[:3] == ["{{to}}", "{{urgent}}", "{{extra}}"]
    assert fields({"extra": True}, {"type": "object"})[0]["type"] == "toggle"
    assert fields({"extra": 5}, {"type": "object"})[0]["type"] == "textField"
    long = fields({"extra": "a\nb"}, {"type": "object"})[0]
    assert long["multiline"]


@pytest.mark.clause("V-8.45")
def test_a_call_with_many_arguments_loses_none() -> None:
    names = [f"a{number}" for number in range(40)]
    arguments: dict[str, Any] = dict.fromkeys(names, "x")
    card = generic_card("t" * 80, "i" * 600, {"type": "object"}, arguments, destructive=False)
    assert [one.bind for one in inputs(card.children)] == [f"{{{{{name}}}}}" for name in names]
    assert len(card.children) == 2
    assert card.title == "t" * 59 + "…"
    assert generic_card(" ", "", {}, {}, destructive=False).title == MISSING


@pytest.mark.fault("A55")
def test_no_name_and_no_value_of_an_argument_can_hide_it_or_pull_another_one_in() -> None:
    schema = {"type": "object", "properties": {"code": {"type": "string", "writeOnly": True}, "n": {"type": "null"}}}
    arguments = {"a b": "{{code}}", "c{d": [1], "": "empty", "e f": None, "code": "s3cret"}
    shown = texts(arguments, schema)
    assert "{ {code}}" in shown
    assert "- 1" in shown
    assert "empty" in shown
    assert "s3cret" not in shown
    dotted = texts({"a.b": {"c": 1}, "a": {"b": 2}}, {"type": "object"})
    assert "c: 1" in dotted
    assert "b: 2" in dotted


@pytest.mark.clause("V-8.51")
def test_confirm_has_the_colour_of_danger_when_the_call_destroys() -> None:
    for destructive, color in ((True, "danger"), (False, "accent")):
        card = generic_card("Send", "Mail", SCHEMA, {}, destructive=destructive)
        assert isinstance(card, CardRoot)
        assert [(item.role, item.label, item.color) for item in card.footer[0].items] == [
            ("cancel", "Cancel", "default"),
            ("confirm", "Confirm", color),
        ]


def test_a_choice_of_many_values_is_typed_and_a_broken_schema_still_shows_the_arguments() -> None:
    many = {"type": "object", "properties": {"a": {"type": "string", "enum": [str(one) for one in range(51)]}}}
    assert fields({"a": "1"}, many)[0]["type"] == "textField"
    broken = {"type": "object", "properties": {"a": True, "b": {"title": " ", "anyOf": ["x", {"enum": []}]}}}
    assert [block["label"] for block in fields({"a": 1, "_": 2}, broken)] == ["a", MISSING, "b"]
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(30):
        deep = {"allOf": [deep, {"writeOnly": False}]}
    assert fields({"a": "x"}, {"type": "object", "properties": {"a": deep}})[0]["type"] == "textField"


@pytest.mark.parametrize("name", ["two words", "n" * 600])
def test_a_name_that_no_bind_can_hold_shows_its_whole_value_however_long(name: str) -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"}, "other": {"type": "string"}}}
    value = "".join(f"{number} " for number in range(1000)) + "{{{other}} {{other}}"
    blocks = fields({name: value, "other": "pulled in"}, schema)
    shown = "".join(block["text"] for block in blocks[1:] if block["type"] == "text")
    assert shown.replace("{ ", "{") == value
    assert "pulled in" not in texts({name: value, "other": "pulled in"}, schema)
