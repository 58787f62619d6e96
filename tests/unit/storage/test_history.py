"""Turns as rows: begun, finished, paged, removed."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.turn import AnswerRoute, FinishedTurn, ThreadId, TurnId, TurnKind, TurnOutcome, new_turn_id
from app.storage.database import Database
from app.storage.history import History
from app.storage.takes import TakeStore

pytestmark = pytest.mark.anyio

START = 1_800_000_000.0


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "history.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
def history(database: Database) -> History:
    return History(database)


def turn(minute: int, text: str = "hello there", **changes: object) -> FinishedTurn:
    started = START + minute * 60
    made = FinishedTurn(
        turn_id=new_turn_id(started),
        kind=TurnKind.DICTATE,
        started_unix_s=started,
        outcome=TurnOutcome.INSERTED,
        text=text,
        raw_text=text.lower(),
        language="en",
        model="tiny.en",
        audio_s=1.5,
        app_id="gedit",
        has_audio=True,
        error_code="",
    )
    return replace(made, **changes)  # pyright: ignore[reportArgumentType] -- tests name fields of the row


async def saved(history: History, *texts: str) -> list[FinishedTurn]:
    turns = [turn(minute, text) for minute, text in enumerate(texts)]
    for one in turns:
        await history.finish(one)
    return turns


async def test_a_finished_turn_comes_back_with_every_value(history: History) -> None:
    one = turn(
        1,
        "Grüße 🎉",
        kind=TurnKind.AGENT,
        outcome=TurnOutcome.FAILED,
        has_audio=False,
        error_code="bug",
        thread_id=ThreadId("t"),
        answer="so 🎉",
        route=AnswerRoute.ROUTER,
        answer_model="m",
        ended_unix_s=2.5,
    )
    await history.finish(one)
    assert await history.get(one.turn_id) == one


async def test_a_turn_that_was_never_there_is_none(history: History) -> None:
    assert await history.get(TurnId("nothing")) is None
    assert await history.last_text() is None


async def test_a_turn_being_recorded_is_nowhere_but_among_the_unfinished(history: History) -> None:
    one = turn(1)
    await history.begin(one.turn_id, one.kind, one.started_unix_s, one.app_id)
    assert await history.get(one.turn_id) is None
    assert await history.page("", None, 50) == ((), False)
    assert await history.older_than(START + 1e6) == ()
    assert await history.unfinished() == (one.turn_id,)


async def test_only_turns_without_any_row_are_unknown(history: History) -> None:
    finished, recorded, gone = turn(1), turn(2), turn(3)
    await history.finish(finished)
    await history.begin(recorded.turn_id, recorded.kind, 2.0, "")
    asked = (gone.turn_id, recorded.turn_id, finished.turn_id)
    assert await history.unknown(asked) == (gone.turn_id,)


async def test_finishing_ends_the_recording_and_a_late_begin_does_not_undo_it(history: History) -> None:
    one = turn(1)
    await history.begin(one.turn_id, one.kind, one.started_unix_s, one.app_id)
    await history.finish(one)
    await history.begin(one.turn_id, one.kind, one.started_unix_s, one.app_id)
    assert await history.unfinished() == ()
    assert await history.get(one.turn_id) == one


async def test_a_retry_replaces_text_and_search_and_keeps_the_place(history: History) -> None:
    first, second = await saved(history, "wreck a nice beach", "later")
    again = replace(first, text="recognise speech")
    await history.finish(again)
    assert await history.page("", None, 50) == ((second, again), False)
    assert await history.page("beach", None, 50) == ((), False)
    assert await history.page("speech", None, 50) == ((again,), False)


async def test_pages_go_from_the_newest_to_the_oldest_without_gap_or_repeat(history: History) -> None:
    turns = await saved(history, *(f"turn {number}" for number in range(7)))
    seen: list[FinishedTurn] = []
    before, more = None, True
    sizes: list[int] = []
    while more:
        page, more = await history.page("", before, 3)
        sizes.append(len(page))
        seen += page
        before = page[-1].turn_id
    assert seen == turns[::-1]
    assert sizes == [3, 3, 1]


async def test_an_exact_last_page_says_that_there_is_no_more(history: History) -> None:
    await saved(history, "a", "b")
    assert (await history.page("", None, 2))[1] is False
    assert (await history.page("", None, 1))[1] is True


async def test_a_page_goes_on_behind_a_row_that_was_deleted_meanwhile(history: History) -> None:
    turns = await saved(history, "a", "b", "c", "d")
    await history.delete(turns[2].turn_id)
    assert (await history.page("", turns[2].turn_id, 50))[0] == (turns[1], turns[0])
    await history.delete(turns[0].turn_id)
    assert await history.page("", turns[0].turn_id, 50) == ((), False)


async def test_a_clock_set_back_does_not_bury_the_newest_turn(history: History) -> None:
    late, early = turn(60), turn(0)
    await history.finish(late)
    await history.finish(early)
    assert (await history.page("", None, 50))[0] == (early, late)


@pytest.mark.parametrize(("limit", "count"), [(-1, 1), (0, 1), (10**12, 3)])
async def test_an_odd_limit_is_held_in_range(history: History, limit: int, count: int) -> None:
    await saved(history, "a", "b", "c")
    assert len((await history.page("", None, limit))[0]) == count


async def test_the_last_text_is_the_newest_turn_with_words(history: History) -> None:
    first, _ = await saved(history, "words", "")
    await history.begin(new_turn_id(START + 999), TurnKind.DICTATE, START + 999, "")
    assert await history.last_text() == first


async def test_a_turn_that_was_deleted_is_not_revised_back(history: History) -> None:
    (one,) = await saved(history, "words")
    await history.delete(one.turn_id)
    await history.revise(one.turn_id, lambda turn: replace(turn, text="again"))
    assert await history.get(one.turn_id) is None


async def test_what_was_said_to_the_agent_is_not_the_last_text(history: History) -> None:
    (first,) = await saved(history, "words")
    await history.finish(turn(2, "what is the time", kind=TurnKind.AGENT))
    assert await history.last_text() == first


async def test_an_agent_turn_is_found_by_what_was_said_by_what_was_answered_and_by_both(history: History) -> None:
    one = turn(1, "is it raining", kind=TurnKind.AGENT, answer="Nimm 明日の会議 an Umbrella. 🌂")
    await history.finish(one)
    for query in ("raining", "umbrel", "raining umbrella", "会議", "🌂"):
        assert (await history.page(query, None, 50))[0] == (one,), query
    assert await history.page("raining tomorrow", None, 50) == ((), False)
    await history.finish(replace(one, answer=""))
    assert await history.page("umbrella", None, 50) == ((), False)
    assert (await history.page("raining", None, 50))[0] == (replace(one, answer=""),)


async def test_dropping_audio_is_noted_and_nothing_else_changes(history: History) -> None:
    one, other = await saved(history, "a", "b")
    await history.drop_audio([one.turn_id, TurnId("not there")])
    assert await history.get(one.turn_id) == replace(one, has_audio=False)
    assert await history.get(other.turn_id) == other


async def test_a_deleted_turn_is_gone_from_pages_and_search(history: History) -> None:
    one, other = await saved(history, "same word", "same word")
    await history.delete(one.turn_id)
    assert await history.page("same", None, 50) == ((other,), False)
    assert await history.get(one.turn_id) is None


async def test_clearing_removes_every_finished_turn_and_every_trace_of_its_words(
    history: History, tmp_path: Path
) -> None:
    one, other = await saved(history, "xylophone secret", "zanzibar")
    running = new_turn_id(START + 999)
    await history.begin(running, TurnKind.DICTATE, START + 999, "")
    assert await history.clear() == (one.turn_id, other.turn_id)
    assert await history.page("", None, 50) == ((), False)
    assert await history.unfinished() == (running,)
    on_disk = _all_bytes(tmp_path)
    assert b"xylophone" not in on_disk
    assert b"zanzibar" not in on_disk
    assert await history.clear() == ()


async def test_retention_asks_for_the_finished_turns_before_a_time_oldest_first(history: History) -> None:
    turns = [turn(3), turn(1, has_audio=False), turn(2), turn(9)]
    for one in turns:
        await history.finish(one)
    ids = [one.turn_id for one in turns]
    assert await history.older_than(START + 5 * 60) == (ids[1], ids[2], ids[0])
    assert await history.older_than(START + 5 * 60, with_audio=True) == (ids[2], ids[0])


async def test_lone_surrogates_are_replaced_instead_of_losing_the_turn(history: History) -> None:
    one = turn(1, "bad \ud800 sign", app_id="a\udfff")
    await history.finish(one)
    found = await history.get(one.turn_id)
    assert found is not None
    assert (found.text, found.app_id) == ("bad ? sign", "a?")


async def test_a_row_of_a_newer_version_still_shows(history: History, database: Database) -> None:
    (one,) = await saved(history, "from the future")

    def rewrite(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE turns SET kind = 'telepathy', outcome = 'teleported', route = 'dream'")

    await database.write(rewrite)
    assert await history.get(one.turn_id) == replace(one, kind=TurnKind.DICTATE, outcome=TurnOutcome.SHOWN)


async def test_rows_and_index_agree_after_many_changes(history: History, database: Database) -> None:
    turns = await saved(history, *(f"word{number} 会議{number}" for number in range(30)))
    for one in turns[::3]:
        await history.delete(one.turn_id)
    for one in turns[1::3]:
        await history.finish(replace(one, text="changed"))
    await database.write(
        lambda c: c.execute("INSERT INTO turn_search (turn_search, rank) VALUES ('integrity-check', 1)")
    )
    assert len((await history.page("changed", None, 50))[0]) == 10


@pytest.mark.fault("A34")
@pytest.mark.parametrize("folder", ["Данные тест/é", "Anna Müller/voice data", "日本語", "emoji 🎉 #?%"])
async def test_a_folder_with_any_name_works(tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "history.sqlite"
    database = await Database.open(path)
    one = turn(1, "Привет")
    await History(database).finish(one)
    await database.close()
    database = await Database.open(path)
    assert (await History(database).page("привет", None, 5))[0] == (one,)
    await database.close()
    store = TakeStore(path.parent / "takes")
    take = await store.begin(one.turn_id)
    take.write(b"\1\2" * 16_000)
    assert await take.finish() == await store.recover(one.turn_id) == 1.0


def _all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())
