"""Glance cards as a server sends them (V-9): clipped, repaired or dropped block by block, each with its place."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from app.domain.cards import Card
from app.domain.cards.reading import MOST_CARD, MOST_WIDGET_CARD, read_card
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


@pytest.mark.parametrize("written", ALL, ids=lambda one: str(one["type"]))
@pytest.mark.clause("V-9.13", "V-9.14", "V-9.15", "V-9.16", "V-9.17", "V-9.24")
def test_a_good_block_is_kept_whole_and_nothing_is_found(written: dict[str, Any]) -> None:
    card, found = read({"blocks": [written]})
    assert found == []
    assert card is not None
    (kept,) = card.model_dump(mode="json", by_alias=True, exclude_none=True)["blocks"]
    wanted = dict(written)
    match written["type"]:
        case "keyValue":
            wanted["pairs"] = [{"label": label, "value": value} for label, value in written["pairs"]]
        case "progress":
            wanted["share"] = wanted.pop("value") / wanted.pop("max")
        case "countdown" if "until" in written:
            wanted["untilUnixMs"] = wanted.pop("until")
        case _:
            pass
    assert contains(kept, wanted)


def contains(kept: Any, wanted: Any) -> bool:
    """Say whether everything wanted was kept; defaults may stand beside it."""
    if isinstance(wanted, dict):
        return all(key in kept and contains(kept[key], value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return len(kept) == len(wanted) and all(map(contains, kept, wanted))
    return kept == wanted


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


@pytest.mark.clause("V-9.8")
def test_texts_are_trimmed_clipped_and_made_of_numbers() -> None:
    assert block(HEADER, title="  Hi ") == ({"title": "Hi"}, [])
    kept, found = block(HEADER, title="x" * 61, trailing=True)
    assert kept == {"title": "x" * 59 + "…", "trailing": "true"}
    assert found == [(".trailing", "repaired", "number-as-text"), (".title", "repaired", "too-long")]
    kept, _ = block(HEADER, title="😀" * 31)
    assert kept["title"] == "😀" * 29 + "…", "no surrogate pair is split"
    assert block(HEADER, title=7.5)[0] == {"title": "7.5"}


@pytest.mark.parametrize(
    ("written", "field", "cap"),
    [
        (ALL[0], "trailing", 40),
        (ALL[0], "appIcon", 40),
        (ALL[1], "header", 60),
        (ALL[1], "rows.0.title", 60),
        (ALL[1], "rows.0.subtitle", 72),
        (ALL[1], "rows.0.trailing", 24),
        (ALL[1], "rows.0.badge.text", 24),
        (ALL[2], "items.0.label", 48),
        (ALL[2], "items.0.value", 20),
        (ALL[2], "items.0.delta", 12),
        (ALL[4], "items.0.text", 24),
        (ALL[5], "labels.0", 12),
        (ALL[5], "unit", 8),
        (ALL[7], "segments.0.label", 24),
        (ALL[8], "label", 48),
        (ALL[9], "label", 48),
        (ALL[10], "label", 48),
    ],
)
@pytest.mark.clause("V-9.13", "V-9.14", "V-9.15", "V-9.17", "V-9.18", "V-9.20", "V-9.21")
def test_each_text_is_clipped_at_its_cap(written: dict[str, Any], field: str, cap: int) -> None:
    for length in (cap, cap + 1):
        one: Any = _copy(written)
        *steps, last = [int(step) if step.isdigit() else step for step in field.split(".")]
        node = one
        for step in steps:
            node = node[step]
        node[last] = "x" * length
        kept, found = block(one)
        seen: Any = kept
        for step in (*steps, last):
            seen = seen[step]
        assert seen == ("x" * cap if length == cap else "x" * (cap - 1) + "…")
        assert [code for _, _, code in found] == ([] if length == cap else ["too-long"])


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(one) for key, one in value.items()}
    return [_copy(one) for one in value] if isinstance(value, list) else value


@pytest.mark.clause("V-9.9")
@pytest.mark.parametrize(
    ("written", "left"),
    [
        ({"type": "list", "rows": [{"title": " "}, {"title": "a"}]}, {"rows": [{"title": "a"}]}),
        ({"type": "list", "rows": [{"title": ""}, {"subtitle": "s"}, None]}, {}),
        ({"type": "list"}, {}),
        ({"type": "header"}, {}),
        ({"type": "stats", "items": [{"label": "", "value": "1"}, {"label": "a", "value": ""}, 5]}, {}),
        ({"type": "keyValue", "pairs": [["", "x"], ["a", ""], ["a"], [], 5, None, {"label": "a"}]}, {}),
        ({"type": "badges", "items": [{"text": " "}, {"tone": "good"}, []]}, {}),
        ({"type": "bars", "labels": ["", "b"], "values": [1, 2]}, {"labels": ["b"], "values": [2.0]}),
        ({"type": "bars", "labels": ["a", "b"], "values": [None, 2]}, {"labels": ["b"], "values": [2.0]}),
        ({"type": "bars", "labels": [""], "values": [1]}, {}),
    ],
)
def test_an_empty_text_drops_its_entry_and_a_block_of_none_is_dropped(
    written: dict[str, Any], left: dict[str, Any]
) -> None:
    kept, found = block(written)
    assert kept == left
    assert found


@pytest.mark.clause("V-9.10")
@pytest.mark.parametrize(
    ("kind", "key", "entry", "most"),
    [
        ("list", "rows", {"title": "a"}, 6),
        ("stats", "items", {"label": "a", "value": "b"}, 3),
        ("keyValue", "pairs", {"label": "a", "value": "b"}, 5),
        ("badges", "items", {"text": "a"}, 3),
        ("splitBar", "segments", {"label": "a", "value": 1.0}, 5),
    ],
)
def test_entries_over_the_cap_are_dropped_from_the_end(kind: str, key: str, entry: dict[str, Any], most: int) -> None:
    kept, found = block({"type": kind, key: [entry] * (most + 1)})
    assert kept == {key: [entry] * most}
    assert found == [(f".{key}", "dropped", "too-many")]


@pytest.mark.clause("V-9.11", "V-9.12")
def test_an_unknown_tone_is_neutral_and_an_unknown_icon_is_none() -> None:
    kept, found = block({"type": "badges", "items": [{"text": "a", "tone": "blue"}]})
    assert (kept, found) == ({"items": [{"text": "a"}]}, [(".items[0].tone", "repaired", "not-one-of")])
    for icon in ("unicorn", 7, "data:image/png;base64,AA"):
        assert block(HEADER, icon=icon) == ({"title": "Weather"}, [(".icon", "dropped", "no-such-icon")])
    kept, found = block({"type": "list", "rows": [{"title": "a", "icon": "unicorn", "badge": {}}, {"title": "b"}]})
    assert kept == {"rows": [{"title": "a"}, {"title": "b"}]}


@pytest.mark.clause("V-9.14", "V-9.17")
def test_a_plain_text_is_read_as_the_main_field_of_its_entry() -> None:
    kept, found = block({"type": "list", "rows": ["a", 5]})
    assert kept == {"rows": [{"title": "a"}, {"title": "5"}]}
    assert (".rows[0]", "repaired", "text-as-object") in found
    assert block({"type": "badges", "items": ["dry"]})[0] == {"items": [{"text": "dry"}]}
    assert block({"type": "list", "rows": [{"title": "a", "badge": "new"}]})[0] == {
        "rows": [{"title": "a", "badge": {"text": "new"}}]
    }


@pytest.mark.clause("V-9.16")
def test_pairs_may_be_objects_and_rows() -> None:
    wanted = {"pairs": [{"label": "a", "value": "1"}]}
    for written in ({"pairs": [["a", "1"]]}, {"pairs": [{"label": "a", "value": "1"}]}):
        assert block({"type": "keyValue", **written}) == (wanted, [])
    assert block({"type": "keyValue", "rows": [{"label": "a", "value": "1"}]}) == (wanted, [])
    assert block({"type": "keyValue", "pairs": [["a", 1, "more"]]})[0] == wanted
    kept, found = block({"type": "keyValue"})
    assert kept == {}
    assert (".pairs", "dropped", "missing") in found
    kept, _ = block({"type": "keyValue", "pairs": [["l" * 33, "v" * 65]]})
    assert kept == {"pairs": [{"label": "l" * 31 + "…", "value": "v" * 63 + "…"}]}


@pytest.mark.clause("V-9.18")
def test_bars_have_as_many_labels_as_values_and_finite_ones() -> None:
    kept, found = block(BARS, labels=["a", "b", "c"], values=[1, 2])
    assert kept == {"labels": ["a", "b"], "values": [1.0, 2.0]}
    assert found == [(".labels", "dropped", "unequal-lists")]
    kept, found = block(BARS, labels=["a"] * 13, values=[*range(14)])
    assert len(kept["values"]) == 12
    assert found == [(".values", "dropped", "unequal-lists"), ("", "dropped", "too-many")]
    kept, found = block(BARS, labels=[*"abcdef"], values=[1e400, float("nan"), 10**400, True, "1.5", "1e999"])
    assert kept == {"labels": ["e"], "values": [1.5]}
    assert block(BARS, labels=5)[0] == {}
    assert block(BARS, values=None)[0] == {}


@pytest.mark.clause("V-9.19")
def test_a_line_is_thinned_evenly_with_its_ends_kept() -> None:
    kept, found = block(LINE, points=[*range(1201)])
    points = kept["points"]
    assert (len(points), points[0], points[-1]) == (120, 0, 1200)
    steps = {after - before for before, after in itertools.pairwise(points)}
    assert steps == {10, 11}
    assert found == [(".points", "repaired", "thinned")]
    assert block(LINE, points=[*range(120)])[1] == []
    for points in ([], [1], [1, None], "1,2", None):
        assert block(LINE, points=points)[0] == {}
    assert block(LINE, baseline="no") == ({"points": [1.0, 2.0]}, [(".baseline", "dropped", "not-a-number")])


@pytest.mark.clause("V-9.20")
def test_a_split_bar_has_parts_of_a_whole_above_nothing() -> None:
    a, b = {"label": "a", "value": 0}, {"label": "b", "value": 2}
    assert len(block({"type": "splitBar", "segments": [a, b]})[0]["segments"]) == 2
    for segments, code in (
        ([a, a], "no-whole"),
        ([{"label": "a", "value": 1e308}] * 2, "no-whole"),
        ([b], "too-few"),
        ([b, {"label": "c", "value": -1}], "too-few"),
        ([b, {"label": "c"}], "too-few"),
        ([b, {"value": 1}], "too-few"),
        ([b, "c"], "too-few"),
        (None, "too-few"),
    ):
        kept, found = block({"type": "splitBar", "segments": segments})
        assert kept == {}
        assert (".segments", "dropped", code) in found


@pytest.mark.clause("V-9.21")
@pytest.mark.parametrize(
    ("written", "share"),
    [
        ({"value": 3, "max": 4}, 0.75),
        ({"value": 5, "max": 4}, 1),
        ({"value": -5, "max": 4}, 0),
        ({"value": 0.25}, 0.25),
        ({"value": 1}, 1),
        ({"value": 1.5}, 0.015),
        ({"value": 40}, 0.4),
        ({"value": "40"}, 0.4),
        ({"value": 400}, 1),
        ({"value": 1e308, "max": 1e-308}, 1),
    ],
)
def test_the_share_of_a_progress_follows_from_value_and_max(written: dict[str, Any], share: float) -> None:
    card, _ = read({"blocks": [{"type": "progress", **written}]})
    assert card is not None
    assert card.model_dump()["blocks"][0]["share"] == pytest.approx(share)


@pytest.mark.clause("V-9.21")
@pytest.mark.parametrize("written", [{}, {"value": None}, {"value": 1, "max": 0}, {"value": 1, "max": "many"}])
def test_a_progress_whose_share_is_unknown_is_dropped(written: dict[str, Any]) -> None:
    assert block({"type": "progress", **written})[0] == {}


@pytest.mark.clause("V-9.22")
def test_a_clock_is_of_a_zone_that_exists_and_called_by_its_city() -> None:
    zone = {"type": "clock", "tz": " America/Argentina/Buenos_Aires "}
    assert block(zone) == ({"tz": "America/Argentina/Buenos_Aires", "label": "Buenos Aires"}, [])
    assert block({"type": "clock", "tz": "UTC"})[0]["label"] == "UTC"
    for name in ("Mars/Base", "../etc/passwd", "Europe", "", "Europe/" + "x" * 300, 5, None, "/etc/localtime", "a\0b"):
        kept, found = block({"type": "clock", "tz": name})
        assert kept == {}, name
        assert found == [(".tz", "dropped", "unknown-zone")]


@pytest.mark.clause("V-9.23")
@pytest.mark.parametrize(
    ("until", "unix_ms"),
    [
        (1_764_529_200_000, 1_764_529_200_000),
        ("1764529200000", 1_764_529_200_000),
        ("2025-11-30T19:00:00Z", 1_764_529_200_000),
        ("2025-11-30T20:00:00+01:00", 1_764_529_200_000),
        (-5.5, -5.5),
    ],
)
def test_a_countdown_ends_at_a_moment(until: object, unix_ms: float) -> None:
    kept, _ = block({"type": "countdown", "until": until})
    assert kept == {"untilUnixMs": unix_ms}


@pytest.mark.clause("V-9.23")
def test_a_countdown_has_a_moment_or_seconds_above_nothing() -> None:
    kept, found = block({"type": "countdown", "until": "2025-11-30T19:00:00"})
    assert "untilUnixMs" in kept
    assert found == [(".until", "repaired", "no-offset")]
    kept, found = block({"type": "countdown", "until": 5, "seconds": 5})
    assert (kept, found) == ({"untilUnixMs": 5.0}, [(".seconds", "dropped", "until-and-seconds")])
    assert block({"type": "countdown", "until": "soon", "seconds": 5})[0] == {"seconds": 5.0}
    for written in (
        {},
        {"until": None},
        {"until": "soon"},
        {"until": "0001-01-01"},
        {"until": 1e300},
        {"until": []},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": "x"},
        {"seconds": 1e300},
    ):
        assert block({"type": "countdown", **written})[0] == {}, written


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


def test_a_widget_keeps_its_html_its_data_and_a_height_that_fits() -> None:
    widget = {"type": "widget", "html": " <p>Hi</p>\n"}
    card, found = read({"blocks": [widget]})
    assert card is not None
    assert card.model_dump(by_alias=True)["blocks"][0] == {**widget, "height": 180, "data": None, "label": None}
    assert found == []
    kept, found = block(widget, height=5000, data=[1], label="l" * 61)
    assert kept == {"html": " <p>Hi</p>\n", "height": 420.0, "label": "l" * 59 + "…"}
    assert found == [
        (".height", "repaired", "out-of-range"),
        (".label", "repaired", "too-long"),
        (".data", "dropped", "not-an-object"),
    ]
    for html in (None, " ", 5):
        assert block(widget, html=html)[0] == {}


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
