"""The calls of a turn: kept with their cards, in order, and gone with the turn."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.calls import CallClass
from app.domain.turn import TurnId
from app.storage.database import Database
from app.storage.history import History
from app.storage.turn_calls import TurnCalls
from tests.plugins.logs import ExpectLog
from tests.unit.storage.agent_turn_fixtures import CARD, agent_turn, all_bytes, turn_call

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "history.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
def history(database: Database) -> History:
    return History(database)


@pytest.fixture
def calls(database: Database) -> TurnCalls:
    return TurnCalls(database)


async def saved(history: History, minute: int = 1) -> TurnId:
    turn = agent_turn(minute)
    await history.finish(turn)
    return turn.turn_id


@pytest.mark.clause("V-9.34")
async def test_calls_come_back_in_order_with_every_value_and_the_exact_card(history: History, calls: TurnCalls) -> None:
    turn_id = await saved(history)
    made = (turn_call(2, card=CARD), turn_call(1, failure=CallClass.TIMEOUT))
    await calls.add(turn_id, made)
    assert await calls.of(turn_id) == made
    card = (await calls.of(turn_id))[0].card
    assert card is not None
    assert card.model_dump() == CARD.model_dump()


async def test_calls_that_come_later_stand_behind_and_one_that_is_there_is_replaced(
    history: History, calls: TurnCalls
) -> None:
    turn_id = await saved(history)
    first, second = turn_call(1), turn_call(2)
    await calls.add(turn_id, [first])
    await calls.add(turn_id, [second, replace(first, card=CARD)])
    assert await calls.of(turn_id) == (replace(first, card=CARD), second)


async def test_a_turn_without_calls_and_one_that_is_not_there_have_none(history: History, calls: TurnCalls) -> None:
    turn_id = await saved(history)
    await calls.add(TurnId("gone"), [turn_call(1)])
    assert await calls.of_each([turn_id, TurnId("gone")]) == {turn_id: (), TurnId("gone"): ()}


async def test_calls_go_with_their_turn_and_with_all_of_history(
    history: History, calls: TurnCalls, database: Database, tmp_path: Path
) -> None:
    one, other = await saved(history, 1), await saved(history, 2)
    for turn_id in (one, other):
        await calls.add(turn_id, [turn_call(1, card=CARD)])
    await history.delete(one)
    assert await calls.of(one) == ()
    assert len(await calls.of(other)) == 1
    await history.clear()
    assert await database.read(lambda c: c.execute("SELECT count(*) FROM turn_calls").fetchone()) == (0,)
    assert b"Regen" not in all_bytes(tmp_path)


@pytest.mark.parametrize(
    "written",
    [
        '{"blocks": [{"type": "hologram", "of": "a newer version"}]}',
        '{"blocks": [{"type": "divider"}, {"type": "divider"}, {"type": "divider"}, {"type": "divider"}]}',
        "{cut off",
        "null",
    ],
)
async def test_a_card_of_a_newer_version_or_a_damaged_one_is_dropped_and_its_call_still_shows(
    history: History, calls: TurnCalls, database: Database, expected_log: ExpectLog, written: str
) -> None:
    expected_log("a kept card cannot be shown")
    turn_id = await saved(history)
    await calls.add(turn_id, [turn_call(1, card=CARD)])
    await database.write(lambda c: c.execute("UPDATE turn_calls SET card = ?", (written,)))
    assert await calls.of(turn_id) == (turn_call(1),)


async def test_a_failure_that_a_newer_version_knows_is_shown_as_one_of_the_tool(
    history: History, calls: TurnCalls, database: Database
) -> None:
    turn_id = await saved(history)
    await calls.add(turn_id, [turn_call(1)])

    def rewrite(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE turn_calls SET failure = 'eaten', message = 'By a dog.'")

    await database.write(rewrite)
    (found,) = await calls.of(turn_id)
    assert (found.failure, found.message) == (CallClass.TOOL_ERROR, "By a dog.")


async def test_lone_surrogates_are_replaced_instead_of_losing_the_call(history: History, calls: TurnCalls) -> None:
    turn_id = await saved(history)
    await calls.add(turn_id, [replace(turn_call(1), tool_title="bad \ud800", message="\udfff")])
    (found,) = await calls.of(turn_id)
    assert (found.tool_title, found.message) == ("bad ?", "?")
