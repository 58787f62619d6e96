"""Clock, as a real process whose time stands in a file: zones, differences, and timers through restarts."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.cards.blocks import Clock, Countdown, Header, ListBlock, Row
from tests.fixtures.integrations.folders import HERE, bundled
from tests.fixtures.integrations.talker import Talker
from tests.unit.integrations_bundled.cards import good_card, kinds

WINTER = datetime(2026, 1, 15, 12, 0, tzinfo=UTC).timestamp()
SUMMER = datetime(2026, 7, 15, 12, 0, tzinfo=UTC).timestamp()


class TimeFile:
    """The time that the server sees."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(WINTER)

    def set(self, unix_s: float) -> None:
        self.file.write_text(repr(unix_s))

    def pass_(self, seconds: float) -> None:
        self.set(float(self.file.read_text()) + seconds)


@pytest.fixture
def now(tmp_path: Path) -> TimeFile:
    return TimeFile(tmp_path / "now")


Start = Callable[..., Talker]


@pytest.fixture
def start(now: TimeFile, tmp_path: Path) -> Iterator[Start]:
    """Start the Clock, as often as wanted, on the same data."""
    program = [sys.executable, str(HERE / "clock_program.py"), str(bundled("clock")), str(now.file)]
    with ExitStack() as stack:

        def begin(**env: str) -> Talker:
            env = {"VOXNOTCH_DATA_DIR": str(tmp_path / "data"), **env}
            return stack.enter_context(Talker(bundled("clock"), env=env, argv=program))

        yield begin


@pytest.fixture
def clock(start: Start) -> Talker:
    return start()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Talker, TimeFile]]:
    """A Clock that is only asked for the time, and its time."""
    now = TimeFile(tmp_path_factory.mktemp("time") / "now")
    program = [sys.executable, str(HERE / "clock_program.py"), str(bundled("clock")), str(now.file)]
    with Talker(bundled("clock"), argv=program) as server:
        yield server, now


@pytest.mark.parametrize(
    ("place", "zone", "times"),
    [
        ("Berlin", "Europe/Berlin", ("13:00", "14:00")),
        ("new york", "America/New_York", ("07:00", "08:00")),
        ("New_York", "America/New_York", ("07:00", "08:00")),
        ("America/New_York", "America/New_York", ("07:00", "08:00")),
        ("San Francisco", "America/Los_Angeles", ("04:00", "05:00")),
        ("Zürich", "Europe/Zurich", ("13:00", "14:00")),
        ("Zurich, Switzerland", "Europe/Zurich", ("13:00", "14:00")),
        ("the UK", "Europe/London", ("12:00", "13:00")),
        ("Mumbai", "Asia/Kolkata", ("17:30", "17:30")),
        ("Kathmandu", "Asia/Kathmandu", ("17:45", "17:45")),
        ("eastern time", "America/New_York", ("07:00", "08:00")),
        ("UTC", "UTC", ("12:00", "12:00")),
        ("São Paulo", "America/Sao_Paulo", ("09:00", "09:00")),
    ],
)
def test_a_place_has_its_time_in_winter_and_in_summer(
    shared: tuple[Talker, TimeFile], place: str, zone: str, times: tuple[str, str]
) -> None:
    clock, now = shared
    now.set(WINTER)
    told = clock.data("get_time", place=place)
    assert (told["zone"], told["time"]) == (zone, times[0])
    face = good_card(told).blocks[0]
    assert isinstance(face, Clock)
    assert face.tz == zone
    now.set(SUMMER)
    assert clock.data("get_time", place=place)["time"] == times[1]


def test_the_time_here_is_that_of_the_computer(start: Start) -> None:
    told = start(TZ="Asia/Tokyo").data("get_time")
    assert told["zone"] == "Asia/Tokyo"
    assert (told["time"], told["date"], told["weekday"], told["utcOffset"]) == (
        "21:00",
        "2026-01-15",
        "Thursday",
        "+09:00",
    )


def test_a_zone_without_a_name_is_shown_as_text(start: Start) -> None:
    told = start(TZ="XXX-3:30").data("get_time")
    assert (told["zone"], told["time"], told["utcOffset"]) == (None, "15:30", "+03:30")
    assert kinds(told) == ["header", "keyValue"]


def test_an_unknown_place_is_answered_with_what_may_be_meant(clock: Talker) -> None:
    told = clock.error("get_time", place="Berlinn")
    assert told == 'No time zone is known for "Berlinn". Did you mean Berlin?'
    told = clock.error("get_time", place="Qqqqq")
    assert told.endswith("Name a large city, or a zone like Europe/Berlin.")


def test_the_difference_is_told_both_ways_with_both_times(clock: Talker) -> None:
    told = clock.data("get_time_difference", **{"from": "Berlin", "to": "San Francisco"})
    assert told["hoursAhead"] == -9
    assert told["difference"] == "Los Angeles is 9 h behind Berlin"
    assert (told["from"]["time"], told["to"]["time"]) == ("13:00", "04:00")
    assert kinds(told) == ["row", "badges"]
    told = clock.data("get_time_difference", **{"from": "London", "to": "Kathmandu"})
    assert (told["hoursAhead"], told["difference"]) == (5.75, "Kathmandu is 5 h 45 min ahead of London")
    told = clock.data("get_time_difference", **{"from": "Paris", "to": "Rome"})
    assert (told["hoursAhead"], told["difference"]) == (0, "Rome has the same time as Paris")


def test_a_difference_from_here_needs_one_place(start: Start) -> None:
    told = start(TZ="America/New_York").data("get_time_difference", to="London")
    assert told["difference"] == "London is 5 h ahead of New York"
    told = start(TZ="XXX+1").data("get_time_difference", to="London")
    assert told["difference"] == "London is 1 h ahead of here"
    assert kinds(told) == ["clock", "badges"]


