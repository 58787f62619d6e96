"""Calls as rows: added, paged, pruned."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import anyio
import anyio.lowlevel
import pytest

from app.domain.calls import CallClass, CallId, IntegrationId, Origin, Surface, ToolRef
from app.domain.errors import StorageUnavailable
from app.domain.turn import new_turn_id
from app.storage.database import Database
from app.storage.journal import LONGEST_PAGE, MOST_WAITING, MOST_WAITING_TEXT, Journal, JournalEntry
from tests.plugins.logs import ExpectLog
from tests.unit.storage.installs_fixtures import START, database, file

__all__ = ["database", "file"]

pytestmark = [pytest.mark.anyio, pytest.mark.clause("V-19.8")]


@pytest.fixture
def journal(database: Database) -> Journal:
    return Journal(database)


def entry(number: int, integration: str = "com.example.a", **changes: object) -> JournalEntry:
    made = JournalEntry(
        call_id=CallId(f"call-{number}"),
        at_unix_s=START + number,
        ref=ToolRef(IntegrationId(integration), "send"),
        origin=Origin.AGENT,
        arguments='{"to": "Ann", "code": "***"}',
    )
    return replace(made, **changes)  # pyright: ignore[reportArgumentType] - tests name fields of the entry


async def test_a_call_comes_back_with_every_value(journal: Journal) -> None:
    full = entry(
        2,
        turn_id=new_turn_id(START),
        surface=Surface.HOST_CARD,
        actor="person",
        failure=CallClass.TIMEOUT,
        message="no answer \ud800",
        duration_s=60.5,
    )
    await journal.add(entry(1))
    await journal.add(full)
    found, more = await journal.page()
    assert [replace(one, row=0) for one in found] == [replace(full, message="no answer ?"), entry(1)]
    assert not more


async def test_pages_go_on_where_the_last_one_ended(journal: Journal) -> None:
    for number in range(5):
        await journal.add(entry(number, f"com.example.{'ab'[number % 2]}"))
    first, more = await journal.page(limit=2)
    assert ([one.call_id for one in first], more) == (["call-4", "call-3"], True)
    rest, more = await journal.page(before=first[-1].row)
    assert ([one.call_id for one in rest], more) == (["call-2", "call-1", "call-0"], False)
    of_b, _ = await journal.page(integration=IntegrationId("com.example.b"), limit=0)
    assert [one.call_id for one in of_b] == ["call-3"]


async def test_old_calls_and_those_of_one_integration_are_removed(journal: Journal) -> None:
    day = 86_400.0
    await journal.add(entry(0, at_unix_s=START - 31 * day))
    await journal.add(entry(1, at_unix_s=START - 29 * day))
    await journal.add(entry(2, "com.example.b"))
    assert await journal.prune(30, START) == 1
    assert await journal.remove_of(IntegrationId("com.example.b")) == 1
    assert [one.call_id for one in (await journal.page())[0]] == ["call-1"]


@asynccontextmanager
async def writing_behind(journal: Journal) -> AsyncGenerator[None]:
    async with anyio.create_task_group() as group:
        group.start_soon(journal.run)
        await anyio.wait_all_tasks_blocked()
        yield
        group.cancel_scope.cancel()


async def rows(database: Database) -> list[str]:
    """Return what is in the file, whatever the journal still holds."""
    return await database.read(lambda c: [name for (name,) in c.execute("SELECT call_id FROM calls ORDER BY id")])


async def test_a_call_is_in_the_file_a_moment_after_it_was_taken_over(journal: Journal, database: Database) -> None:
    async with writing_behind(journal):
        assert journal.take(entry(1))
        assert journal.take(entry(2))
        with anyio.fail_after(5):
            while await rows(database) != ["call-1", "call-2"]:
                await anyio.lowlevel.checkpoint()


async def test_an_orderly_end_loses_nothing(journal: Journal, database: Database) -> None:
    async with writing_behind(journal):
        assert journal.take(entry(1))
    assert await rows(database) == ["call-1"]


async def test_nothing_is_taken_over_when_nobody_would_write_it(journal: Journal, database: Database) -> None:
    assert not journal.take(entry(1))
    async with writing_behind(journal):
        pass
    assert not journal.take(entry(1))

    await journal.add(entry(2))

    assert await rows(database) == ["call-2"]


async def test_what_reads_and_deletes_also_sees_what_is_not_written_yet(journal: Journal) -> None:
    async with writing_behind(journal):
        journal.take(entry(1))
        journal.take(entry(2, "com.example.b"))
        assert len((await journal.page())[0]) == 2
        journal.take(entry(3))
        async with anyio.create_task_group() as readers:
            readers.start_soon(journal.page)
            readers.start_soon(journal.page)
        assert await journal.remove_of(IntegrationId("com.example.a")) == 2
        journal.take(entry(4))
        assert await journal.prune(1, START + 10 * 86_400.0) == 2
        journal.take(entry(5))
        await journal.add(entry(6))
        assert [one.call_id for one in (await journal.page())[0]] == ["call-6", "call-5"]


async def test_what_waits_is_bounded_in_number_and_in_size(journal: Journal) -> None:
    large = "x" * (MOST_WAITING_TEXT // 2)
    async with writing_behind(journal):
        assert [journal.take(entry(number)) for number in range(MOST_WAITING + 1)] == [True] * MOST_WAITING + [False]
        assert len((await journal.page())[0]) == LONGEST_PAGE
        assert [journal.take(entry(number, arguments=large)) for number in range(3)] == [True, True, False]


async def test_a_file_that_cannot_be_written_costs_only_what_waited(
    journal: Journal, database: Database, expected_log: ExpectLog
) -> None:
    expected_log("1 calls are missing in the journal")
    async with writing_behind(journal):
        await database.read(lambda c: c.execute("PRAGMA query_only = ON").fetchall())
        journal.take(entry(1))
        with pytest.raises(StorageUnavailable):
            await journal.add(entry(2))
        await database.read(lambda c: c.execute("PRAGMA query_only = OFF").fetchall())
        journal.take(entry(3))
    assert await rows(database) == ["call-3"]


async def test_words_that_a_newer_version_added_still_show(journal: Journal, database: Database) -> None:
    await journal.add(entry(1, failure=CallClass.BUSY))
    await database.write(lambda c: c.execute("UPDATE calls SET origin = 'new', failure = 'new', surface = 'new'"))
    (found,), _ = await journal.page()
    assert (found.origin, found.failure, found.surface) == (Origin.API, CallClass.TOOL_ERROR, None)
