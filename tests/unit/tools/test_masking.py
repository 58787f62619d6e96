"""No secret and no password of a call gets into the journal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.calls import IntegrationId, ToolRef
from app.extensions.secret_mask import SecretMask
from app.tools.masking import HiddenArguments, hidden_arguments, masked_json
from tests.unit.integrations.records import record, tool

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "to": {"type": "string"},
        "pin": {"type": "string", "format": "password"},
        "deep": {"type": "object", "properties": {"token": {"type": "string", "writeOnly": True}}},
        "accounts": {"type": "array", "items": {"$ref": "#/$defs/Account"}},
        "code": {"type": "string"},
        "a.b": {"type": "string"},
    },
    "$defs": {"Account": {"type": "object", "properties": {"key": {"type": "string", "format": "password"}}}},
}
SECRET: dict[str, Any] = {"type": "string", "format": "password"}
CARD: dict[str, Any] = {
    "schemaVersion": 1,
    "root": {
        "type": "card",
        "title": "Log in?",
        "children": [
            {
                "type": "stack",
                "children": [
                    {"type": "passwordField", "bind": "{{ code }}", "label": "Code"},
                    {"type": "passwordField", "bind": "{{deep.other}}", "label": "Other"},
                    {"type": "textField", "bind": "{{to}}", "label": "To"},
                ],
            }
        ],
        "footer": [{"type": "actions", "items": []}],
    },
}


def masked(arguments: dict[str, Any], *secrets: str, card: bool = True) -> Any:
    more = {"confirmation": CARD} if card else {}
    installed = record(tools=[tool("log_in", inputSchema=SCHEMA, **more)])
    return json.loads(masked_json(arguments, SecretMask(secrets), hidden_arguments(installed.manifest.tools[0])))


@pytest.mark.clause("V-19.7", "V-8.20")
def test_what_is_asked_for_as_a_password_is_hidden_whole() -> None:
    arguments = {
        "to": "Ann",
        "pin": "1",
        "code": ["x"],
        "deep": {"token": "abc", "other": 5, "plain": "p"},
        "accounts": [{"key": "k", "name": "n"}],
    }

    assert masked(arguments) == {
        "to": "Ann",
        "pin": "***",
        "code": "***",
        "deep": {"token": "***", "other": "***", "plain": "p"},
        "accounts": [{"key": "***", "name": "n"}],
    }
    assert masked({"code": "x"}, card=False) == {"code": "x"}


@pytest.mark.clause("V-19.7")
@pytest.mark.parametrize(
    ("rules", "arguments", "expected"),
    [
        ({"allOf": [{"properties": {"pin": SECRET}}], "additionalProperties": {}}, {"pin": "1"}, {"pin": "***"}),
        ({"properties": {"pin": {"anyOf": [SECRET, {"type": "null"}]}}}, {"pin": "1"}, {"pin": "***"}),
        ({"dependentSchemas": {"a": {"properties": {"pin": SECRET}}}}, {"pin": "1"}, {"pin": "***"}),
        ({"properties": {"pins": {"prefixItems": [{}, SECRET]}}}, {"pins": [1, "2"]}, {"pins": "***"}),
        (
            {"properties": {"pins": {"additionalProperties": {"properties": {"pin": SECRET}}}}},
            {"pins": {"home": {"pin": "1"}}, "a": 2},
            {"pins": "***", "a": 2},
        ),
        ({"patternProperties": {"^pin": SECRET}}, {"pin1": "1"}, "***"),
    ],
)
def test_a_password_is_hidden_wherever_the_schema_has_it(rules: Any, arguments: Any, expected: Any) -> None:
    installed = record(tools=[tool("log_in", inputSchema={"type": "object", **rules})])

    found = masked_json(arguments, SecretMask(), hidden_arguments(installed.manifest.tools[0]))

    assert json.loads(found) == expected


@pytest.mark.clause("V-19.7")
def test_the_secrets_of_the_integration_are_hidden_wherever_they_stand() -> None:
    arguments = {
        "to": "key s3cret-value!",
        "list": [{"s3cret-value": True}],
        "number": 123456,
        "other": 12.5,
        "no": None,
    }

    found = masked(arguments, "s3cret-value", "123456")

    assert found == {"to": "key ***!", "list": [{"***": True}], "number": "***", "other": 12.5, "no": None}


def test_where_passwords_are_is_looked_up_again_when_the_manifest_is_another() -> None:
    shelf = HiddenArguments()
    first = record(tools=[tool("log_in", inputSchema=SCHEMA)]).manifest.tools[0]
    other = record(tools=[tool("log_in")]).manifest.tools[0]
    ref = ToolRef(IntegrationId("com.example.bare"), "log_in")

    assert shelf.of(ref, first) is shelf.of(ref, first) == hidden_arguments(first)
    assert shelf.of(ref, other) == frozenset()
