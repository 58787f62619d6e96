"""Journeys over a disk that refuses, a crash before, and what retention takes away."""

from __future__ import annotations

import resource
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import pytest

from app.domain.messages import (
    CancelTurn,
    Fix,
    HistoryChanged,
    HistoryPage,
    Notice,
    NoticeCode,
    RequestHistory,
    TurnFinished,
)
from app.domain.turn import Stage, TurnId, TurnKind, TurnOutcome, new_turn_id
from app.storage.database import Database
from app.storage.history import History
from app.storage.takes import TakeStore
from tests.journeys.pilot import PATIENCE_S, Pilot, flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]

HEADER_BYTES = 44


@pytest.fixture
def fill_disk() -> Iterator[Callable[[int], None]]:
    """Let the system refuse to make any file longer than so many bytes, as a full disk would."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def not_kept(pilot: Pilot, since: int = 0) -> list[Notice]:
    return [notice for notice in pilot.told(Notice, since=since) if notice.code is NoticeCode.NOT_KEPT]


async def keep_busy(pilot: Pilot, free: threading.Event) -> None:
    """Hold the one place at the database until ``free`` is set."""

    def wait(_connection: object) -> bool:
        return free.wait(PATIENCE_S)

    await pilot.database.read(wait)


async def refuse_writes(pilot: Pilot) -> None:
    await pilot.database.read(lambda connection: connection.execute("PRAGMA query_only = ON").fetchall())


@pytest.mark.parametrize("most_bytes", [0, HEADER_BYTES, HEADER_BYTES + 10_000])
async def test_a_full_disk_costs_the_copy_and_never_the_dictation(
    tmp_path: Path, most_bytes: int, fill_disk: Callable[[int], None], expected_log: ExpectLog
) -> None:
    expected_log("(this take|this turn|the take) cannot be kept")
    async with flying(tmp_path, "It lands all the same.") as pilot:
        since = len(pilot.events)
        pilot.hold()
        stage = await pilot.see_stage(Stage.LISTENING, since=since)
        assert stage.turn_id is not None
        if most_bytes:
            # The file is begun, and the disk is full at its first or a later sample.
            await pilot.until(pilot.takes.path(stage.turn_id).exists)
        fill_disk(most_bytes)
        for _ in range(20):
            # Piece by piece, so that the writer meets the end of the disk while words still come.
            pilot.say(0.1)
            await pilot.heard()
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert (finished.outcome, finished.text) == (TurnOutcome.INSERTED, "It lands all the same.")
        assert pilot.keys.text == "It lands all the same."
        told = not_kept(pilot, since)
        assert [(notice.fix, notice.place.startswith("storage-")) for notice in told] == [(Fix.OPEN_DATA_FOLDER, True)]


async def test_a_folder_that_takes_no_audio_still_keeps_the_text(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("this take cannot be kept: storage-unavailable")
    async with flying(tmp_path, "Text alone.") as pilot:
        pilot.paths.takes.write_text("in the way", encoding="utf-8")
        finished = await pilot.dictate()
        assert finished.outcome is TurnOutcome.INSERTED
        assert len(not_kept(pilot)) == 1
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.text, row.has_audio) == ("Text alone.", False)
        assert row.audio_s == pytest.approx(1.0, abs=0.04)


async def test_a_history_that_cannot_be_written_is_told_once_a_turn(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("this take cannot be kept: storage-read-only")
    expected_log("this turn cannot be kept: storage-read-only")
    async with flying(tmp_path, "one", "two") as pilot:
        await refuse_writes(pilot)
        for number in (1, 2):
            assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
            assert [notice.place for notice in not_kept(pilot)] == ["storage-read-only"] * number
        assert pilot.keys.text == "onetwo"


async def test_a_busy_disk_keeps_neither_the_microphone_closed_nor_the_first_words_out(tmp_path: Path) -> None:
    free = threading.Event()
    async with flying(tmp_path, "at once") as pilot, anyio.create_task_group() as group:
        group.start_soon(keep_busy, pilot, free)
        await pilot.until(lambda: pilot.database._turn.borrowed_tokens == 1)
        since = len(pilot.events)
        pilot.hold()
        stage = await pilot.see_stage(Stage.LISTENING, since=since)
        assert stage.turn_id is not None
        pilot.say()
        await pilot.heard()
        assert not pilot.takes.path(stage.turn_id).exists()
        free.set()
        pilot.let_go()
        finished = await pilot.see(TurnFinished, since=since)
        assert finished.outcome is TurnOutcome.INSERTED
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.has_audio, row.audio_s) == (True, pytest.approx(1.0, abs=0.04))


async def test_a_disk_that_gives_no_turn_in_time_costs_the_copy(
    tmp_path: Path, expected_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_log("this take cannot be kept: storage-slow")
    monkeypatch.setattr("app.runtime.take_copy.OPEN_TIMEOUT_S", 0.05)
    free = threading.Event()
    async with flying(tmp_path, "lands") as pilot, anyio.create_task_group() as group:
        group.start_soon(keep_busy, pilot, free)
        await pilot.until(lambda: pilot.database._turn.borrowed_tokens == 1)
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        await pilot.until(lambda: pilot.keys.text == "lands")
        free.set()
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.INSERTED
        assert [notice.place for notice in not_kept(pilot, since)] == ["storage-slow"]


async def test_a_store_that_fails_in_an_unforeseen_way_costs_the_copy_alone(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("this take cannot be kept: bug")
    expected_log("this turn cannot be kept: bug")
    async with flying(tmp_path, "lands") as pilot:
        await pilot.database.write(lambda connection: connection.execute("ALTER TABLE turns RENAME TO moved"))
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.INSERTED
        assert [notice.place for notice in not_kept(pilot, since)] == ["bug"]


async def test_a_cancel_right_after_the_press_leaves_neither_row_nor_file(tmp_path: Path) -> None:
    async with flying(tmp_path, "never") as pilot:
        before = open_files()
        since = len(pilot.events)
        pilot.hold()
        pilot.core.submit(CancelTurn())
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.CANCELLED
        await pilot.see_stage(Stage.IDLE, since=since)
        assert list(pilot.paths.takes.iterdir()) == []
        assert await pilot.history.unfinished() == ()
        assert not {fd for fd in open_files() - before if _is_take(fd)}
        assert not_kept(pilot) == []


def open_files() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


def _is_take(descriptor: str) -> bool:
    try:
        return Path(f"/proc/self/fd/{descriptor}").readlink().suffix == ".wav"
    except OSError:
        return False


@pytest.mark.fault("A40")
async def test_a_fault_of_ours_in_a_run_is_told_and_kept_and_the_next_take_works(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("a run failed")

    def fault(_chord: str) -> None:
        raise ZeroDivisionError

    async with flying(tmp_path, "the first", "the second") as pilot:
        await pilot.change(audio__other_sound="pause")
        pilot.media.playing = {"player": True}
        pilot.clipboard.copy({"UTF8_STRING": b"old"})
        works, pilot.keys.on_chord = pilot.keys.on_chord, fault
        first = await pilot.dictate()
        assert (first.outcome, first.error_code) == (TurnOutcome.FAILED, "bug")
        row = await pilot.history.get(first.turn_id)
        assert row is not None
        assert (row.outcome, row.error_code, row.text, row.has_audio) == (TurnOutcome.FAILED, "bug", "the first", True)
        assert pilot.media.playing == {"player": True}
        pilot.keys.on_chord = works
        second = await pilot.dictate()
        assert (second.outcome, second.text) == (TurnOutcome.INSERTED, "the second")


async def test_a_cancel_while_the_text_is_pasted_puts_the_clipboard_back(tmp_path: Path) -> None:
    async with flying(tmp_path, "secret") as pilot:
        pilot.clipboard.copy({"UTF8_STRING": b"old"})
        chords: list[str] = []
        pilot.keys.on_chord = chords.append
        since = len(pilot.events)
        pilot.hold()
        await pilot.see_stage(Stage.LISTENING, since=since)
        pilot.say()
        await pilot.heard()
        pilot.let_go()
        await pilot.until(lambda: bool(chords))
        pilot.core.submit(CancelTurn())
        assert (await pilot.see(TurnFinished, since=since)).outcome is TurnOutcome.CANCELLED
        assert pilot.clipboard.contents == {"UTF8_STRING": b"old"}


# --- after a crash ---


async def leave_behind(folder: Path, seconds: float, *, row: bool) -> TurnId:
    """Leave what a kill in the middle of a take leaves: a file with a header of zero length, a row not finished."""
    turn_id = new_turn_id(1_780_000_000.5)
    store = TakeStore(folder / "data" / "takes")
    take = await store.begin(turn_id)
    take.write(b"\x10\x20" * int(seconds * 16_000))
    await take.finish()
    path = store.path(turn_id)
    with path.open("r+b") as file:
        file.seek(40)
        file.write(bytes(4))
    if row:
        database = await Database.open(folder / "data" / "history.sqlite")
        await History(database).begin(turn_id, TurnKind.DICTATE, 1_780_000_000.5, "gedit")
        await database.close()
    return turn_id


@pytest.mark.fault("A60")
@pytest.mark.parametrize("row", [True, False], ids=["with its row", "a file alone"])
async def test_a_take_of_a_run_that_died_is_in_history_with_its_audio(tmp_path: Path, row: bool) -> None:
    turn_id = await leave_behind(tmp_path, 2.5, row=row)
    async with flying(tmp_path) as pilot:
        notice = await pilot.see(Notice)
        assert notice == Notice(NoticeCode.TAKES_RECOVERED, "1", Fix.OPEN_HISTORY)
        page = await pilot.ask(RequestHistory(1), HistoryPage)
        found = page.turns[0]
        assert (found.turn_id, found.outcome, found.audio_s) == (turn_id, TurnOutcome.RECOVERED, 2.5)
        assert found.has_audio
        assert found.started_unix_s == pytest.approx(1_780_000_000.5)
    async with flying(tmp_path) as pilot:
        assert pilot.told(Notice) == [], "it is told once"


@pytest.mark.parametrize("row", [True, False])
async def test_a_take_without_sound_that_a_crash_left_is_gone(tmp_path: Path, row: bool) -> None:
    turn_id = await leave_behind(tmp_path, 0.0, row=row)
    async with flying(tmp_path) as pilot:
        assert await pilot.history.page("", None, 10) == ((), False)
        assert await pilot.history.unfinished() == ()
        assert not pilot.takes.path(turn_id).exists()
        assert pilot.told(Notice) == []


async def test_a_sound_file_of_another_name_among_the_takes_is_left_alone(tmp_path: Path) -> None:
    song = tmp_path / "data" / "takes" / "song-2.wav"
    song.parent.mkdir(parents=True)
    song.write_bytes(b"RIFF, not ours" * 10)
    async with flying(tmp_path) as pilot:
        assert pilot.told(Notice) == []
        assert song.read_bytes() == b"RIFF, not ours" * 10


async def test_takes_that_cannot_be_recovered_do_not_keep_the_core_from_starting(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("takes could not be recovered")
    expected_log("this take cannot be kept")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "takes").write_text("in the way", encoding="utf-8")
    async with flying(tmp_path, "text") as pilot:
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


# --- retention ---


async def test_rows_go_with_their_audio_after_the_days_that_were_set(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        old, young = await pilot.keep(days_ago=8), await pilot.keep(days_ago=6)
        since = len(pilot.events)
        await pilot.change(history__keep_days=7)
        told = await pilot.see(HistoryChanged, since=since)
        assert (told.turn_id, told.turn) == (old, None)
        assert not pilot.takes.path(old).exists()
        assert await pilot.history.get(young) is not None


async def test_audio_goes_before_its_text_where_that_is_set(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        old, young = await pilot.keep(days_ago=8), await pilot.keep(days_ago=6)
        since = len(pilot.events)
        await pilot.change(history__keep_audio_days=7)
        await pilot.see(HistoryChanged, since=since)
        row = await pilot.history.get(old)
        assert row is not None
        assert (row.text, row.has_audio) == ("kept", False)
        assert not pilot.takes.path(old).exists()
        assert pilot.takes.path(young).exists()


@pytest.mark.fault("A60")
async def test_nothing_goes_by_itself_where_everything_is_to_be_kept(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        old = await pilot.keep(days_ago=10_000)
        await pilot.change(history__keep_audio_days=0)
        await pilot.change(history__keep_days=0)
        assert await pilot.ask(RequestHistory(1), HistoryPage)
        row = await pilot.history.get(old)
        assert row is not None
        assert row.has_audio
        assert pilot.takes.path(old).exists()


@pytest.mark.parametrize("method", ["paste", "copy"])
async def test_audio_goes_as_soon_as_the_text_is_delivered_where_that_is_set(tmp_path: Path, method: str) -> None:
    async with flying(tmp_path, "text") as pilot:
        delivered, shown = await pilot.keep(days_ago=1), await pilot.keep(days_ago=2, outcome=TurnOutcome.SHOWN)
        since = len(pilot.events)
        await pilot.change(history__keep_audio_days=-1, delivery__method=method)
        await pilot.see(HistoryChanged, since=since)
        assert not pilot.takes.path(delivered).exists()
        assert pilot.takes.path(shown).exists(), "this text was not delivered yet"
        finished = await pilot.dictate()
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.text, row.has_audio) == ("text", False)
        assert not pilot.takes.path(finished.turn_id).exists()


async def test_a_history_that_cannot_be_written_stops_retention_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with flying(tmp_path) as pilot:
        old = await pilot.keep(days_ago=8)
        await refuse_writes(pilot)
        await pilot.change(history__keep_days=7)
        await pilot.until(lambda: "retention could not be applied" in caplog.text)
        assert not pilot.takes.path(old).exists()
        page = await pilot.ask(RequestHistory(1), HistoryPage)
        assert len(page.turns) == 1
