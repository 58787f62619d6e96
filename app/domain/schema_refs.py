"""The ``$ref`` of an input schema: made local for checking, and written out for whoever cannot follow them (A47).

A schema names no other file and no address: what looks like one is a name inside the schema or leads nowhere. Pure;
called by ``app/tools/schema.py``, and by what shows a schema to a model or on a card. Any thread.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from app.domain.errors import UnusableSchema
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.schemas import SchemaIndex, faults, is_data, is_named

__all__ = ["localised", "written_out"]

_IDENTITY: Final = frozenset({"$schema", "$id", "$vocabulary"})
"""Keywords that would send a library elsewhere for the meaning of a schema."""
_NOT_SHOWN: Final = _IDENTITY | {"$ref", "$defs", "definitions"}
_DEEPEST: Final = 24
"""Schemas in each other when written out; a tree that refers to itself is cut here at the latest."""
_MOST_SCHEMAS: Final = 2000
"""Schemas that a written out one may have: references in references multiply."""


def localised(schema: JsonObject) -> JsonObject:
    """Return the schema without identities, every ``$ref`` a pointer into the schema itself.

    Raises:
        UnusableSchema: a reference leads nowhere, or only back to itself.
    """
    for fault in faults(schema):
        raise UnusableSchema(fault.code, place="/".join(map(str, fault.steps)))
    return as_object(_local(schema, SchemaIndex(schema))) or {}


def _local(schema: object, index: SchemaIndex) -> object:
    items = as_list(schema)
    if items is not None:
        return [_local(one, index) for one in items]
    found = as_object(schema)
    if found is None:
        return schema
    made: JsonObject = {}
    for keyword, value in found.items():
        if keyword in _IDENTITY:
            continue
        if keyword == "$ref" and isinstance(value, str):
            made[keyword] = _pointer(value, index)
        elif is_data(keyword):
            made[keyword] = value
        elif is_named(keyword):
            made[keyword] = {name: _member(one, index) for name, one in (as_object(value) or {}).items()}
        else:
            made[keyword] = _local(value, index)
    return made


def _member(schema: object, index: SchemaIndex) -> object:
    # WORKAROUND: jsonschema 4.26 loses the place of an error where a member's schema is ``false``; remove when it does
    # not any more.
    return {"not": {}} if schema is False else _local(schema, index)


def _pointer(reference: str, index: SchemaIndex) -> str:
    if isinstance(index.target(reference), bool):
        return reference
    steps = index.steps(reference)
    if steps is None:
        raise UnusableSchema("reference-broken", place=reference)
    return "#" + "".join(f"/{_step(step)}" for step in steps)


def _step(step: str | int) -> str:
    """RFC 6901, as a fragment of an address."""
    return quote(str(step).replace("~", "~0").replace("/", "~1"), safe="~")


def written_out(schema: JsonObject) -> JsonObject:
    """Return the schema with what each ``$ref`` names in its place, for showing.

    A schema inside itself, and what is deeper or larger than any real one, is cut to its type. What stands beside a
    ``$ref`` wins over what it names.
    """
    return _Writer(SchemaIndex(schema)).write(schema, frozenset(), 0)


class _Writer:
    def __init__(self, index: SchemaIndex) -> None:
        self._index = index
        self._left = _MOST_SCHEMAS

    def write(self, schema: JsonObject, inside: frozenset[int], depth: int) -> JsonObject:
        """``inside``: the schemas that a reference has led into on the way here."""
        self._left -= 1
        if depth >= _DEEPEST or self._left < 0:
            return _cut(schema)
        named: JsonObject = {}
        reference = schema.get("$ref")
        if isinstance(reference, str):
            target = as_object(self._index.target(reference)) or {}
            led = id(target) in inside
            named = _cut(target) if led else self.write(target, inside | {id(target)}, depth + 1)
        own = {keyword: value for keyword, value in schema.items() if keyword not in _NOT_SHOWN}
        return {**named, **{keyword: self._value(keyword, value, inside, depth) for keyword, value in own.items()}}

    def _value(self, keyword: str, value: object, inside: frozenset[int], depth: int) -> object:
        if is_data(keyword):
            return value
        if is_named(keyword):
            return {name: self._any(one, inside, depth + 1) for name, one in (as_object(value) or {}).items()}
        return self._any(value, inside, depth + 1)

    def _any(self, value: object, inside: frozenset[int], depth: int) -> object:
        items = as_list(value)
        if items is not None:
            return [self._any(one, inside, depth) for one in items]
        found = as_object(value)
        return value if found is None else self.write(found, inside, depth)


def _cut(schema: JsonObject) -> JsonObject:
    return {keyword: schema[keyword] for keyword in ("type", "title", "description") if keyword in schema}
