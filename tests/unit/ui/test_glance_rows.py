"""Glance cards as rows: what a block shows, what a screen reader hears, and what is left out."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from app.domain.calls import Picture, Sound
from app.domain.cards import Block, Card
from app.domain.cards import blocks as g
from app.domain.confirmations.blocks import ICONS
from app.domain.messages import Command, PlaySound
from app.ui.viewmodels.block_rows import BlockRow, EntryRow
from app.ui.viewmodels.block_words import number_text
from app.ui.viewmodels.glance import GlanceModel
from tests.qml.sample_cards import GLANCE_BLOCKS
from tests.qml.sample_cards import picture_address as sample_picture
from tests.unit.ui.card_reach import NOON_MS, Outside


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction] - a fixture
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


def show(
    *blocks: Block,
    outside: Outside | None = None,
    too_large: bool = False,
    commands: list[Command] | None = None,
) -> GlanceModel:
    reach = (outside or Outside()).reach
    model = GlanceModel(reach.now_ms, reach.find_app_icon, commands.append if commands is not None else [].append)
    model.show(Card(blocks=blocks, too_large=too_large))
    return model


def row(*blocks: Block, outside: Outside | None = None) -> BlockRow:
    return show(*blocks, outside=outside).rows.rows[0]


def entries(shown: BlockRow) -> tuple[EntryRow, ...]:
    assert shown.entries is not None
    return shown.entries.rows


@pytest.mark.clause("V-9.12", "V-9.13")
def test_a_header_shows_a_known_icon_and_no_unknown_one() -> None:
    shown = row(g.Header(title="Sync", icon="calendar", trailing="10:00"))
    assert (shown.kind, shown.text, shown.trailing, shown.icon) == ("header", "Sync", "10:00", "calendar")
    assert row(g.Header(title="Sync", icon="unicorn")).icon == ""
    assert len(ICONS) == 34


@pytest.mark.clause("V-9.28")
def test_the_icon_of_a_program_is_that_of_an_installed_one_or_none() -> None:
    outside = Outside(icons={"org.gnome.gedit": "file:///icons/gedit.png"})
    assert row(g.Header(title="x", app_icon="org.gnome.gedit"), outside=outside).image == "file:///icons/gedit.png"
    assert row(g.Header(title="x", app_icon="com.example.none"), outside=outside).image == ""


@pytest.mark.clause("V-9.14")
def test_a_list_row_has_all_its_parts() -> None:
    block = g.ListBlock(
        header="Today",
        rows=(
            g.ListRow(
                title="Train", icon="car", subtitle="To Ghent", trailing="14:02", badge=g.Badge(text="late", tone="bad")
            ),
        ),
    )
    shown = row(block)
    line = entries(shown)[0]
    assert (shown.label, line.title, line.subtitle, line.trailing) == ("Today", "Train", "To Ghent", "14:02")
    assert (line.icon, line.badges, line.badge_tones) == ("car", ("late",), ("bad",))


@pytest.mark.clause("V-9.11", "V-9.15", "V-9.16", "V-9.17")
def test_stats_pairs_and_badges_keep_their_words_and_tones() -> None:
    stats = entries(row(GLANCE_BLOCKS["stats"]))
    assert [(stat.title, stat.value, stat.trailing, stat.tone) for stat in stats] == [
        ("Revenue", "€ 12.4k", "+8 %", "good"), ("Refunds", "31", "+4", "bad"), ("Visits", "9,120", "", "neutral"),
    ]  # fmt: skip
    assert [(pair.title, pair.value) for pair in entries(row(GLANCE_BLOCKS["keyValue"]))][1] == ("Seat", "61")
    badges = entries(row(GLANCE_BLOCKS["badges"]))
    assert [(badge.title, badge.tone) for badge in badges][:2] == [("passing", "good"), ("2 failed", "bad")]


@pytest.mark.clause("V-9.18")
def test_bars_share_the_largest_size_and_say_every_value() -> None:
    shown = row(g.Bars(labels=("Q1", "Q2"), values=(50, -100), unit="€"))
    assert [bar.share for bar in entries(shown)] == [0.5, -1.0]
    assert shown.summary == "Q1 50 €, Q2 -100 €"
    assert [bar.share for bar in entries(row(g.Bars(labels=("a", "b"), values=(0, 0))))] == [0, 0]


@pytest.mark.clause("V-9.19")
def test_a_line_lies_between_its_extremes_a_flat_one_in_the_middle() -> None:
    shown = row(g.Line(points=(2, 4, 3), baseline=1, tone="good"))
    assert (list(shown.numbers), shown.has_base, shown.base_share) == ([1 / 3, 1.0, 2 / 3], True, 0.0)
    assert shown.summary == "Line of 3 values, from 2 to 3, lowest 2, highest 4"
    flat = row(g.Line(points=(5, 5)))
    assert (list(flat.numbers), flat.has_base) == ([0.5, 0.5], False)


@pytest.mark.clause("V-9.20")
def test_segments_share_their_sum_also_a_part_of_nothing() -> None:
    shown = row(g.SplitBar(segments=(g.Segment(label="a", value=3), g.Segment(label="b", value=0))))
    assert [(part.share, part.trailing) for part in entries(shown)] == [(1.0, "100%"), (0.0, "0%")]
    assert shown.summary == "a 3 (100%), b 0 (0%)"


@pytest.mark.clause("V-9.21")
@pytest.mark.parametrize(("style", "kind"), [("bar", "progress"), ("ring", "ring")])
def test_progress_is_a_bar_or_a_ring_with_its_percent_in_words(style: str, kind: str) -> None:
    shown = row(g.Progress.model_validate({"share": 0.255, "label": "Copy", "style": style}))
    assert (shown.kind, shown.share, shown.text, shown.label) == (kind, 0.255, "26%", "Copy")


@pytest.mark.clause("V-9.22")
def test_a_clock_moves_and_is_in_the_persons_own_format() -> None:
    outside = Outside()
    time = row(g.Clock(tz="Asia/Tokyo", label="Tokyo"), outside=outside).time
    assert time is not None
    assert time.reading == ("9:05\N{NARROW NO-BREAK SPACE}PM", 60_000)
    outside.now_ms += 59_000
    time.refresh()
    assert time.reading == ("9:05\N{NARROW NO-BREAK SPACE}PM", 1000)
    outside.now_ms += 1000
    QLocale.setDefault(QLocale("de_DE"))
    time.refresh()
    assert time.reading[0] == "21:06"


def test_an_unknown_zone_shows_a_dash_and_stays() -> None:
    time = row(g.Clock(tz="Atlantis/Capital", label="Capital")).time
    assert time is not None
    assert time.reading == ("\N{EN DASH}", 0)


@pytest.mark.clause("V-9.23")
@pytest.mark.parametrize(
    ("left_s", "text", "wait_ms"),
    [
        (51 * 3600 + 1800, "2d 3h", 1_800_001),
        (86_400, "1d 0h", 1),
        (86_399, "23:59:59", 1000),
        (5025, "1:23:45", 1000),
        (754, "12:34", 1000),
        (59.25, "1:00", 250),
        (1, "0:01", 1000),
        (0, "0:00", 0),
        (-5, "0:00", 0),
    ],
)
def test_a_countdown_tells_what_is_left_and_when_to_look_again(left_s: float, text: str, wait_ms: int) -> None:
    time = row(g.Countdown(until_unix_ms=NOON_MS + left_s * 1000)).time
    assert time is not None
    assert time.reading == (text, wait_ms)


@pytest.mark.clause("V-9.23")
def test_a_countdown_of_seconds_begins_with_its_first_showing_and_ends_at_zero() -> None:
    outside = Outside()
    card = Card(blocks=(g.Countdown(seconds=2, label="Egg"),))
    model = GlanceModel(outside.reach.now_ms, outside.reach.find_app_icon, [].append)
    outside.now_ms += 60_000  # it waited for a minute before it was shown
    model.show(card)
    time = model.rows.rows[0].time
    assert time is not None
    seen = [time.reading[0]]
    for _ in range(4):
        outside.now_ms += 1000
        time.refresh()
        seen.append(time.reading[0])
    assert seen == ["0:02", "0:01", "0:00", "0:00", "0:00"]
    assert time.reading[1] == 0, "nothing is to be done any more"


@pytest.mark.clause("V-9.25")
def test_a_row_holds_its_blocks_side_by_side() -> None:
    shown = row(g.Row(children=(g.Divider(), g.Header(title="x"))))
    assert shown.horizontal
    assert shown.nested is not None
    assert [child.kind for child in shown.nested.rows] == ["divider", "header"]


def test_a_widget_shows_its_label_or_words_of_ours() -> None:
    assert row(g.Widget(html="<p>", label="Map")).text == "Map"
    assert row(g.Widget(html="<p>")).text


def test_pictures_of_a_result_stand_under_its_card_and_nothing_else_does() -> None:
    model = show(GLANCE_BLOCKS["text"])
    png = b64decode(sample_picture(8, 4).split(",")[1])
    others = [("image/svg+xml", b"<svg/>"), ("text/html", b"<p>"), ("image/png", b"no picture"), ("image/jpeg", b"")]
    pictures = [Picture("image/png", png), *(Picture(kind, data) for kind, data in others)]
    model.show(Card(blocks=(GLANCE_BLOCKS["text"],)), pictures)
    shown = [(row.kind, row.image) for row in model.rows.rows]
    assert shown == [("text", ""), ("image", sample_picture(8, 4)), *[("text", "")] * len(others)]
    assert all(row.text for row in model.rows.rows if row.kind == "text"), "never blank"


def test_a_screen_reader_hears_the_whole_card() -> None:
    model = show(GLANCE_BLOCKS["header"], GLANCE_BLOCKS["bars"], GLANCE_BLOCKS["row"])
    assert model.spoken_words == (
        "Team sync moved to Thursday, 10:00. Mon 4 hours, Tue 7.5 hours, Wed 3 hours, Thu 9 hours, Fri 6 hours. "
        "Brussels, 2:05\N{NARROW NO-BREAK SPACE}PM. New York, 8:05\N{NARROW NO-BREAK SPACE}AM. Day, 70%"
    )
    assert "Stand-up 9:15" in show(GLANCE_BLOCKS["list"]).spoken_words


@pytest.mark.clause("V-9.31", "V-9.32")
def test_what_was_too_large_is_said_also_where_nothing_is_left() -> None:
    assert show(GLANCE_BLOCKS["text"], too_large=True).is_too_large
    empty = show(too_large=True)
    assert (empty.rows.rows, empty.is_too_large) == ((), True)
    empty.show(Card(blocks=(GLANCE_BLOCKS["text"],)))
    assert not empty.is_too_large


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (-0.0, "0"), (3, "3"), (2.5, "2.5"), (1 / 3, "0.33"), (-5100, "-5,100"), (12_400, "12.4k"),
        (-2_500_000, "-2.5M"), (3e9, "3B"), (1.5e15, "1.5e+15"),
    ],
)  # fmt: skip
def test_numbers_are_short_enough_for_a_bar(value: float, text: str) -> None:
    assert number_text(value) == text


@pytest.mark.clause("V-6.32")
def test_the_sounds_of_a_result_are_offered_and_played_when_asked_for() -> None:
    commands: list[Command] = []
    model = show(g.Text(text="listen"), commands=commands)
    told: list[int] = []
    model.soundsChanged.connect(lambda: told.append(len(model.sounds)))
    sounds = (Sound("audio/wav", b"one"), Sound("audio/mpeg", b"two"))
    model.show(Card(blocks=()), sounds=sounds)
    model.playSound(1)
    model.show(Card(blocks=()))
    assert commands == [PlaySound(sounds[1])]
    assert told == [2, 0]
