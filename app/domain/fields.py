"""Reads one JSON object field by field: repairs what it can, drops the rest, and notes each (V-1.4 to V-1.7, V-1.11).

Called by the readers of the manifest's parts. What is kept goes into ``kept`` under the names of the file, ready for a
model. Any thread.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, cast

from app.domain.findings import Place, Severity
from app.domain.measure import clip, plain_number, utf16_length

__all__ = ["Fields", "JsonObject", "as_list", "as_object", "read_text", "snippet"]

JsonObject = dict[str, object]

_FLAGS: Final = {"true": True, "false": False}


def as_object(value: object) -> JsonObject | None:
    return cast("JsonObject", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def snippet(value: object) -> str:
    """Return a short look of a value for a finding: text and numbers as they are, else what kind it is."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str() | int() | float():
            return str(value)
        case list():
            return "a list"
        case _:
            return "an object"


def read_text(
    place: Place, value: object, clause: str, *, most: int | None = None, lost: Severity = Severity.DROPPED
) -> str | None:
    """Return a non-empty text, trimmed and clipped at ``most``; a number or boolean becomes text.

    ``lost`` is the severity of a value that cannot be text.
    """
    if isinstance(value, str):
        text = value
    elif isinstance(value, bool | int | float):
        place.repaired("number-as-text", clause, snippet(value))
        text = snippet(value)
    else:
        place.note(lost, "not-text", clause, snippet(value))
        return None
    text = text.strip()
    if not text:
        place.note(lost, "empty", clause)
        return None
    if most is not None and utf16_length(text) > most:
        place.repaired("too-long", clause, f"{utf16_length(text)} characters, at most {most}")
        text = clip(text, most)
    return text


class Fields:
    """One object being read."""

    def __init__(self, value: JsonObject, place: Place) -> None:
        self.value = value
        self.place = place
        self.kept: JsonObject = {}
        """What a model is made of."""
        self._known: set[str] = set()

    def has(self, key: str) -> bool:
        self._known.add(key)
        return key in self.value

    def raw(self, key: str) -> object:
        """Return the value as written; ``None`` when it is missing."""
        self._known.add(key)
        return self.value.get(key)

    def at(self, key: str) -> Place:
        return self.place.at(key)

    def text(
        self,
        key: str,
        clause: str,
        *,
        most: int | None = None,
        needed: bool = False,
        lost: Severity = Severity.DROPPED,
    ) -> str | None:
        """Keep and return a text; ``needed`` notes a missing one with the severity ``lost``."""
        if not self.has(key):
            if needed:
                self.at(key).note(lost, "missing", clause)
            return None
        text = read_text(self.at(key), self.value[key], clause, most=most, lost=lost)
        if text is not None:
            self.kept[key] = text
        return text

    def flag(self, key: str, clause: str) -> None:
        if not self.has(key):
            return
        value = self.value[key]
        if isinstance(value, bool):
            self.kept[key] = value
        elif isinstance(value, str) and value.strip().lower() in _FLAGS:
            self.at(key).repaired("text-as-flag", clause, value)
            self.kept[key] = _FLAGS[value.strip().lower()]
        else:
            self.at(key).dropped("not-true-or-false", clause, snippet(value))

    def choice(self, key: str, clause: str, allowed: Collection[str], otherwise: str) -> str:
        """Keep and return one of ``allowed``; another value is read as ``otherwise``."""
        if not self.has(key):
            return otherwise
        value = self.value[key]
        if isinstance(value, str) and value in allowed:
            self.kept[key] = value
            return value
        self.at(key).repaired("not-one-of", clause, f"{snippet(value)}; one of {', '.join(sorted(allowed))}")
        self.kept[key] = otherwise
        return otherwise

    def number(self, key: str, clause: str, *, least: float, most: float) -> float | None:
        """Keep and return a number between the two ends, which are included; outside of them it is moved to the end."""
        if not self.has(key):
            return None
        value = plain_number(self.value[key])
        if value is None:
            self.at(key).dropped("not-a-number", clause, snippet(self.value[key]))
            return None
        moved = min(max(value, least), most)
        if moved != value:
            self.at(key).repaired("out-of-range", clause, f"{value}; {least:g} to {most:g}")
        self.kept[key] = moved
        return moved

    def entries(
        self, key: str, clause: str, *, most: int, needed: bool = False, lost: Severity = Severity.DROPPED
    ) -> list[tuple[Place, object]]:
        """Return the entries of a list with their places; those over ``most`` are dropped from the end."""
        if not self.has(key):
            if needed:
                self.at(key).note(lost, "missing", clause)
            return []
        found = as_list(self.value[key])
        place = self.at(key)
        if found is None:
            place.note(lost, "not-a-list", clause, snippet(self.value[key]))
            return []
        if len(found) > most:
            place.dropped("too-many", clause, f"{len(found)}, at most {most}")
        return [(place.at(index), value) for index, value in enumerate(found[:most])]

    def texts(self, key: str, clause: str, *, most: int, longest: int | None = None) -> tuple[str, ...]:
        """Keep and return the usable texts of a list."""
        if not self.has(key) or as_list(self.value[key]) is None:
            self.entries(key, clause, most=most)
            return ()
        read = (read_text(place, value, clause, most=longest) for place, value in self.entries(key, clause, most=most))
        texts = tuple(text for text in read if text is not None)
        self.kept[key] = texts
        return texts

    def part(self, key: str, clause: str, *, lost: Severity = Severity.DROPPED) -> Fields | None:
        """Return the object in a field for reading; the caller keeps what became of it."""
        if not self.has(key):
            return None
        found = as_object(self.value[key])
        if found is None:
            self.at(key).note(lost, "not-an-object", clause, snippet(self.value[key]))
            return None
        return Fields(found, self.at(key))

    def done(self) -> JsonObject:
        """Warn of the fields nobody asked for (V-1.11) and return what is kept."""
        for key in self.value:
            if key not in self._known:
                self.at(key).warned("unknown-field", "V-1.11")
        return self.kept
