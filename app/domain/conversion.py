"""Text where a schema wants a number or a truth value: what it may become (V-6.27).

One rule for the values of the model, of a person and of a widget. Pure; called by ``app/tools/schema.py`` and by the
draft of a confirmation card. Any thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from app.domain.fields import JsonObject, as_list, as_object
from app.domain.measure import LARGEST_INTEGER, plain_number

__all__ = ["from_text", "wanted_kinds"]

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?P<fraction>\.[0-9]+)?(?P<exponent>[eE][+-]?[0-9]+)?")
"""RFC 8259, section 6: ``007`` and ``1,5`` are text."""
_LONGEST_NUMBER: Final = 400
"""Characters; the largest double has 309 digits."""
_FLAGS: Final = {"true": True, "false": False}


def from_text(text: str, kinds: AbstractSet[str]) -> bool | int | float | None:
    """Return what the text is as one of the schema types ``kinds``; ``None`` when it stays text.

    A whole number that a double would bend stays text too: no call could carry it exactly.
    """
    if "string" in kinds:
        return None
    if "boolean" in kinds and text in _FLAGS:
        return _FLAGS[text]
    found = _NUMBER.fullmatch(text) if len(text) <= _LONGEST_NUMBER else None
    if found is None or not kinds & {"number", "integer"}:
        return None
    plain = found["fraction"] is None and found["exponent"] is None
    number = plain_number(int(text) if plain else float(text))
    if number is not None and "number" not in kinds:
        number = int(number) if number == int(number) else None
    return None if isinstance(number, int) and abs(number) > LARGEST_INTEGER else number


def wanted_kinds(schema: object, target: Callable[[str], object]) -> frozenset[str] | None:
    """Return the types of JSON Schema that a value may have; ``None`` when the schema leaves that open.

    ``target`` finds the schema that a ``$ref`` names. References must not lead back to themselves
    (:func:`app.domain.schemas.faults`).
    """
    rules = as_object(schema)
    if rules is None:
        return None
    limits = [_types(rules), _of_values(rules)]
    reference = rules.get("$ref")
    if isinstance(reference, str):
        limits.append(wanted_kinds(target(reference), target))
    limits.extend(wanted_kinds(one, target) for one in as_list(rules.get("allOf")) or ())
    for keyword in ("anyOf", "oneOf"):
        branches = as_list(rules.get(keyword))
        if branches:
            limits.append(_either([wanted_kinds(one, target) for one in branches]))
    kinds: frozenset[str] | None = None
    for limit in limits:
        if limit is not None:
            kinds = limit if kinds is None else kinds & limit
    return kinds


def _types(rules: JsonObject) -> frozenset[str] | None:
    kinds = rules.get("type")
    named = [kinds] if isinstance(kinds, str) else as_list(kinds)
    return None if named is None else _with_integers(frozenset(kind for kind in named if isinstance(kind, str)))


def _of_values(rules: JsonObject) -> frozenset[str] | None:
    """Return the types of the values that alone are allowed."""
    values = [rules["const"]] if "const" in rules else as_list(rules.get("enum"))
    return None if values is None else _with_integers(frozenset(_kind(value) for value in values))


def _with_integers(kinds: frozenset[str]) -> frozenset[str]:
    return kinds | {"integer"} if "number" in kinds else kinds


def _kind(value: object) -> str:
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case _:
            return "other"


def _either(limits: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [limit for limit in limits if limit is not None]
    return frozenset[str]().union(*known) if len(known) == len(limits) else None
