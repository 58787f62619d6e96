"""The arguments of a tool on the routing panel: in words, as a field for each property of its schema, and back.

Pure; called by ``routing`` on Qt's main thread. Nothing is checked here: the executor checks, and says what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.confirmations.value_text import value_text
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.schemas import properties, required
from app.ui.phrases import END_ISOLATE, ISOLATE

__all__ = ["ArgumentRow", "argument_rows", "arguments_of", "filling_words"]

_PLAIN = frozenset({"string", "number", "integer", "boolean"})


@dataclass(frozen=True, slots=True)
class ArgumentRow:
    tool: str
    """Namespace of the row: two tools may share the name of an argument."""
    name: str
    description: str
    kind: str
    """``text``, ``boolean``, ``choice`` or ``json``."""
    required: bool
    hint: str
    """The schema's default, which is never inserted (V-6.26)."""
    choices: tuple[dict[str, str], ...]
    value: str


def filling_words(arguments: Mapping[str, object]) -> str:
    """Say in one line what an intent fills in: names with their values, and no JSON (V-1.12)."""
    return " · ".join(f"{name}: {ISOLATE}{_in_line(value)}{END_ISOLATE}" for name, value in arguments.items())


def _in_line(value: object) -> str:
    text = value_text(value)
    if isinstance(value, str):
        return " ".join(text.split())
    return ", ".join(line.strip().removeprefix("- ") for line in text.splitlines())


def argument_rows(tool: str, schema: JsonObject, given: Mapping[str, object]) -> list[ArgumentRow]:
    """Make the fields, filled with what an intent would fill in."""
    needed = set(required(schema))
    return [_row(tool, name, rules, name in needed, given.get(name)) for name, rules in properties(schema).items()]


def _row(tool: str, name: str, schema: object, needed: bool, value: object) -> ArgumentRow:
    rules = as_object(schema) or {}
    choices = tuple(_text(one) for one in as_list(rules.get("enum")) or ())
    default = rules.get("default")
    return ArgumentRow(
        tool=tool,
        name=name,
        description=str(rules.get("description", "")),
        kind="choice" if choices else _kind(rules.get("type")),
        required=needed,
        hint="" if default is None else _text(default),
        choices=tuple({"value": one, "label": one} for one in choices),
        value="" if value is None else _text(value),
    )


def _kind(written: object) -> str:
    kinds = {str(kind) for kind in as_list(written) or [written]} - {"null"}
    if kinds == {"boolean"}:
        return "boolean"
    return "text" if kinds <= _PLAIN else "json"


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def arguments_of(rows: list[ArgumentRow], typed: Mapping[str, str]) -> JsonObject:
    """Return what is called with: an empty field is left out, lists and objects are read as JSON.

    Text stays text: the executor makes numbers of it where the schema wants them (V-6.27). What should be JSON and is
    not stays text too, and fails there.
    """
    arguments: JsonObject = {}
    for row in rows:
        text = typed.get(row.name, row.value)
        if text != "":
            arguments[row.name] = _parsed(text) if row.kind == "json" else text
    return arguments


def _parsed(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value
