"""What an input schema must be before arguments are checked by it: its ``$ref`` lead somewhere (V-6.4).

Also the few questions that readers of manifests have about a property.

Pure; JSON Schema 2020-12 as far as its structure goes. Checking arguments is the executor's. Any thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from app.domain.fields import JsonObject, as_list, as_object
from app.domain.measure import plain_number, utf16_length

__all__ = ["Fault", "SchemaIndex", "accepts", "faults", "is_data", "is_named", "properties", "required"]

_NAMED: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
"""Keywords whose value holds schemas by name."""
_DATA: Final = frozenset({"const", "enum", "default", "examples"})
"""Keywords whose value is no schema."""
_SAME_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
"""Keywords whose schemas apply to the very same value, so that a circle of them never ends."""


_POSITION: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Fault:
    """A ``$ref`` that cannot be followed."""

    steps: tuple[str | int, ...]
    """From the schema to the fault."""
    code: str
    """``reference-loop``, ``reference-broken``."""
    target: str


@dataclass(slots=True)
class SchemaIndex:
    """Every schema inside one, by identity, with the way to it."""

    root: JsonObject
    schemas: dict[int, tuple[JsonObject, tuple[str | int, ...]]] = field(
        default_factory=dict[int, tuple[JsonObject, tuple[str | int, ...]]]
    )
    names: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    """``#anchor`` and ``$id``."""

    def __post_init__(self) -> None:
        for schema, steps in _walk(self.root, ()):
            self.schemas[id(schema)] = (schema, steps)
            for keyword, mark in (("$anchor", "#"), ("$dynamicAnchor", "#"), ("$id", "")):
                name = schema.get(keyword)
                if isinstance(name, str):
                    self.names[mark + name] = schema

    def target(self, reference: str) -> object:
        """Return what a reference names: a schema, ``True`` or ``False``, or ``None``."""
        if reference in self.names:
            return self.names[reference]
        if reference == "#":
            return self.root
        if not reference.startswith("#/"):
            return None
        found: object = self.root
        for step in unquote(reference[2:]).split("/"):
            key = step.replace("~1", "/").replace("~0", "~")
            items = as_list(found)
            if items is not None:
                found = items[int(key)] if _POSITION.fullmatch(key) and int(key) < len(items) else None
            else:
                found = (as_object(found) or {}).get(key)
        return found if isinstance(found, bool) else as_object(found)

    def steps(self, reference: str) -> tuple[str | int, ...] | None:
        """Return the way to the schema that a reference names; ``None`` when no schema is there."""
        found = self.schemas.get(id(self.target(reference)))
        return None if found is None else found[1]


def is_named(keyword: str) -> bool:
    """Say whether the value of a keyword holds schemas by name."""
    return keyword in _NAMED


def is_data(keyword: str) -> bool:
    """Say whether the value of a keyword is no schema."""
    return keyword in _DATA


def _walk(schema: object, steps: tuple[str | int, ...]) -> Iterator[tuple[JsonObject, tuple[str | int, ...]]]:
    """Yield every object that may be a schema; unknown keywords are looked into, data is not."""
    found = as_object(schema)
    if found is None:
        for index, one in enumerate(as_list(schema) or ()):
            yield from _walk(one, (*steps, index))
        return
    yield found, steps
    for keyword, value in found.items():
        if keyword in _DATA:
            continue
        if keyword in _NAMED:
            for name, one in (as_object(value) or {}).items():
                yield from _walk(one, (*steps, keyword, name))
        else:
            yield from _walk(value, (*steps, keyword))


def faults(schema: JsonObject) -> list[Fault]:
    """Return the references of a schema that lead nowhere or only back to themselves.

    A schema that refers to itself below a property or an item is a tree of any depth and is good.
    """
    index = SchemaIndex(schema)
    endless = _endless(index)
    found: list[Fault] = []
    for one, steps in index.schemas.values():
        reference = one.get("$ref")
        if not isinstance(reference, str):
            continue
        if index.target(reference) is None:
            found.append(Fault((*steps, "$ref"), "reference-broken", reference))
        elif id(one) in endless:
            found.append(Fault((*steps, "$ref"), "reference-loop", reference))
    return found


def _endless(index: SchemaIndex) -> set[int]:
    """Return the schemas from which following what applies to the same value never ends.

    All schemas, less those that end, from the ends backwards: one pass, however long the chains are.
    """
    nexts = {key: [id(one) for one in _same_place(index, schema)] for key, (schema, _) in index.schemas.items()}
    before: dict[int, list[int]] = {}
    for key, followers in nexts.items():
        for one in followers:
            before.setdefault(one, []).append(key)
    left = {key: len(followers) for key, followers in nexts.items()}
    ending = [key for key in {*left, *before} if not left.get(key)]
    while ending:
        done = ending.pop()
        left.pop(done, None)
        for key in before.get(done, ()):
            left[key] -= 1
            if not left[key]:
                ending.append(key)
    return set(left)


def _same_place(index: SchemaIndex, schema: JsonObject) -> Iterator[JsonObject]:
    reference = schema.get("$ref")
    values: list[object] = [index.target(reference)] if isinstance(reference, str) else []
    for keyword in _SAME_PLACE:
        value = schema.get(keyword)
        values.extend(as_list(value) or (value,))
    for value in values:
        found = as_object(value)
        if found is not None:
            yield found


def properties(schema: JsonObject) -> JsonObject:
    """Return the properties of an object schema; none when they are not well formed."""
    return as_object(schema.get("properties")) or {}


def required(schema: JsonObject) -> tuple[str, ...]:
    return tuple(name for name in as_list(schema.get("required")) or () if isinstance(name, str))


def accepts(schema: object, value: object) -> bool:
    """Say whether a plain value passes the keywords that speak of one value: type, const, enum, ends and lengths.

    ``$ref``, ``pattern`` and what is inside of lists and objects are left to the executor's check.
    """
    rules = as_object(schema)
    if rules is None:
        return schema is not False
    kinds = as_list(rules.get("type")) or [rules.get("type")]
    if kinds != [None] and not any(_is_kind(value, kind) for kind in kinds):
        return False
    if "const" in rules and not _same(rules["const"], value):
        return False
    choices = as_list(rules.get("enum"))
    if choices is not None and not any(_same(choice, value) for choice in choices):
        return False
    return _within(rules, value)


def _within(rules: JsonObject, value: object) -> bool:
    size = plain_number(value)
    if isinstance(value, str):
        least, most, size = (
            plain_number(rules.get("minLength")),
            plain_number(rules.get("maxLength")),
            utf16_length(value),
        )
    else:
        least, most = plain_number(rules.get("minimum")), plain_number(rules.get("maximum"))
    return size is None or ((least is None or size >= least) and (most is None or size <= most))


def _same(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


_KINDS: Final[dict[object, Callable[[object], bool]]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": lambda value: plain_number(value) is not None,
    "integer": lambda value: (number := plain_number(value)) is not None and number == int(number),
}


def _is_kind(value: object, kind: object) -> bool:
    """Say whether a value is of a schema type; a type that is none is a fault of the schema, not of the value."""
    return not isinstance(kind, str) or kind not in _KINDS or _KINDS[kind](value)
