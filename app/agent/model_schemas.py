"""Input schemas in the form that every model API takes, and arguments back in the form of the manifest.

What a provider would refuse is taken out or said in words; nothing is lost by it, because the executor checks every
call against the original (V-6.25). Pure, any thread; called by ``toolset``.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from app.domain.fields import JsonObject, as_list, as_object
from app.domain.plain_json import whole_text
from app.domain.providers import AgentProvider
from app.domain.schema_refs import written_out

__all__ = ["Names", "ShownSchema", "restored", "shown_schema"]

_DEEPEST: Final = 8
"""Levels; OpenAI refuses more than ten, and small models lose their way long before."""
_MOST_CHARACTERS: Final = 16_384
"""Of one schema as JSON; beyond that its inner parts are told by their type alone, and what still is too much is left
out, what is not required first."""
_MOST_NAME: Final = 64
"""Characters of a property's name (Anthropic: ``^[a-zA-Z0-9_.-]{1,64}$``)."""
_LONGEST_HINT: Final = 100
"""Characters of a pattern or list of values that is put in words."""

_MOST_VALUES: Final = 4096
"""Characters of the values of one list; a longer one is told by how it begins."""
_MOST_HINTED: Final = 20
"""Of such a list; more do not fit into the hint."""
_SEPARATORS: Final = 12
"""Quotation marks, colon and commas around a property and around its name among the required ones."""

_NOT_LEGAL: Final = re.compile(r"[^a-zA-Z0-9_.-]")
_KEPT: Final = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")
_FORMATS: Final = frozenset({"date-time", "date", "time", "email", "uri", "uuid"})
_TYPES: Final = frozenset({"object", "array", "string", "number", "integer", "boolean"})


@dataclass(frozen=True, slots=True)
class Names:
    """How the properties of a shown schema are called in the original one."""

    properties: dict[str, tuple[str, Names]] = field(default_factory=dict[str, "tuple[str, Names]"])
    """By the name that the model sees."""
    items: Names | None = None

    @property
    def change_nothing(self) -> bool:
        inner = [*(names for _, names in self.properties.values()), *([self.items] if self.items else [])]
        return all(new == old for new, (old, _) in self.properties.items()) and all(one.change_nothing for one in inner)


@dataclass(frozen=True, slots=True)
class ShownSchema:
    schema: JsonObject
    names: Names


def shown_schema(schema: JsonObject, provider: AgentProvider) -> ShownSchema:
    """Return what a model of ``provider`` is shown of the input schema of a tool; always an object at its root."""
    whole = written_out(schema)
    made = _Writer(provider, _DEEPEST).root(whole)
    if _length(made.schema) > _MOST_CHARACTERS:
        made = _Writer(provider, 1, described=False).root(whole)
    return made if _length(made.schema) <= _MOST_CHARACTERS else _fitting(made)


def _length(value: object) -> int:
    return len(json.dumps(value))


def _fitting(made: ShownSchema) -> ShownSchema:
    """Return the schema with as many of its properties as there is room for, in their order."""
    properties = as_object(made.schema.get("properties")) or {}
    needed = _strings(made.schema.get("required"))
    left = _MOST_CHARACTERS
    chosen: set[str] = set()
    for name in dict.fromkeys([*needed, *properties]):
        room = 2 * len(name) + _length(properties[name]) + _SEPARATORS
        if room <= left:
            left -= room
            chosen.add(name)
    shown = {name: one for name, one in properties.items() if name in chosen}
    rest = {keyword: value for keyword, value in made.schema.items() if keyword not in ("properties", "required")}
    kept = [name for name in needed if name in chosen]
    names = Names({name: one for name, one in made.names.properties.items() if name in chosen})
    return ShownSchema({**rest, "properties": shown, **({"required": kept} if kept else {})}, names)


def restored(arguments: Mapping[str, object], names: Names) -> JsonObject:
    """Return the arguments of a call under the names of the original schema."""
    if names.change_nothing:
        return dict(arguments)
    return cast("JsonObject", _restored(arguments, names))


def _restored(value: object, names: Names) -> object:
    found = as_object(value)
    if found is not None:
        nothing = Names()
        told = {key: names.properties.get(key, (key, nothing)) for key in found}
        return {original: _restored(found[key], inner) for key, (original, inner) in told.items()}
    items = as_list(value)
    if items is not None and names.items is not None:
        return [_restored(one, names.items) for one in items]
    return value


