"""Fast intents as a manifest declares them (V-14.1 to V-14.14): their model, and reading them.

Nothing is repaired here: an intent that breaks a rule is dropped alone, with every rule it breaks noted (V-14.14).
Called by the reader of manifests. Any thread.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from pydantic import Field

from app.domain.fields import Fields, JsonObject, as_list, as_object, snippet
from app.domain.findings import Place
from app.domain.frozen import Frozen
from app.domain.measure import plain_number, utf16_length
from app.domain.schemas import accepts, properties, required

__all__ = ["Intent", "Slot", "read_intent"]

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_SLOT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_UNSAFE: Final = frozenset({"__proto__", "prototype", "constructor"})
_MOST_LANGUAGES: Final = 20
_MOST_UTTERANCES: Final = 20
_MOST_VALUES: Final = 30
_TAKES: Final = {"string": {"string"}, "number": {"number", "integer"}, "enum": {"string"}}
"""V-14.9: the schema types that a type of slot fills."""


class Slot(Frozen):
    """A part of the sentence that becomes an argument."""

    type: Literal["string", "number", "enum"]
    values: tuple[str, ...] = Field(default=(), max_length=_MOST_VALUES)
    values_from: Literal["tool"] | None = None
    examples: tuple[str, ...] = Field(default=(), max_length=_MOST_VALUES)
    required: bool = False


class Intent(Frozen):
    """Sentences that stand for one tool."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")
    description: str = Field(min_length=1, max_length=1000)
    tool: str
    utterances: dict[str, tuple[str, ...]] = Field(min_length=1, max_length=_MOST_LANGUAGES)
    """By BCP-47 language; ``{slot}`` stands for a slot."""
    slots: dict[str, Slot] = Field(default_factory=dict[str, Slot])
    fixed_args: dict[str, object] = Field(default_factory=dict[str, object])
    response: dict[str, str] = Field(default_factory=dict[str, str], max_length=_MOST_LANGUAGES)
    min_confidence: float | None = Field(default=None, ge=0, le=1)


def read_intent(value: object, place: Place, *, tools: Mapping[str, JsonObject], taken: set[str]) -> JsonObject | None:
    """Return what ``Intent`` is made of, or ``None``; ``tools`` are those of the manifest, read, by name."""
    found = as_object(value)
    if found is None:
        place.dropped("not-an-object", "V-14.14", snippet(value))
        return None
    return _Reading(Fields(found, place)).run(tools, taken)


