"""JSON as others wrote it, made into plain values that every program can read: no half characters, no endless depth.

A key written twice, half a surrogate pair and very deep nesting are legal or nearly legal JSON that programs disagree
about; here each is a finding. Called by the readers of manifests, cards and results. Any thread.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.domain.fields import as_list, as_object
from app.domain.findings import Place

__all__ = ["DEEPEST", "Written", "is_too_deep", "plain", "whole_text", "written"]

DEEPEST: Final = 64
"""Levels of brackets; what is read is written and walked again, and JSON writers recurse. Real ones have a dozen."""


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


def plain(value: object, place: Place, clause: str, *, steps: tuple[str | int, ...] = ()) -> object:
    """Return a copy, with ``null`` for a number that no double holds and for what is nested too deeply.

    ``steps`` is the way from ``place``, whose path is only made where something is wrong.
    """
    if isinstance(value, str):
        return _whole(value, place, clause, steps)
    if isinstance(value, int | float) and not _is_finite(value):
        _at(place, steps).dropped("not-a-number", clause)
        return None
    found, items = as_object(value), as_list(value)
    if found is None and items is None:
        return value
    if len(steps) >= DEEPEST:
        _at(place, steps).dropped("too-deep", clause, f"more than {DEEPEST} levels")
        return None
    if found is None:
        return [plain(one, place, clause, steps=(*steps, index)) for index, one in enumerate(items or ())]
    for key in found.repeated if isinstance(found, Written) else ():
        _at(place, (*steps, whole_text(key))).dropped("written-twice", clause)
    return {
        _whole(key, place, clause, steps): plain(one, place, clause, steps=(*steps, whole_text(key)))
        for key, one in found.items()
    }


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number past the largest double
        return False


def _at(place: Place, steps: tuple[str | int, ...]) -> Place:
    for step in steps:
        place = place.at(step)
    return place


def _whole(text: str, place: Place, clause: str, steps: tuple[str | int, ...]) -> str:
    whole = whole_text(text)
    if whole != text:
        _at(place, steps).repaired("half-a-character", clause)
    return whole
