"""A glance card as a whole (V-9.6, V-9.7, V-9.25 to V-9.32): its blocks, its one chart, its rows and its size."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.cards import Card
from app.domain.cards.reading import MOST_CARD, MOST_WIDGET_CARD
from tests.unit.domain.glance import BARS, HEADER, LINE, block, blocks, read


@pytest.mark.clause("V-9.6")
def test_a_card_has_one_to_three_blocks_and_later_ones_are_dropped() -> None:
    left, found = blocks(HEADER, {"type": "divider"}, HEADER, {"type": "clock", "tz": "UTC"})
    assert len(left) == 3
    assert found == [("", "dropped", "too-many")]
    assert read({"blocks": []}) == (None, [("$.blocks", "dropped", "nothing-in-it")])
    assert read({"blocks": {}})[0] is None
    assert read({})[1][0] == ("$.blocks", "dropped", "missing")
    assert read([HEADER]) == (None, [("$", "dropped", "not-an-object")])
    assert read({"blocks": [HEADER], "title": "x"})[1] == [("$.title", "warning", "unknown-field")]


@pytest.mark.clause("V-9.7")
def test_a_card_has_one_chart_and_later_ones_are_dropped_in_rows_too() -> None:
    left, found = blocks(BARS, LINE, {"type": "row", "children": [HEADER, BARS, {"type": "divider"}]})
    assert len(left) == 2
    assert [one.get("type") for one in left[1]["children"]] == [None, None]
    assert found == [("[1]", "dropped", "second-chart"), ("[2].children[1]", "dropped", "second-chart")]
    left, found = blocks({**BARS, "values": []}, LINE)
    assert left == [{"points": [1.0, 2.0]}], "a chart that cannot be shown does not count"


@pytest.mark.clause("V-9.25")
def test_a_row_holds_two_or_three_blocks_and_no_row() -> None:
    divider = {"type": "divider"}
    row = {"type": "row", "children": [HEADER, divider]}
    kept, found = block({"type": "row", "children": [HEADER, divider, divider, divider]})
    assert len(kept["children"]) == 3
    assert found == [(".children", "dropped", "too-many")]
    kept, found = block({"type": "row", "children": [HEADER, row]})
    assert kept == {"title": "Weather"}, "one child is drawn alone"
    assert found == [(".children[1]", "dropped", "row-in-row"), (".children", "repaired", "row-of-one")]
    kept, found = block({"type": "row", "children": [row, {"type": "header"}]})
    assert kept == {}
    assert found[-1] == (".children", "dropped", "nothing-in-it")
    assert block({"type": "row"})[0] == {}


@pytest.mark.clause("V-9.27")
def test_an_unknown_or_useless_block_is_dropped_and_the_card_stays() -> None:
    left, found = blocks({"type": "spinner"}, "text", HEADER)
    assert left == [{"title": "Weather"}]
    assert found == [("[0].type", "dropped", "unknown-block"), ("[1]", "dropped", "not-an-object")]
    for kind in (None, [], {}, "text"):
        assert blocks({"type": kind}, HEADER)[0] == [{"title": "Weather"}], "text is ours alone"
    assert blocks({"type": "header"})[0] == []


def filler(size: int, **block: Any) -> dict[str, Any]:
    """Return a block that, alone in its card, is written in exactly ``size`` characters."""
    one = {"type": "header", "title": "a", "extra": "", **block}
    used = len(json.dumps({"blocks": [one]}, separators=(",", ":")))
    return {**one, "extra": "x" * (size - used)}


@pytest.mark.clause("V-9.29", "V-9.31")
def test_a_card_of_32000_characters_is_whole_and_a_larger_one_loses_its_last_blocks() -> None:
    card, found = read({"blocks": [filler(MOST_CARD)]})
    assert card is not None
    assert (len(card.blocks), card.too_large) == (1, False)
    assert [code for _, _, code in found] == ["unknown-field"]
    card, found = read({"blocks": [HEADER, {"type": "divider"}, filler(MOST_CARD)]})
    assert card is not None
    assert (len(card.blocks), card.too_large) == (2, True)
    assert found == [("$.blocks[2]", "dropped", "card-too-large")]


@pytest.mark.clause("V-9.30", "V-9.31")
def test_a_card_with_a_widget_may_have_300000_characters() -> None:
    widget = filler(MOST_WIDGET_CARD, type="widget", html="<p>")
    card, found = read({"blocks": [widget]})
    assert card is not None
    assert not card.too_large
    assert ("$.blocks[0]", "warning", "large-card") in found
    in_row = {"type": "row", "children": [HEADER, {"type": "widget", "html": "x" * 131_072}]}
    card, found = read({"blocks": [in_row]})
    assert card is not None
    assert found == [("$.blocks[0]", "warning", "large-card")]
    card, found = read({"blocks": [{**HEADER, "extra": "x" * 100_000}, widget]})
    assert card == Card(blocks=(), too_large=True), "without its widget the rest has to be a small card"


@pytest.mark.clause("V-9.32")
def test_a_card_of_which_nothing_fits_says_so() -> None:
    card, found = read({"blocks": [filler(MOST_CARD + 1)]})
    assert card == Card(blocks=(), too_large=True)
    assert found == [("$.blocks[0]", "dropped", "card-too-large")]


def test_half_a_character_and_endless_depth_are_taken_out_of_a_card() -> None:
    deep: Any = {}
    for _ in range(3000):
        deep = {"a": deep}
    kept, found = block({"type": "widget", "html": "\ud83d<p>", "data": deep})
    assert kept["html"] == "\N{REPLACEMENT CHARACTER}<p>"
    assert [code for _, _, code in found] == ["half-a-character", "too-deep"]
    kept, found = block(HEADER, title="x\ud83d" * 90)
    assert len(kept["title"]) == 60