class _Reading:
    """One intent on its way; ``broken`` as soon as one rule is."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self.broken = False

    def run(self, tools: Mapping[str, JsonObject], taken: set[str]) -> JsonObject | None:
        name = self._name(taken)
        self._string("description", "V-14.2", most=1000)
        schema = self._tool(tools)
        inputs = {} if schema is None else properties(schema)
        slots = self._slots(inputs, known=schema is not None)
        fixed = self._fixed(inputs, known=schema is not None)
        self._utterances(slots, fixed)
        if schema is not None:
            self._coverage(schema, slots, fixed)
        self._response()
        self._confidence()
        kept = self._fields.done()
        if self.broken:
            return None
        taken.add(name)
        return kept

    def _break(self, place: Place, code: str, clause: str, detail: str = "") -> None:
        place.dropped(code, clause, detail)
        self.broken = True

    def _string(self, key: str, clause: str, *, most: int) -> str:
        value = self._fields.raw(key)
        if isinstance(value, str) and value.strip() and utf16_length(value) <= most:
            self._fields.kept[key] = value
            return value
        self._break(self._fields.at(key), "not-a-good-text", clause, f"1 to {most} characters")
        return ""

    def _name(self, taken: set[str]) -> str:
        name = self._string("name", "V-14.1", most=64)
        if name and not _NAME.fullmatch(name):
            self._break(self._fields.at("name"), "not-snake-case", "V-14.1", name)
        elif name in taken:
            self._break(self._fields.at("name"), "name-taken", "V-14.1", name)
        return name

    def _tool(self, tools: Mapping[str, JsonObject]) -> JsonObject | None:
        name = self._string("tool", "V-14.3", most=64)
        tool = tools.get(name)
        if tool is None or tool.get("disabled") is True:
            if name:
                code = "unknown-tool" if tool is None else "disabled-tool"
                self._break(self._fields.at("tool"), code, "V-14.3", name)
            return None
        if (as_object(tool.get("execution")) or {}).get("mode") == "background":
            self._fields.at("tool").warned("background-intent", "V-14.3", name)
        return as_object(tool["inputSchema"])

    def _slots(self, inputs: JsonObject, *, known: bool) -> dict[str, JsonObject]:
        slots: dict[str, JsonObject] = {}
        part = self._part("slots", "V-14.6")
        if part is None:
            return slots
        for key in part.value:
            slot = self._key(part, key, inputs, known=known)
            if slot is not None:
                slots[key] = self._slot(slot, as_object(inputs.get(key)) or {})
        self._fields.kept["slots"] = slots
        return slots

    def _part(self, key: str, clause: str) -> Fields | None:
        if self._fields.has(key) and as_object(self._fields.value[key]) is None:
            self._break(self._fields.at(key), "not-an-object", clause)
            return None
        return self._fields.part(key, clause)

    def _key(self, part: Fields, key: str, inputs: JsonObject, *, known: bool) -> Fields | None:
        if not _SLOT.fullmatch(key) or key in _UNSAFE:
            self._break(part.at(key), "bad-name", "V-14.6", key)
        elif known and key not in inputs:
            self._break(part.at(key), "unknown-argument", "V-14.6", key)
        value = as_object(part.value[key])
        if value is None:
            self._break(part.at(key), "not-an-object", "V-14.6")
            return None
        return Fields(value, part.at(key))

    def _slot(self, slot: Fields, schema: JsonObject) -> JsonObject:
        kind = slot.raw("type")
        slot.kept["type"] = kind
        if not isinstance(kind, str) or kind not in _TAKES:
            self._break(slot.at("type"), "not-one-of", "V-14.6", f"{snippet(kind)}; one of enum, number, string")
        elif isinstance(schema.get("type"), str) and schema["type"] not in _TAKES[kind]:
            self._break(slot.at("type"), "other-type", "V-14.9", f"{kind}, the schema says {snippet(schema['type'])}")
        for key in ("values", "examples"):
            self._values(slot, key)
        source = slot.raw("valuesFrom")
        if slot.has("valuesFrom") and source != "tool":
            self._break(slot.at("valuesFrom"), "not-one-of", "V-14.6", f"{snippet(source)}; only tool")
        elif source is not None:
            slot.kept["valuesFrom"] = source
        if kind == "enum" and (source is None) == (not slot.kept.get("values")):
            self._break(slot.place, "enum-values", "V-14.8")
        if slot.has("required"):
            slot.kept["required"] = slot.raw("required")
            if not isinstance(slot.raw("required"), bool):
                self._break(slot.at("required"), "not-true-or-false", "V-14.6")
        return slot.done()

    def _values(self, slot: Fields, key: str) -> None:
        if not slot.has(key):
            return
        values = as_list(slot.value[key])
        slot.kept[key] = values
        if values is None or len(values) > _MOST_VALUES or not all(_is_text(value, 200) for value in values):
            self._break(slot.at(key), "bad-values", "V-14.7", "at most 30 texts of 1 to 200 characters")

    def _fixed(self, inputs: JsonObject, *, known: bool) -> JsonObject:
        part = self._part("fixedArgs", "V-14.10")
        if part is None:
            return {}
        for key, value in part.value.items():
            if not _SLOT.fullmatch(key) or key in _UNSAFE:
                self._break(part.at(key), "bad-name", "V-14.10", key)
            elif known and key not in inputs:
                self._break(part.at(key), "unknown-argument", "V-14.10", key)
            elif not accepts(inputs.get(key), value):
                self._break(part.at(key), "fails-schema", "V-14.10", snippet(value))
        self._fields.kept["fixedArgs"] = part.value
        return part.value

    def _utterances(self, slots: dict[str, JsonObject], fixed: JsonObject) -> None:
        part = self._part("utterances", "V-14.4")
        if part is None:
            self._break(self._fields.at("utterances"), "no-languages", "V-14.4")
            return
        self._languages(part, "V-14.4")
        needed = {key for key, slot in slots.items() if slot.get("required") is True and key not in fixed}
        for language, value in part.value.items():
            texts = as_list(value)
            if not texts or len(texts) > _MOST_UTTERANCES or not all(_is_text(text, 500) for text in texts):
                self._break(part.at(language), "bad-utterances", "V-14.4", "1 to 20 texts of 1 to 500 characters")
                continue
            for index, text in enumerate(texts):
                used = set(_PLACEHOLDER.findall(str(text)))
                place = part.at(language).at(index)
                if used - slots.keys():
                    self._break(place, "unknown-placeholder", "V-14.5", min(used - slots.keys()))
                if needed - used:
                    self._break(place, "placeholder-missing", "V-14.5", min(needed - used))
        self._fields.kept["utterances"] = part.value

    def _languages(self, part: Fields, clause: str) -> None:
        if not 1 <= len(part.value) <= _MOST_LANGUAGES:
            self._break(part.place, "no-languages", clause, f"{len(part.value)}, 1 to {_MOST_LANGUAGES}")
        for language in part.value:
            if not _LANGUAGE.fullmatch(language):
                self._break(part.at(language), "bad-language", clause, language)

    def _coverage(self, schema: JsonObject, slots: dict[str, JsonObject], fixed: JsonObject) -> None:
        for name in required(schema):
            if name not in fixed and slots.get(name, {}).get("required") is not True:
                self._break(self._fields.at("slots"), "argument-not-covered", "V-14.11", name)

    def _response(self) -> None:
        part = self._part("response", "V-14.12")
        if part is None:
            return
        self._languages(part, "V-14.12")
        for language, text in part.value.items():
            if not isinstance(text, str) or not text.strip():
                self._break(part.at(language), "not-text", "V-14.12")
        self._fields.kept["response"] = part.value

    def _confidence(self) -> None:
        if not self._fields.has("minConfidence"):
            return
        number = plain_number(self._fields.value["minConfidence"])
        if number is None or not 0 <= number <= 1:
            self._break(self._fields.at("minConfidence"), "out-of-range", "V-14.13", "0 to 1")
        self._fields.kept["minConfidence"] = number


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and bool(value.strip()) and utf16_length(value) <= most
