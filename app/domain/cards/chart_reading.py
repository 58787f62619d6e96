"""Reads the blocks of a glance card that draw numbers (V-9.18 to V-9.21): bars, line, split bar and progress.

Called by ``block_reading``, whose rules hold: keep what is good, say whether the block can be shown. What is kept is
finite, so that nobody who draws has to ask again. Any thread.
"""

from __future__ import annotations

import re
from typing import Final

from app.domain.fields import Fields, JsonObject, as_list, as_object, read_text, snippet
from app.domain.findings import Place
from app.domain.measure import plain_number

__all__ = ["keep_some", "read_bars", "read_line", "read_number", "read_progress", "read_split_bar", "read_tone"]

_MOST_BARS: Final = 12
"""V-9.18."""
_POINTS: Final = (2, 120)
"""V-9.19."""
_SEGMENTS: Final = (2, 5)
"""V-9.20."""
_PERCENT: Final = 100
_NUMBER: Final = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?")
_TONES: Final = ("neutral", "good", "bad")
"""V-9.11."""


def read_tone(fields: Fields) -> None:
    fields.choice("tone", "V-9.11", _TONES, "neutral")


def read_number(value: object, place: Place, clause: str) -> float | None:
    """Return a finite number; a text that is exactly one is read as it."""
    number = plain_number(value)
    if number is None and isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        number = plain_number(float(value))
        if number is not None:
            place.repaired("text-as-number", clause, value)
    if number is None:
        place.dropped("not-a-number", clause, snippet(value))
        return None
    return float(number)


def keep_some(block: Fields, key: str, clause: str, items: list[JsonObject]) -> bool:
    """Keep the entries of a block; a block of none is left out (V-9.9)."""
    if not items:
        block.at(key).dropped("nothing-in-it", clause)
    block.kept[key] = items
    return bool(items)


def read_bars(block: Fields) -> bool:
    block.text("unit", "V-9.18", most=8)
    lists: list[list[object]] = []
    for key in ("labels", "values"):
        found = as_list(block.raw(key))
        if found is None:
            block.at(key).dropped("not-a-list", "V-9.18", snippet(block.raw(key)))
            return False
        lists.append(found)
    labels, values = lists
    if len(labels) != len(values):
        longer = "labels" if len(labels) > len(values) else "values"
        block.at(longer).dropped("unequal-lists", "V-9.18", f"{len(labels)} labels, {len(values)} values")
    count = min(len(labels), len(values))
    if count > _MOST_BARS:
        block.place.dropped("too-many", "V-9.18", f"{count}, at most {_MOST_BARS}")
    bars: list[tuple[str, float]] = []
    for index in range(min(count, _MOST_BARS)):
        label = read_text(block.at("labels").at(index), labels[index], "V-9.18", most=12)
        value = read_number(values[index], block.at("values").at(index), "V-9.18")
        if label is not None and value is not None:
            bars.append((label, value))
    if not bars:
        block.at("values").dropped("nothing-in-it", "V-9.18")
    block.kept["labels"] = [label for label, _ in bars]
    block.kept["values"] = [value for _, value in bars]
    return bool(bars)


def read_line(block: Fields) -> bool:
    read_tone(block)
    if block.has("baseline"):
        block.kept["baseline"] = read_number(block.raw("baseline"), block.at("baseline"), "V-9.19")
    found = as_list(block.raw("points"))
    place = block.at("points")
    if found is None:
        place.dropped("not-a-list", "V-9.19", snippet(block.raw("points")))
        return False
    read = (read_number(value, place.at(index), "V-9.19") for index, value in enumerate(found))
    points = [point for point in read if point is not None]
    least, most = _POINTS
    if len(points) > most:
        place.repaired("thinned", "V-9.19", f"{len(points)} points, at most {most}")
        points = [points[round(step * (len(points) - 1) / (most - 1))] for step in range(most)]
    if len(points) < least:
        place.dropped("too-few", "V-9.19", f"{len(points)}, at least {least}")
    block.kept["points"] = points
    return len(points) >= least


def read_split_bar(block: Fields) -> bool:
    least, most = _SEGMENTS
    segments: list[JsonObject] = []
    whole = 0.0
    for place, one in block.entries("segments", "V-9.20", most=most, needed=True):
        segment = _segment(one, place)
        if segment is not None:
            segments.append(segment)
            whole += float(str(segment["value"]))
    block.kept["segments"] = segments
    if len(segments) < least:
        block.at("segments").dropped("too-few", "V-9.20", f"{len(segments)}, at least {least}")
        return False
    if whole == 0 or plain_number(whole) is None:
        block.at("segments").dropped("no-whole", "V-9.20", snippet(whole))
        return False
    return True


def _segment(value: object, place: Place) -> JsonObject | None:
    found = as_object(value)
    if found is None:
        place.dropped("not-an-object", "V-9.20", snippet(value))
        return None
    fields = Fields(found, place)
    read_tone(fields)
    label = fields.text("label", "V-9.20", most=24, needed=True)
    size = read_number(fields.raw("value"), fields.at("value"), "V-9.20")
    if size is not None and size < 0:
        fields.at("value").dropped("less-than-nothing", "V-9.20", snippet(size))
        size = None
    fields.kept["value"] = size
    kept = fields.done()
    return None if label is None or size is None else kept


def read_progress(block: Fields) -> bool:
    """Keep the share of the whole (V-9.21)."""
    block.text("label", "V-9.21", most=48)
    block.choice("style", "V-9.21", ("bar", "ring"), "bar")
    read_tone(block)
    value = read_number(block.raw("value"), block.at("value"), "V-9.21")
    whole = read_number(block.raw("max"), block.at("max"), "V-9.21") if block.has("max") else None
    if value is None or (whole is None and block.has("max")):
        return False
    if whole is None:
        share = value if value <= 1 else value / _PERCENT
    elif whole > 0:
        share = value / whole
    else:
        block.at("max").dropped("no-whole", "V-9.21", snippet(whole))
        return False
    block.kept["share"] = min(max(share, 0.0), 1.0)
    return True
