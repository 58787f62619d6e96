"""Cards and sheets as lines of a terminal."""

from __future__ import annotations

import pytest

from app.cli.card_text import card_lines
from app.cli.sheet_text import sheet_lines
from app.domain.cards import Card
from app.domain.cards.blocks import Text
from app.domain.cards.reading import read_card
from app.domain.findings import Findings
from app.domain.installs import (
    Growth,
    GrowthKind,
    Hearing,
    InstallPlan,
    PlanReason,
    Runs,
    SetupField,
    Source,
    SourceKind,
)

NOW = 1_767_310_200.0
"""2026-01-01 23:30 UTC."""

GOOD = [
    ({"type": "header", "title": "Oslo", "trailing": "12°"}, ["Oslo · 12°"]),
    (
        {
            "type": "list",
            "header": "Today",
            "rows": [{"title": "Milk", "subtitle": "two", "badge": {"text": "new"}}, {"title": "Bread"}],
        },
        ["Today", "  Milk · two · new", "  Bread"],
    ),
    ({"type": "list", "rows": [{"title": "Milk"}]}, ["  Milk"]),
    ({"type": "stats", "items": [{"label": "Sold", "value": "3", "delta": "+1"}]}, ["Sold: 3 · +1"]),
    ({"type": "keyValue", "pairs": [{"label": "From", "value": "Ann"}]}, ["From: Ann"]),
    ({"type": "badges", "items": [{"text": "wet"}, {"text": "cold"}]}, ["wet · cold"]),
    ({"type": "bars", "labels": ["Mon", "Tue"], "values": [1, 2.5], "unit": "mm"}, ["Mon: 1 mm", "Tue: 2.5 mm"]),
    ({"type": "line", "points": [1, 2, 4]}, ["3 points from 1 to 4"]),
    (
        {"type": "splitBar", "segments": [{"label": "Yes", "value": 3}, {"label": "No", "value": 1}]},
        ["Yes: 3", "No: 1"],
    ),
    ({"type": "progress", "value": 0.25, "label": "Copied"}, ["Copied · 25%"]),
    ({"type": "clock", "tz": "Europe/Oslo", "label": "Oslo"}, ["Oslo: 00:30 (Europe/Oslo)"]),
    ({"type": "countdown", "seconds": 60, "label": "Tea"}, ["Tea · 1:00"]),
    ({"type": "countdown", "until": (NOW + 45) * 1000, "label": "Tea"}, ["Tea · 0:45"]),
    ({"type": "countdown", "until": "2026-01-02T00:53:20Z"}, ["1:23:20"]),
    ({"type": "countdown", "until": "2026-01-04T02:30:00+00:00"}, ["2d 3h"]),
    ({"type": "countdown", "until": (NOW - 1) * 1000}, ["0:00"]),
    ({"type": "divider"}, ["--"]),
    ({"type": "widget", "html": "<p>x</p>"}, ["A page (shown in the window only)"]),
    ({"type": "widget", "html": "<p>x</p>", "label": "Map"}, ["Map (shown in the window only)"]),
    (
        {"type": "row", "children": [{"type": "divider"}, {"type": "header", "title": "Here"}]},
        ["--", "Here"],
    ),
]


@pytest.mark.parametrize(("block", "lines"), GOOD)
def test_each_block_is_read_as_lines(block: dict[str, object], lines: list[str]) -> None:
    card = read_card({"blocks": [block]}, Findings(strict=True).root())
    assert card is not None
    assert card_lines(card, NOW) == lines


def test_what_was_left_out_of_a_card_is_said() -> None:
    told = card_lines(Card(blocks=(Text(text="one\ntwo"),), too_large=True), NOW)
    assert told == ["one", "two", "Some of this card was too large to show."]


PLAN = InstallPlan(
    "1",
    PlanReason.NEW,
    Source(SourceKind.REMOTE, "https://example.com"),
    (),
    refused=False,
    tells_actions=False,
    name="Radio",
    version="",
    publisher="Example",
    publisher_url="https://example.com",
    summary="Plays what you name.",
    hears=(Hearing("dictation", ("Mail", "Notes")),),
    background=True,
    reminders=True,
    own_data=True,
    domains=("*", "*.example.com"),
    runs=Runs(url="https://example.com/mcp"),
    fields=(SetupField("CITY", "City", "text", secret=False, required=True),),
    signs_in=True,
    growth=(Growth(GrowthKind.DOMAIN, "*"),),
)


@pytest.mark.clause("V-17.4")
def test_the_sheet_has_everything_in_its_order() -> None:
    assert sheet_lines(PLAN) == [
        "Radio",
        "by Example, https://example.com",
        "Plays what you name.",
        "New since you allowed it",
        "  Wants to send data anywhere on the network.",
        "What it hears",
        "  Hears what you dictate into Mail or Notes, and may change it or keep it for itself.",
        "What it may do",
        "  What its server offers once it runs.",
        "  Works on in the background.",
        "  Shows reminders by itself.",
        "  Keeps its own data on this computer.",
        "Where it sends data",
        "  Anywhere on the network",
        "  any server under example.com",
        "What runs",
        "  https://example.com/mcp",
        "What it needs from you",
        "  City [CITY]: text, needed",
        "  A sign-in, in the window.",
    ]
