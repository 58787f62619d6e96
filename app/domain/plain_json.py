"""JSON as others wrote it, made into plain values that every program can read: no half characters, no endless depth.

A key written twice, half a surrogate pair and very deep nesting are legal or nearly legal JSON that programs disagree
about; here each is a finding. Called by the readers of manifests, cards and results. Any thread.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.domain.fields import JsonObject, as_list, as_object
from app.domain.findings import Place

__all__ = ["DEEPEST", "Written", "is_too_deep", "plain", "whole_text", "written"]

DEEPEST: Final = 64
"""Levels of brackets; what is read is written and walked again, and JSON writers recurse. Real ones have a dozen."""


_LARGEST: Final = int(sys.float_info.max)
"""The largest whole number that a double holds."""


class Written(dict[str, object]):
    """An object with the keys that were written more than once; the last value counts."""

    repeated: tuple[str, ...] = ()


def written(pairs: list[tuple[str, object]]) -> Written:
    """Make an object of its pairs; the ``object_pairs_hook`` of ``json.loads``."""
    made = Written(pairs)
    if len(made) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        made.repeated = tuple(key for key, count in counts.items() if count > 1)
    return made


def is_too_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return False
    return True


def _children(value: object) -> Iterator[object]:
    found = as_object(value)
    if found is not None:
        yield from found.values()
    else:
        yield from as_list(value) or ()


def whole_text(text: str) -> str:
    """Put the replacement character for half a surrogate pair, which no UTF-8 can carry."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def plain(value: object, place: Place, clause: str) -> object:
    """Return a copy, with ``null`` for a number that no double holds and for what is nested too deeply."""
    return _Copying(place, clause).copy(value)


class _Copying:
    """A walk through millions of values: the path of a place is only made where something is wrong."""

    def __init__(self, place: Place, clause: str) -> None:
        self._place = place
        self._clause = clause
        self._steps: list[str | int] = []

    def copy(self, value: object) -> object:
        if isinstance(value, str):
            return value if value.isascii() else self._whole(value)
        if isinstance(value, int | float):
            return value if _is_finite(value) else self._dropped("not-a-number")
        found, items = as_object(value), as_list(value)
        if found is None and items is None:
            return value
        if len(self._steps) >= DEEPEST:
            return self._dropped("too-deep", f"more than {DEEPEST} levels")
        self._steps.append("")
        copied = self._members(found) if found is not None else self._items(items or [])
        self._steps.pop()
        return copied

    def _items(self, items: list[object]) -> list[object]:
        copied: list[object] = []
        for index, one in enumerate(items):
            self._steps[-1] = index
            copied.append(self.copy(one))
        return copied

    def _members(self, found: JsonObject) -> JsonObject:
        for key in found.repeated if isinstance(found, Written) else ():
            self._steps[-1] = whole_text(key)
            self._at().dropped("written-twice", self._clause)
        copied: JsonObject = {}
        for key, one in found.items():
            name = key
            if not key.isascii():
                around = self._steps.pop()
                name = self._whole(key)
                self._steps.append(around)
            self._steps[-1] = name
            copied[name] = self.copy(one)
        return copied

    def _whole(self, text: str) -> str:
        whole = whole_text(text)
        if whole != text:
            self._at().repaired("half-a-character", self._clause)
        return whole

    def _dropped(self, code: str, detail: str = "") -> None:
        if not self._place.findings.is_full:
            self._at().dropped(code, self._clause, detail)

    def _at(self) -> Place:
        place = self._place
        for step in self._steps:
            place = place.at(step)
        return place


def _is_finite(value: float) -> bool:
    return math.isfinite(value) if isinstance(value, float) else -_LARGEST <= value <= _LARGEST
