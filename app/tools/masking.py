"""Arguments and messages without secrets, for the journal (V-19.7, V-8.20).

A value is hidden where the tool's card asks for it with a password field or its schema calls it a password; the values
of an integration's secret fields are hidden wherever they stand. Pure; called by the executor. Any thread.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from app.domain.calls import ToolRef
from app.domain.confirmations.blocks import CardRoot, PasswordField
from app.domain.confirmations.editing import inputs
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.manifest import Tool
from app.domain.property_rules import is_secret
from app.domain.schema_refs import written_out
from app.domain.schemas import properties
from app.extensions.secret_mask import MASK, SecretMask

__all__ = ["HiddenArguments", "hidden_arguments", "masked_json"]

_Place = tuple[str, ...]

_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_SAME_VALUE: Final = ("allOf", "anyOf", "oneOf", "if", "then", "else", "items", "prefixItems", "contains")


def masked_json(arguments: Mapping[str, object], secrets: SecretMask, hidden: Collection[_Place]) -> str:
    """Return the arguments as compact JSON; ``hidden`` are the places whose value is hidden whole."""
    shown = _masked(dict(arguments), (), secrets, hidden) if secrets or hidden else dict(arguments)
    return _WRITER.encode(shown)


def _masked(value: object, place: _Place, secrets: SecretMask, hidden: Collection[_Place]) -> object:
    members, items = as_object(value), as_list(value)
    if place in hidden:
        return MASK
    if members is not None:
        return {secrets.mask(name): _masked(one, (*place, name), secrets, hidden) for name, one in members.items()}
    if items is not None:
        return [_masked(one, place, secrets, hidden) for one in items]
    if isinstance(value, str):
        return secrets.mask(value)
    return value if secrets.mask(str(value)) == str(value) else MASK


class HiddenArguments:
    """Where each tool takes passwords, looked up once as long as its manifest stays the same."""

    def __init__(self) -> None:
        self._known: dict[ToolRef, tuple[Tool, frozenset[_Place]]] = {}

    def of(self, ref: ToolRef, tool: Tool) -> frozenset[_Place]:
        known = self._known.get(ref)
        if known is None or known[0] is not tool:
            known = self._known[ref] = (tool, hidden_arguments(tool))
        return known[1]


def hidden_arguments(tool: Tool) -> frozenset[_Place]:
    """Return where a tool takes passwords: ``arg`` or ``arg.path``, in steps."""
    root = tool.confirmation.root if tool.confirmation is not None else None
    blocks = inputs(root.children) if isinstance(root, CardRoot) else ()
    bound = [block.bind.strip("{} \t") for block in blocks if isinstance(block, PasswordField)]
    places = {place for bind in bound for place in ((bind,), tuple(bind.split(".")))}
    return frozenset([*places, *_passwords(written_out(tool.input_schema), ())])


def _passwords(schema: JsonObject, place: _Place) -> Iterator[_Place]:
    """Yield the places of passwords in a value; items of a list count as the list itself."""
    if is_secret(schema):
        yield place
        return
    for name, one in properties(schema).items():
        yield from _passwords(as_object(one) or {}, (*place, name))
    for rules in _of_any_name(schema):
        if next(_passwords(rules, place), None) is not None:
            yield place
    for rules in _of_same_value(schema):
        yield from _passwords(rules, place)


def _of_any_name(schema: JsonObject) -> Iterator[JsonObject]:
    """Yield the schemas of members whose names nobody knows before: with a password there, all members are hidden."""
    patterns = as_object(schema.get("patternProperties")) or {}
    yield from _objects([*patterns.values(), schema.get("additionalProperties"), schema.get("unevaluatedProperties")])


def _of_same_value(schema: JsonObject) -> Iterator[JsonObject]:
    named = as_object(schema.get("dependentSchemas")) or {}
    yield from _objects(named.values())
    for keyword in _SAME_VALUE:
        value = schema.get(keyword)
        yield from _objects(as_list(value) or [value])


def _objects(values: Iterable[object]) -> Iterator[JsonObject]:
    return (found for value in values if (found := as_object(value)) is not None)
