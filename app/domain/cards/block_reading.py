"""Reads what stands in one block of a glance card (V-9.8 to V-9.26), each by its row in ``READERS``.

Called by ``reading``; charts and clocks have files of their own. A reader keeps what is good in its ``Fields`` and says
whether the block can be shown. Any thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.domain.cards import chart_reading, time_reading
from app.domain.fields import Fields, JsonObject, as_list, as_object, read_text, snippet
from app.domain.findings import Place
from app.domain.icons import ICONS

__all__ = ["READERS"]

_HEIGHTS: Final = (60, 420)
"""Pixels, V-10.7."""
_WIDGET_LABEL: Final = 60
"""UTF-16 units; V-9.26 names no cap, this is that of other labels of the host's own lines."""


def _icon(fields: Fields, clause: str) -> None:
    """Keep a name of V-9.12; another shows no icon."""
    if not fields.has("icon"):
        return
    icon = fields.raw("icon")
    if isinstance(icon, str) and icon.strip() in ICONS:
        fields.kept["icon"] = icon.strip()
    else:
        fields.at("icon").dropped("no-such-icon", clause, snippet(icon))


def _badge(value: object, place: Place, clause: str) -> JsonObject | None:
    badge = _as_fields(value, place, clause, text_key="text")
    if badge is None:
        return None
    chart_reading.read_tone(badge)
    usable = badge.text("text", clause, most=24, needed=True) is not None
    kept = badge.done()
    return kept if usable else None


def _as_fields(value: object, place: Place, clause: str, *, text_key: str) -> Fields | None:
    """Return an object for reading; a plain text is read as the object's main field."""
    found = as_object(value)
    if found is not None:
        return Fields(found, place)
    if isinstance(value, str | int | float):
        place.repaired("text-as-object", clause, snippet(value))
        return Fields({text_key: value}, place)
    place.dropped("not-an-object", clause, snippet(value))
    return None


def _header(block: Fields) -> bool:
    _icon(block, "V-9.12")
    block.text("appIcon", "V-9.13", most=40)
    block.text("trailing", "V-9.13", most=40)
    return block.text("title", "V-9.13", most=60, needed=True) is not None


def _list(block: Fields) -> bool:
    block.text("header", "V-9.14", most=60)
    rows: list[JsonObject] = []
    for place, value in block.entries("rows", "V-9.14", most=6, needed=True):
        row = _as_fields(value, place, "V-9.14", text_key="title")
        kept = None if row is None else _list_row(row)
        if kept is not None:
            rows.append(kept)
    return chart_reading.keep_some(block, "rows", "V-9.14", rows)


def _list_row(row: Fields) -> JsonObject | None:
    _icon(row, "V-9.12")
    row.text("subtitle", "V-9.14", most=72)
    row.text("trailing", "V-9.14", most=24)
    if row.has("badge"):
        row.kept["badge"] = _badge(row.raw("badge"), row.at("badge"), "V-9.14")
    usable = row.text("title", "V-9.14", most=60, needed=True) is not None
    kept = row.done()
    return kept if usable else None


def _stats(block: Fields) -> bool:
    items: list[JsonObject] = []
    for place, value in block.entries("items", "V-9.15", most=3, needed=True):
        found = as_object(value)
        if found is None:
            place.dropped("not-an-object", "V-9.15", snippet(value))
            continue
        item = Fields(found, place)
        label = item.text("label", "V-9.15", most=48, needed=True)
        figure = item.text("value", "V-9.15", most=20, needed=True)
        item.text("delta", "V-9.15", most=12)
        chart_reading.read_tone(item)
        kept = item.done()
        if label is not None and figure is not None:
            items.append(kept)
    return chart_reading.keep_some(block, "items", "V-9.15", items)


def _key_value(block: Fields) -> bool:
    key = "pairs" if block.has("pairs") or not block.has("rows") else "rows"
    read = (_pair(value, place) for place, value in block.entries(key, "V-9.16", most=5, needed=True))
    pairs = [pair for pair in read if pair is not None]
    if not pairs:
        block.at(key).dropped("nothing-in-it", "V-9.16")
    block.kept["pairs"] = pairs
    return bool(pairs)


def _pair(value: object, place: Place) -> JsonObject | None:
    """Return label and value of ``[label, value]`` or ``{label, value}``."""
    parts, found = as_list(value), as_object(value)
    if parts is not None:
        if len(parts) > len(("label", "value")):
            place.dropped("too-many", "V-9.16", f"{len(parts)}, a label and a value")
        ends = [(place.at(index), parts[index] if index < len(parts) else None) for index in (0, 1)]
    elif found is not None:
        fields = Fields(found, place)
        ends = [(fields.at(name), fields.raw(name)) for name in ("label", "value")]
        fields.done()
    else:
        place.dropped("no-pair", "V-9.16", snippet(value))
        return None
    label, text = (read_text(at, part, "V-9.16", most=most) for (at, part), most in zip(ends, (32, 64), strict=True))
    return None if label is None or text is None else {"label": label, "value": text}


def _badges(block: Fields) -> bool:
    entries = block.entries("items", "V-9.17", most=3, needed=True)
    items = [badge for place, value in entries if (badge := _badge(value, place, "V-9.17")) is not None]
    return chart_reading.keep_some(block, "items", "V-9.17", items)


def _divider(_: Fields) -> bool:
    return True


def _widget(block: Fields) -> bool:
    block.number("height", "V-10.7", least=_HEIGHTS[0], most=_HEIGHTS[1])
    block.text("label", "V-9.26", most=_WIDGET_LABEL)
    data = block.part("data", "V-10.16")
    if data is not None:
        block.kept["data"] = data.value
    html = block.raw("html")
    if not isinstance(html, str) or not html.strip():
        block.at("html").dropped("no-html", "V-9.26", snippet(html))
        return False
    block.kept["html"] = html
    return True


READERS: Final[dict[object, Callable[[Fields], bool]]] = {
    "header": _header,
    "list": _list,
    "stats": _stats,
    "keyValue": _key_value,
    "badges": _badges,
    "bars": chart_reading.read_bars,
    "line": chart_reading.read_line,
    "splitBar": chart_reading.read_split_bar,
    "progress": chart_reading.read_progress,
    "clock": time_reading.read_clock,
    "countdown": time_reading.read_countdown,
    "divider": _divider,
    "widget": _widget,
}
"""Every block that does not hold other blocks, by its type on the wire."""
