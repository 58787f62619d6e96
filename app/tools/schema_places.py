"""Which schemas apply to a part of a value, and which arguments a schema declares at all (V-6.27, V-6.28).

Pure but for the running budget of ``keywords``. Called by ``schema``, on the core loop. References are local and end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from app.domain.conversion import wanted_kinds
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.schemas import SchemaIndex
from app.tools.keywords import PLAIN, Budget

__all__ = ["Declared", "below", "item", "kinds", "plain_kinds"]

_CHOICES: Final = ("anyOf", "oneOf")
_APPLIED: Final = ("allOf", *_CHOICES, "if", "then", "else")


def kinds(schema: object, index: SchemaIndex) -> frozenset[str] | None:
    """Return the types that a value may have; references in references multiply, so that each takes of the budget."""

    def target(reference: str) -> object:
        Budget.current().spend()
        return index.target(reference)

    return wanted_kinds(schema, target)


def below(schema: object, name: str, index: SchemaIndex) -> object:
    """Return one schema that stands for all that apply to a member of an object."""

    def own(rules: JsonObject) -> Iterator[object]:
        members = as_object(rules.get("properties")) or {}
        if name in members:
            yield members[name]
        patterns = as_object(rules.get("patternProperties")) or {}
        found = [one for pattern, one in patterns.items() if Budget.current().finds(pattern, name)]
        yield from found
        if name not in members and not found and "additionalProperties" in rules:
            yield rules["additionalProperties"]

    return _child(schema, index, "object", own)


def item(schema: object, at: int, index: SchemaIndex) -> object:
    """Return one schema that stands for all that apply to an item of a list."""

    def own(rules: JsonObject) -> Iterator[object]:
        first = as_list(rules.get("prefixItems")) or []
        if at < len(first):
            yield first[at]
        elif "items" in rules:
            yield rules["items"]

    return _child(schema, index, "array", own)


def _child(schema: object, index: SchemaIndex, kind: str, own: Callable[[JsonObject], Iterator[object]]) -> object:
    Budget.current().spend()
    rules = as_object(schema)
    if rules is None:
        return True
    found = [*own(rules)]
    reference = rules.get("$ref")
    if isinstance(reference, str):
        found.append(_child(index.target(reference), index, kind, own))
    found.extend(_child(one, index, kind, own) for one in as_list(rules.get("allOf")) or ())
    for keyword in _CHOICES:
        branches = as_list(rules.get(keyword)) or ()
        possible = [one for one in branches if kind in (kinds(one, index) or {kind})]
        if possible:
            found.append({"anyOf": [_child(one, index, kind, own) for one in possible]})
    return found[0] if len(found) == 1 else {"allOf": found}


_PLAIN_ROOT: Final = PLAIN | {"properties", "required", "additionalProperties", "$defs", "definitions"}


def plain_kinds(schema: JsonObject) -> dict[str, str] | None:
    """Return the types of declared arguments, where types and ``required`` are all that a schema asks of those."""
    if schema.get("type") != "object" or not schema.keys() <= _PLAIN_ROOT:
        return None
    kinds: dict[str, str] = {}
    for name, one in (as_object(schema.get("properties")) or {}).items():
        rules = as_object(one) or {}
        kind = rules.get("type")
        if not isinstance(kind, str) or not rules.keys() <= PLAIN:
            return None
        kinds[name] = kind
    return kinds


@dataclass(frozen=True, slots=True)
class Declared:
    """The arguments that a tool knows."""

    names: frozenset[str]
    patterns: tuple[str, ...]
    takes_others: bool
    """``additionalProperties`` is ``true`` or a schema."""

    @staticmethod
    def of(schema: JsonObject, index: SchemaIndex) -> Declared:
        names: set[str] = set()
        patterns: list[str] = []
        takes_others = False
        for rules in _same_place(schema, index):
            names.update(as_object(rules.get("properties")) or ())
            patterns.extend(as_object(rules.get("patternProperties")) or ())
            for keyword in ("additionalProperties", "unevaluatedProperties"):
                takes_others = takes_others or rules.get(keyword, False) is not False
        return Declared(frozenset(names), tuple(patterns), takes_others)

    def keep(self, arguments: JsonObject) -> JsonObject:
        """Return the arguments that are declared."""
        if self.takes_others or self.names.issuperset(arguments):
            return arguments
        return {name: value for name, value in arguments.items() if self._has(name)}

    def _has(self, name: str) -> bool:
        return name in self.names or any(Budget.current().finds(pattern, name) for pattern in self.patterns)


def _same_place(schema: JsonObject, index: SchemaIndex) -> Iterator[JsonObject]:
    """Yield every schema that applies, or may apply, to the very same value."""
    waiting: list[object] = [schema]
    seen: set[int] = set()
    while waiting:
        rules = as_object(waiting.pop())
        if rules is None or id(rules) in seen:
            continue
        seen.add(id(rules))
        yield rules
        reference = rules.get("$ref")
        if isinstance(reference, str):
            waiting.append(index.target(reference))
        for keyword in _APPLIED:
            value = rules.get(keyword)
            waiting.extend(as_list(value) or (value,))
        waiting.extend((as_object(rules.get("dependentSchemas")) or {}).values())