class _Writer:
    def __init__(self, provider: AgentProvider, deepest: int, *, described: bool = True) -> None:
        self._google = provider is AgentProvider.GOOGLE
        self._deepest = deepest
        self._described = described

    def root(self, schema: JsonObject) -> ShownSchema:
        flat = _flat(schema)
        made, names = self._object(flat, 0)
        return ShownSchema({**self._description(flat, ()), **made}, names)

    def _write(self, schema: object, depth: int) -> tuple[JsonObject, Names]:
        found = as_object(schema)
        if not found:
            return {}, Names()
        kind, found = _kind(_merged(found))
        hints: list[str] = []
        names = Names()
        made: JsonObject = {}
        if depth > self._deepest:
            made = {"type": kind} if kind else {}
        elif kind == "object":
            made, names = self._object(found, depth)
        elif kind == "array":
            inner, item_names = self._write(found.get("items"), depth + 1)
            # Google refuses a list whose items it is not told of.
            names = Names(items=item_names)
            made = {"type": "array", **_numbers(found), "items": inner or {"type": "string"}}
        elif kind:
            made = {"type": kind, **_numbers(found)}
            made |= self._text_rules(found, hints)
        else:
            made, names = self._either(found, depth)
        if depth <= self._deepest and "anyOf" not in made:
            made |= self._values(found, kind, hints)
        return {**made, **self._description(found, hints)}, names

    def _object(self, schema: JsonObject, depth: int) -> tuple[JsonObject, Names]:
        shown: JsonObject = {}
        names: dict[str, tuple[str, Names]] = {}
        renamed: dict[str, str] = {}
        given = as_object(schema.get("properties")) or {}
        legal = {name for name in given if _is_legal(name)}
        taken = set(legal)
        counts: dict[str, int] = {}
        for original, one in given.items():
            if one is False:
                continue
            name = original if original in legal else _legal(original, taken, counts)
            taken.add(name)
            renamed[original] = name
            inner, inner_names = self._write(one, depth + 1)
            if name != original and self._described:
                inner = {**inner, "description": inner.get("description", whole_text(original))}
            shown[name] = inner
            names[name] = (original, inner_names)
        needed = list(dict.fromkeys(renamed[one] for one in _strings(schema.get("required")) if one in renamed))
        made: JsonObject = {"type": "object", "properties": shown}
        if needed:
            made["required"] = needed
        return made | self._more(schema, depth), Names(names)

    def _more(self, schema: JsonObject, depth: int) -> JsonObject:
        """Keep that any name may be used (V-6.28), where the provider knows how to say it."""
        more = schema.get("additionalProperties")
        if self._google or depth == 0 or more in (None, False):
            return {}
        return {"additionalProperties": True if more is True else self._write(more, depth + 1)[0]}

    def _either(self, schema: JsonObject, depth: int) -> tuple[JsonObject, Names]:
        branches = [one for one in _branches(schema) if as_object(one)]
        written = [self._write(one, depth + 1) for one in branches]
        shown = [made for made, _ in written if made]
        names = Names()
        for _, one in written:
            names = Names({**one.properties, **names.properties}, names.items or one.items)
        if len(shown) < 2:
            return (shown[0] if shown else {}), names
        return {"anyOf": shown}, names

    def _text_rules(self, schema: JsonObject, hints: list[str]) -> JsonObject:
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and len(pattern) <= _LONGEST_HINT:
            # Servers that turn schemas into grammars fail on what their grammar lacks.
            hints.append(f"Pattern: {pattern}")
        wanted = schema.get("format")
        if not isinstance(wanted, str) or wanted not in _FORMATS:
            return {}
        if self._google and wanted != "date-time":
            hints.append(f"Format: {wanted}")
            return {}
        return {"format": wanted}

    def _values(self, schema: JsonObject, kind: str, hints: list[str]) -> JsonObject:
        values = [schema["const"]] if "const" in schema else as_list(schema.get("enum")) or []
        values = [one for one in values if one is not None and _is_sendable(one)]
        if self._google:
            values = [one for one in values if one != ""]  # it refuses the whole request over an empty value
        if not values:
            return {}
        if _length(values) > _MOST_VALUES:
            self._hint(hints, values[:_MOST_HINTED])
            return {}
        if all(isinstance(one, str) for one in values) and kind in {"", "string"}:
            return {"type": "string", "enum": values}
        if self._google:
            self._hint(hints, values)
            return {}
        return {"enum": values}

    def _hint(self, hints: list[str], values: list[object]) -> None:
        words = ", ".join(json.dumps(one, ensure_ascii=False) for one in values)
        hints.append(f"One of: {words}"[:_LONGEST_HINT])

    def _description(self, schema: JsonObject, hints: Iterable[str]) -> JsonObject:
        said = schema.get("description") or schema.get("title")
        words = [said] if isinstance(said, str) and self._described else []
        text = whole_text("\n".join([*words, *hints]))
        return {"description": text} if text else {}


