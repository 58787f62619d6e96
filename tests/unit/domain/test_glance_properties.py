"""Any JSON at all as a glance card: reading never raises, keeps every cap, and reads its own card unchanged."""

from __future__ import annotations

import math
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.cards.block_reading import READERS
from app.domain.cards.reading import read_card
from app.domain.findings import Findings, Severity
from tests.unit.domain.glance import ALL

VALUES: Final = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 40, 1.5, -0.5, 10**400, -(10**400), 5e-324, 1.7e308, math.nan, math.inf, 10**13),
        *("", " ", "a", " good ", "bad", "sun", "ring", "UTC", "Europe/Vienna", "Mars/Base", "2026-01-01T00:00:00Z"),
        *("2026-01-01", "1.5", "1e999", "x" * 200, "\N{GRINNING FACE}" * 80, "a\ud83d", "\ude00", "x\0y", "10" * 30),
        *([], {}, [[]], [{}], [None], ["a", "b"], ["a", 1, 2], {"a": {"b": ["\ud83d", math.nan]}}, {"text": "a"}),
        *({"label": "a", "value": 1}, {"label": "a" * 90, "value": "b" * 90}, [1, 2, 3], [*range(300)], "t" * 33_000),
    ]
)
JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
WORDS: Final = """
title icon appIcon trailing header rows items pairs labels values unit points tone baseline segments value max label
style tz until seconds children html height data text subtitle badge delta
"""
FIELDS: Final = st.sampled_from(sorted(WORDS.split()))
KINDS: Final = sorted(map(str, READERS))
ENTRIES: Final = st.dictionaries(FIELDS, VALUES, max_size=5)
PARTS: Final = VALUES | st.lists(ENTRIES, max_size=7) | st.lists(VALUES, max_size=14)


def block_of(kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "type": kind}


def row_of(children: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "row", "children": children}


def card_of(blocks: list[dict[str, Any]]) -> dict[str, Any]:
    return {"blocks": blocks}


PLAIN: Final = st.builds(block_of, st.sampled_from([*KINDS, "spinner"]), st.dictionaries(FIELDS, PARTS, max_size=8))
GOOD: Final = st.sampled_from(ALL)
CARDS: Final = st.builds(
    card_of, st.lists(PLAIN | GOOD | st.builds(row_of, st.lists(PLAIN | GOOD, max_size=4)), max_size=4)
)

CAPS: Final = {
    "header": {"title": 60, "trailing": 40, "app_icon": 40},
    "list": {"header": 60, "title": 60, "subtitle": 72, "trailing": 24, "text": 24},
    "stats": {"label": 48, "value": 20, "delta": 12},
    "keyValue": {"label": 32, "value": 64},
    "badges": {"text": 24},
    "bars": {"labels": 12, "unit": 8},
    "splitBar": {"label": 24},
    "progress": {"label": 48},
}


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def texts(value: Any, name: str = "") -> list[tuple[str, str]]:
    """Return every text in a block with the field it stands in."""
    if isinstance(value, str):
        return [(name, value)]
    if isinstance(value, dict):
        return [pair for key, one in value.items() for pair in texts(one, str(key))]
    return [pair for one in value for pair in texts(one, name)] if isinstance(value, list | tuple) else []


def flat(blocks: Any) -> list[dict[str, Any]]:
    return [one for block in blocks for one in (block["children"] if block["type"] == "row" else [block])]


def as_sent(block: dict[str, Any]) -> dict[str, Any]:
    """Write a block that was read as a server would have to write it."""
    sent = {key: value for key, value in block.items() if value is not None}
    if sent["type"] == "row":
        sent["children"] = [as_sent(child) for child in sent["children"]]
    for ours, wire in (("share", "value"), ("untilUnixMs", "until")):
        if ours in sent:
            sent[wire] = sent.pop(ours)
    return sent


@settings(max_examples=200, deadline=None)
@given(CARDS | JSON)
def test_any_json_is_read_without_an_error_and_the_same_way_twice(value: object) -> None:
    friendly, again, strict = Findings(strict=False), Findings(strict=False), Findings(strict=True)
    card = read_card(value, friendly.root())

    assert card == read_card(value, again.root())
    assert friendly == again
    read_card(value, strict.root())
    assert [one.path for one in strict.found] == [one.path for one in friendly.found]
    assert {one.severity for one in strict.found} <= {Severity.ERROR, Severity.WARNING}
    if card is None:
        assert friendly.found, "nothing is lost in silence"
        return
    card.model_dump_json()
    blocks = flat(card.model_dump()["blocks"])
    assert sum(block["type"] in {"bars", "line", "splitBar"} for block in blocks) <= 1
    for block in blocks:
        for name, text in texts(block):
            assert block["type"] == "widget" or text == text.strip()
            assert units(text) <= CAPS.get(block["type"], {}).get(name, units(text))


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(CARDS)
def test_a_card_that_was_read_is_read_unchanged(value: object) -> None:
    card = read_card(value, Findings(strict=False).root())
    if card is None or not card.blocks:
        return
    findings = Findings(strict=True)
    sent = {
        "blocks": [as_sent(block) for block in card.model_dump(mode="json", by_alias=True, exclude_none=True)["blocks"]]
    }

    again = read_card(sent, findings.root())

    assert again == card.model_copy(update={"too_large": False})
    assert findings.found == []
