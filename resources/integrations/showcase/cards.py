"""Good cards: every glance block once, and ten whole cards as an integration of its kind would send them. Pure data."""

from __future__ import annotations

import math
from typing import Final

from mcp_stdio import JsonObject

Blocks = list[JsonObject]

WIDGET_HTML: Final = """<!doctype html><meta charset="utf-8">
<style>body{margin:0;font:16px sans-serif;display:grid;place-items:center;height:100vh}</style>
<p>Pressed <b id="n">0</b> times <button onclick="n.textContent = +n.textContent + 1">Press</button></p>"""

_WAVE: Final = [round(50 + 30 * math.sin(step / 4) + step / 3, 1) for step in range(60)]

BLOCKS: Final[dict[str, JsonObject]] = {
    "header": {"type": "header", "title": "Good morning", "icon": "sun", "trailing": "Monday"},
    "list": {
        "type": "list",
        "header": "Today",
        "rows": [
            {"title": "Stand-up", "icon": "calendar", "subtitle": "Room 2, with the team", "trailing": "09:30"},
            {"title": "Dentist", "icon": "pin", "trailing": "11:00", "badge": {"text": "moved", "tone": "bad"}},
            {
                "title": "Lunch with Ada",
                "icon": "coffee",
                "trailing": "12:30",
                "badge": {"text": "new", "tone": "good"},
            },
        ],
    },
    "stats": {
        "type": "stats",
        "items": [
            {"label": "Steps", "value": "8,412", "delta": "+12 %", "tone": "good"},
            {"label": "Sleep", "value": "6 h 10", "delta": "-50 min", "tone": "bad"},
            {"label": "Pulse", "value": "61"},
        ],
    },
    "keyValue": {
        "type": "keyValue",
        "pairs": [["From", "Berlin Hbf"], ["To", "Zürich HB"], ["Leaves", "10:02"], ["Platform", "7"], ["Seat", "61"]],
    },
    "badges": {
        "type": "badges",
        "items": [{"text": "open"}, {"text": "passing", "tone": "good"}, {"text": "late", "tone": "bad"}],
    },
    "bars": {
        "type": "bars",
        "labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        "values": [4, 7.5, -2, 6, 9, 0, 3],
        "unit": "km",
    },
    "line": {"type": "line", "points": list(_WAVE), "tone": "good", "baseline": 50},
    "splitBar": {
        "type": "splitBar",
        "segments": [
            {"label": "Rent", "value": 900, "tone": "bad"},
            {"label": "Food", "value": 420},
            {"label": "Saved", "value": 260, "tone": "good"},
        ],
    },
    "progress": {"type": "progress", "value": 3, "max": 8, "label": "3 of 8 done", "tone": "good"},
    "ring": {"type": "progress", "value": 0.72, "style": "ring", "label": "72 % charged"},
    "clock": {"type": "clock", "tz": "Asia/Tokyo"},
    "countdown": {"type": "countdown", "seconds": 754, "label": "Pasta"},
    "divider": {"type": "divider"},
    "row": {
        "type": "row",
        "children": [
            {"type": "clock", "tz": "Europe/Berlin"},
            {"type": "clock", "tz": "America/New_York"},
            {"type": "progress", "value": 40, "style": "ring", "label": "Day"},
        ],
    },
    "widget": {"type": "widget", "html": WIDGET_HTML, "height": 120, "label": "A button that counts"},
}
"""By the name to ask for; a ring is a progress in its other style."""

CARDS: Final[dict[str, Blocks]] = {
    "weather": [
        {"type": "header", "title": "Zürich", "icon": "rain", "trailing": "12°"},
        {"type": "bars", "labels": ["9", "12", "15", "18", "21"], "values": [8, 11, 12, 10, 7], "unit": "°"},
        {"type": "badges", "items": [{"text": "rain from 16:00"}, {"text": "wind 24 km/h"}]},
    ],
    "calendar": [{"type": "header", "title": "Monday", "icon": "calendar", "trailing": "3"}, BLOCKS["list"]],
    "inbox": [
        {
            "type": "list",
            "header": "Inbox",
            "rows": [
                {"title": f"Message {number} of a long thread about the roof", "icon": "mail", "subtitle": "Ada"}
                for number in range(1, 7)
            ],
        },
        {"type": "badges", "items": [{"text": "6 unread", "tone": "bad"}]},
    ],
    "health": [{"type": "header", "title": "Yesterday", "icon": "heart"}, BLOCKS["stats"], BLOCKS["line"]],
    "build": [
        {"type": "header", "title": "main", "icon": "check", "trailing": "2 min ago"},
        {"type": "progress", "value": 1, "label": "412 of 412 tests", "tone": "good"},
        {"type": "keyValue", "pairs": [["Commit", "a1b2c3d"], ["Coverage", "97.4 %"], ["Took", "3 min 12 s"]]},
    ],
    "travel": [
        {"type": "header", "title": "Train to Zürich", "icon": "pin", "trailing": "on time"},
        BLOCKS["keyValue"],
        {"type": "countdown", "seconds": 1510, "label": "Leaves in"},
    ],
    "money": [{"type": "header", "title": "November", "icon": "dollar", "trailing": "1,580"}, BLOCKS["splitBar"]],
    "battery": [BLOCKS["ring"], {"type": "keyValue", "pairs": [["Left", "4 h 30 min"], ["Health", "91 %"]]}],
    "clocks": [{"type": "header", "title": "The team", "icon": "globe"}, BLOCKS["row"]],
    "right_to_left": [
        {"type": "header", "title": "صباح الخير", "icon": "sun", "trailing": "الإثنين"},
        {"type": "keyValue", "pairs": [["من", "القاهرة"], ["إلى", "דובאי"], ["السعر", "120"]]},
    ],
}
"""Ten whole cards."""
