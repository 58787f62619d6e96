"""Glance cards for tests: one good block of each type, and what reading makes of blocks."""

from __future__ import annotations

from typing import Any

from app.domain.cards import Card
from app.domain.cards.reading import read_card
from app.domain.findings import Findings

Told = list[tuple[str, str, str]]

HEADER: dict[str, Any] = {"type": "header", "title": "Weather"}
BARS: dict[str, Any] = {"type": "bars", "labels": ["Mon"], "values": [1]}
LINE: dict[str, Any] = {"type": "line", "points": [1, 2]}
ALL: list[dict[str, Any]] = [
    {"type": "header", "title": "Weather", "icon": "sun", "appIcon": "org.gnome.Weather", "trailing": "now"},
    {
        "type": "list",
        "header": "Days",
        "rows": [
            {
                "title": "Monday",
                "icon": "cloud",
                "subtitle": "s",
                "trailing": "9°",
                "badge": {"text": "new", "tone": "good"},
            },
            {"title": "Tuesday"},
        ],
    },
    {"type": "stats", "items": [{"label": "Wind", "value": "9", "delta": "+1", "tone": "bad"}]},
    {"type": "keyValue", "pairs": [["Sun", "up"], ["Moon", "down"]]},
    {"type": "badges", "items": [{"text": "dry", "tone": "good"}]},
    {"type": "bars", "labels": ["Mon", "Tue"], "values": [1.5, -2], "unit": "mm"},
    {"type": "line", "points": [1, 2, 3.5], "tone": "good", "baseline": 2},
    {"type": "splitBar", "segments": [{"label": "a", "value": 1}, {"label": "b", "value": 3, "tone": "bad"}]},
    {"type": "progress", "value": 3, "max": 4, "label": "Half", "style": "ring", "tone": "good"},
    {"type": "clock", "tz": "Europe/Vienna", "label": "Home"},
    {"type": "countdown", "until": 1_764_529_200_000, "label": "Tea"},
    {"type": "countdown", "seconds": 90},
    {"type": "divider"},
    {"type": "widget", "html": "<p>Hi</p>", "height": 100, "data": {"a": [1, None]}, "label": "Map"},
    {"type": "row", "children": [HEADER, {"type": "divider"}]},
]


def read(value: object, *, strict: bool = False) -> tuple[Card | None, Told]:
    findings = Findings(strict=strict)
    card = read_card(value, findings.root())
    return card, [(one.path, one.severity.value, one.code) for one in findings.found]


def blocks(*written: Any) -> tuple[list[dict[str, Any]], Told]:
    """Return what is left, without the defaults, and what was found; in strict mode the same places are errors."""
    card, found = read({"blocks": [*written]})
    _, strict = read({"blocks": [*written]}, strict=True)
    assert [(path, code) for path, _, code in strict] == [(path, code) for path, _, code in found]
    assert {kind for _, kind, _ in strict} <= {"error", "warning"}
    left = [] if card is None else card.model_dump(mode="json", by_alias=True, exclude_defaults=True)["blocks"]
    return left, [(path.removeprefix("$.blocks"), kind, code) for path, kind, code in found]


def block(written: dict[str, Any], **changes: Any) -> tuple[dict[str, Any], Told]:
    """Return one block, ``{}`` when it was left out; a divider keeps the card from being empty."""
    left, found = blocks({**written, **changes}, {"type": "divider"})
    assert left.pop() == {}
    return (left or [{}])[0], [(path.removeprefix("[0]"), kind, code) for path, kind, code in found]
