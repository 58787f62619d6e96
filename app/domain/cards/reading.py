"""Reads a glance card as a server sent it (V-9.5 to V-9.32): repairs, clips, drops, and says where each was done.

Called by ``app/tools/results.py`` and by whoever redraws a card. ``block_reading`` reads what stands in a block; the
card as a whole, its size, its one chart and its rows are here. Never raises, whatever the JSON. Any thread.
"""

from __future__ import annotations

import json
from typing import Final

from app.domain.cards.block_reading import READERS
from app.domain.cards.blocks import Card
from app.domain.fields import Fields, JsonObject, as_list, as_object, snippet
from app.domain.findings import Place
from app.domain.measure import serialised_size
from app.domain.plain_json import plain

__all__ = ["MOST_CARD", "MOST_WIDGET_CARD", "read_card"]

MOST_CARD: Final = 32_000
"""Characters of ``{"blocks":[...]}`` as the server wrote it, V-9.29."""
MOST_WIDGET_CARD: Final = 300_000
"""The same for a card with a widget, V-9.30."""
_LARGE_BYTES: Final = 131_072
"""V-9.30."""
_MOST_BLOCKS: Final = 3
"""V-9.6."""
_ROW: Final = (2, 3)
"""V-9.25."""
_CHARTS: Final = frozenset({"bars", "line", "splitBar"})
"""V-9.7."""

_Entries = list[tuple[Place, JsonObject]]


def read_card(value: object, place: Place) -> Card | None:
    """Return the card in ``{"blocks": [...]}``, or ``None`` when nothing of it can be shown."""
    found = as_object(plain(value, place, "V-9.2"))
    if found is None:
        place.dropped("not-an-object", "V-9.2", snippet(value))
        return None
    fields = Fields(found, place)
    entries = _known(fields.entries("blocks", "V-9.6", most=_MOST_BLOCKS, needed=True))
    fields.done()
    fitting = _fitting(entries)
    reading = _Reading()
    blocks = [block for at, one in fitting if (block := reading.read(one, at)) is not None]
    too_large = len(fitting) < len(entries)
    if not blocks and not too_large:
        fields.at("blocks").dropped("nothing-in-it", "V-9.6")
        return None
    return Card.model_validate({"blocks": blocks, "tooLarge": too_large})


def _known(entries: list[tuple[Place, object]]) -> _Entries:
    """Return the entries that are blocks of a type that exists (V-9.27)."""
    known: _Entries = []
    for place, value in entries:
        block = as_object(value)
        if block is None:
            place.dropped("not-an-object", "V-9.27", snippet(value))
        elif block.get("type") not in ("row", *READERS):
            place.at("type").dropped("unknown-block", "V-9.27", snippet(block.get("type")))
        else:
            known.append((place, block))
    return known


def _fitting(entries: _Entries) -> _Entries:
    """Return the blocks that fit, counted as they were sent; the last ones go first (V-9.31)."""
    fitting = list(entries)
    while fitting:
        written: JsonObject = {"blocks": [block for _, block in fitting]}
        most = MOST_WIDGET_CARD if any(_has_widget(block) for _, block in fitting) else MOST_CARD
        size = serialised_size(written)
        if size <= most:
            _warn_of_size(written, fitting[0][0])
            break
        place, _ = fitting.pop()
        place.dropped("card-too-large", "V-9.31", f"{size} characters with it, at most {most}")
    return fitting


def _has_widget(block: JsonObject) -> bool:
    children = as_list(block.get("children")) or [] if block["type"] == "row" else [block]
    return any((as_object(child) or {}).get("type") == "widget" for child in children)


def _warn_of_size(written: JsonObject, place: Place) -> None:
    size = len(json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode())
    if size > _LARGE_BYTES:
        place.warned("large-card", "V-9.30", f"{size} bytes")


class _Reading:
    """One card on its way; it remembers whether a chart has been seen."""

    def __init__(self) -> None:
        self._has_chart = False

    def read(self, value: JsonObject, place: Place) -> JsonObject | None:
        return self._row(Fields(value, place)) if value["type"] == "row" else self._block(Fields(value, place))

    def _block(self, block: Fields) -> JsonObject | None:
        kind = str(block.raw("type"))
        block.kept["type"] = kind
        usable = READERS[kind](block)
        kept = block.done()
        if not usable:
            return None
        if kind in _CHARTS:
            if self._has_chart:
                block.place.dropped("second-chart", "V-9.7", kind)
                return None
            self._has_chart = True
        return kept

    def _row(self, row: Fields) -> JsonObject | None:
        """Return the row; one child that is left stands alone (V-9.25)."""
        row.raw("type")
        children: list[JsonObject] = []
        for place, one in _known(row.entries("children", "V-9.25", most=_ROW[1], needed=True)):
            if one["type"] == "row":
                place.dropped("row-in-row", "V-9.25")
            elif (child := self._block(Fields(one, place))) is not None:
                children.append(child)
        row.done()
        if len(children) >= _ROW[0]:
            return {"type": "row", "children": children}
        if children:
            row.at("children").repaired("row-of-one", "V-9.25")
            return children[0]
        row.at("children").dropped("nothing-in-it", "V-9.25")
        return None
