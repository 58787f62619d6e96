"""What an input schema says of one argument, or of a part of one, for cards that show and edit it.

Pure; ``schema`` is one without references, as ``schema_refs.written_out`` makes it. Checking is the executor's. Any
thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.domain.conversion import wanted_kinds
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.schemas import properties, required

__all__ = ["choices", "default_of", "is_required", "is_secret", "kinds_of", "rules_at"]

_BRANCHES: Final = ("allOf", "anyOf", "oneOf")
_DEEPEST: Final = 8
"""Branches in each other that are looked into."""


def rules_at(schema: JsonObject, steps: Sequence[str]) -> JsonObject:
    """Return the first schema found for a place; ``{}``, which allows anything, when there is none."""
    found = schema
    for step in steps:
        found = _member(found, step) or {}
    return found


def _member(rules: JsonObject, name: str) -> JsonObject | None:
    for one in _same_place(rules, 0):
        found = as_object(properties(one).get(name))
        if found is None and name.isdecimal():
            found = as_object(one.get("items"))
        if found is not None:
            return found
    return None


def _same_place(rules: JsonObject, depth: int) -> Iterator[JsonObject]:
    yield rules
    if depth == _DEEPEST:
        return
    for keyword in _BRANCHES:
        for branch in as_list(rules.get(keyword)) or ():
            found = as_object(branch)
            if found is not None:
                yield from _same_place(found, depth + 1)


def is_required(schema: JsonObject, steps: Sequence[str]) -> bool:
    """Say whether the object around a place asks for it."""
    *around, name = steps
    return name in required(rules_at(schema, around))


def kinds_of(rules: JsonObject) -> frozenset[str] | None:
    """Return the types of JSON Schema that a value may have; ``None`` when that is open."""
    return wanted_kinds(rules, lambda _: None)


def is_secret(rules: JsonObject) -> bool:
    """Say whether a value is one to hide while it is typed."""
    return any(one.get("format") == "password" or one.get("writeOnly") is True for one in _same_place(rules, 0))


def choices(rules: JsonObject) -> tuple[object, ...]:
    """Return the values of ``enum``; none when the value is not one of a list."""
    for one in _same_place(rules, 0):
        found = as_list(one.get("enum"))
        if found:
            return tuple(found)
    return ()


def default_of(rules: JsonObject) -> object:
    """Return the ``default``, which is shown and never inserted (V-6.26)."""
    return next((one["default"] for one in _same_place(rules, 0) if "default" in one), None)