def _kind(schema: JsonObject) -> tuple[str, JsonObject]:
    """Return the one type of a schema, "" where there are several, which are then branches."""
    kind = schema.get("type")
    kinds = [one for one in as_list(kind) or [kind] if isinstance(one, str) and one in _TYPES]
    if len(kinds) > 1:
        return "", {**schema, "anyOf": [{**schema, "type": one} for one in kinds]}
    if kinds:
        return str(kinds[0]), schema
    if _branches(schema):
        return "", schema
    if "properties" in schema:
        return "object", schema
    return ("array", schema) if "items" in schema else ("", schema)


def _merged(schema: JsonObject) -> JsonObject:
    """Return the schema with what ``allOf`` demands as its own."""
    parts = [found for one in as_list(schema.get("allOf")) or [] if (found := as_object(one))]
    merged = {key: value for key, value in schema.items() if key != "allOf"}
    for part in map(_merged, parts):
        properties = {**(as_object(part.get("properties")) or {}), **(as_object(merged.get("properties")) or {})}
        required = [*_strings(merged.get("required")), *_strings(part.get("required"))]
        merged = {**part, **merged}
        if properties:
            merged |= {"properties": properties, "required": list(dict.fromkeys(required))}
    return merged


def _flat(schema: JsonObject) -> JsonObject:
    """Return one object for a root that offers several: their properties, and of what is required what all require."""
    whole = _merged(schema)
    branches = [_flat(found) for one in _branches(whole) if (found := as_object(one))]
    if not branches:
        return whole
    properties = as_object(whole.get("properties")) or {}
    for branch in branches:
        properties = {**(as_object(branch.get("properties")) or {}), **properties}
    common = set(_strings(branches[0].get("required")))
    for branch in branches[1:]:
        common &= set(_strings(branch.get("required")))
    required = [*_strings(whole.get("required")), *sorted(common)]
    return {**whole, "properties": properties, "required": list(dict.fromkeys(required))}


def _branches(schema: JsonObject) -> list[object]:
    return as_list(schema.get("anyOf")) or as_list(schema.get("oneOf")) or []


def _numbers(schema: JsonObject) -> JsonObject:
    found = ((key, schema.get(key)) for key in _KEPT)
    return {key: value for key, value in found if _is_number(value)}


def _is_number(value: object) -> bool:
    """Say whether JSON has it: ``1e999`` was read as infinity."""
    return math.isfinite(value) if isinstance(value, float) else isinstance(value, int) and not isinstance(value, bool)


def _is_sendable(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:  # infinite, or half of a surrogate pair
        return False
    return True


def _strings(value: object) -> list[str]:
    return [one for one in as_list(value) or [] if isinstance(one, str)]


def _is_legal(name: str) -> bool:
    return 0 < len(name) <= _MOST_NAME and not _NOT_LEGAL.search(name)


def _legal(name: str, taken: Container[str], counts: dict[str, int]) -> str:
    """``counts``: how often each wish came before; thousands of names in one foreign script all are the same wish."""
    wish = _NOT_LEGAL.sub("_", name[:_MOST_NAME]) or "value"
    number = counts.get(wish, 0)
    while True:
        number += 1
        ending = "" if number == 1 else f"_{number}"
        free = wish[: _MOST_NAME - len(ending)] + ending
        if free not in taken:
            counts[wish] = number
            return free
