"""Calls as rows: added, paged, pruned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.calls import CallClass, CallId, IntegrationId, Origin, Surface, ToolRef
from app.domain.turn import new_turn_id
from app.storage.database import Database
from app.storage.journal import Journal, JournalEntry
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


async def test_words_that_a_newer_version_added_still_show(journal: Journal, database: Database) -> None:
    await journal.add(entry(1, failure=CallClass.BUSY))
    await database.write(lambda c: c.execute("UPDATE calls SET origin = 'new', failure = 'new', surface = 'new'"))
    (found,), _ = await journal.page()
    assert (found.origin, found.failure, found.surface) == (Origin.API, CallClass.TOOL_ERROR, None)
