"""The blocks of a glance card as a server sends them (V-9): clipped, repaired or dropped, each with its place."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.unit.domain.glance import ALL, BARS, HEADER, LINE, block, read


def contains(kept: Any, wanted: Any) -> bool:
    """Say whether everything wanted was kept; defaults may stand beside it."""
    if isinstance(wanted, dict):
        return all(key in kept and contains(kept[key], value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return len(kept) == len(wanted) and all(map(contains, kept, wanted))
    return kept == wanted


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