def test_a_timer_counts_down_on_its_card(clock: Talker) -> None:
    told = clock.data("start_timer", minutes=12, seconds=34, label="Pasta")
    assert (told["left"], told["length"], told["ended"]) == ("12 min 34 s", "12 min 34 s", False)
    (face,) = good_card(told).blocks
    assert isinstance(face, Countdown)
    assert (face.label, face.until_unix_ms) == ("Pasta", (WINTER + 754) * 1000)


@pytest.mark.parametrize("arguments", [{}, {"minutes": 0}, {"hours": 8784, "minutes": 1}, {"label": "x"}])
def test_a_timer_needs_a_length(clock: Talker, arguments: dict[str, object]) -> None:
    assert "A timer needs a length" in clock.error("start_timer", **arguments)


def test_a_timer_goes_on_through_a_restart_and_shows_that_it_ended(start: Start, now: TimeFile) -> None:
    first = start()
    first.data("start_timer", hours=5, label="Bread")
    first.process.kill()
    now.pass_(2 * 3600)
    told = start().data("list_timers")
    assert [(timer["label"], timer["left"]) for timer in told["timers"]] == [("Bread", "3 h")]
    assert kinds(told) == ["header", "countdown"]
    now.pass_(3 * 3600)
    second = start()
    told = second.data("list_timers")
    assert (told["running"], told["timers"][0]["ended"]) == (0, True)
    header, rows = good_card(told).blocks
    assert isinstance(header, Header)
    assert header.trailing == "0 running"
    assert isinstance(rows, ListBlock)
    assert rows.rows[0].badge is not None
    assert rows.rows[0].badge.text == "ended"
    now.pass_(25 * 3600)
    assert second.data("list_timers")["timers"] == []


def test_the_next_timer_to_end_is_listed_first_and_three_count_side_by_side(clock: Talker, now: TimeFile) -> None:
    assert kinds(clock.data("list_timers")) == ["header"]
    for minutes in (50, 10, 30, 20, 40, 1):
        clock.data("start_timer", minutes=minutes)
    now.pass_(60)
    told = clock.data("list_timers")
    assert [timer["length"] for timer in told["timers"]] == ["10 min", "20 min", "30 min", "40 min", "50 min", "1 min"]
    _, row, rows = good_card(told).blocks
    assert isinstance(row, Row)
    assert [child.label for child in row.children if isinstance(child, Countdown)] == [
        "10 min timer",
        "20 min timer",
        "30 min timer",
    ]
    assert isinstance(rows, ListBlock)
    assert [one.title for one in rows.rows] == ["40 min timer", "50 min timer", "1 min timer"]


def test_stopping_takes_a_name_where_there_are_several(clock: Talker) -> None:
    assert clock.error("stop_timer") == "No timer is set."
    tea = clock.data("start_timer", minutes=3, label="Tea")
    told = clock.data("stop_timer")
    assert (told["status"], told["label"]) == ("stopped", "Tea")
    assert kinds(told) == ["header", "keyValue"]
    tea = clock.data("start_timer", minutes=3, label="Tea")
    clock.data("start_timer", minutes=4, label="Tea")
    clock.data("start_timer", minutes=5, label="Eggs")
    assert "Several timers fit" in clock.error("stop_timer")
    assert "Several timers fit" in clock.error("stop_timer", name="tea")
    assert "There is no timer" in clock.error("stop_timer", name="cake")
    assert clock.data("stop_timer", name="EGGS")["label"] == "Eggs"
    assert clock.data("stop_timer", name=tea["id"])["id"] == tea["id"]
    assert clock.data("stop_timer", name="Tea")["length"] == "4 min"


def test_an_ended_timer_does_not_stand_in_the_way_of_stopping_the_running_one(clock: Talker, now: TimeFile) -> None:
    clock.data("start_timer", minutes=1, label="Short")
    clock.data("start_timer", minutes=9, label="Long")
    now.pass_(120)
    assert clock.data("stop_timer")["label"] == "Long"
    assert clock.data("stop_timer")["label"] == "Short"


def test_there_is_an_end_to_the_number_of_timers(clock: Talker) -> None:
    for _ in range(50):
        clock.data("start_timer", minutes=1)
    assert clock.error("start_timer", minutes=1) == "There are 50 timers already. Stop one first."


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": 2, "timers": []}', '{"format": 1, "timers": [{"id": 1}]}']
)
def test_a_damaged_file_is_named_and_not_written_over(clock: Talker, tmp_path: Path, content: str) -> None:
    file = tmp_path / "data" / "timers.json"
    file.parent.mkdir()
    file.write_text(content)
    for tool, arguments in (("list_timers", {}), ("start_timer", {"minutes": 1}), ("stop_timer", {})):
        assert clock.error(tool, **arguments) == f"The file of timers is damaged. Mend it or delete it: {file}"
    assert file.read_text() == content
    assert [path.name for path in file.parent.iterdir()] == ["timers.json"]


def test_the_file_says_when_each_timer_ends(clock: Talker, tmp_path: Path) -> None:
    clock.data("start_timer", seconds=90, label="Egg")
    kept = json.loads((tmp_path / "data" / "timers.json").read_text())
    assert [(row["label"], row["ends_unix_s"]) for row in kept["timers"]] == [("Egg", WINTER + 90)]


def test_without_a_folder_from_the_host_the_time_is_still_told(start: Start) -> None:
    clock = start(VOXNOTCH_DATA_DIR="")
    assert clock.data("get_time", place="Tokyo")["time"] == "21:00"
    assert "nowhere to keep timers" in clock.error("start_timer", minutes=1)
