"""What the window asks of kept agent turns: details, a card once more, a thread's end, and the export."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from app.domain import messages as m
from app.domain.calls import CallClass, CallId
from app.domain.turn import FinishedTurn, TurnId
from app.runtime.turn_archive import TurnArchive
from app.storage.database import Database
from app.storage.history import History
from app.storage.takes import TakeStore
from app.storage.threads import Threads
from app.storage.turn_calls import TurnCalls
from tests.plugins.logs import ExpectLog
from tests.unit.storage.agent_turn_fixtures import CARD, OTHER_THREAD, START, THREAD, agent_turn, turn_call

pytestmark = pytest.mark.anyio


class Desk:
    """The archive over real stores, and what it told."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.history = History(database)
        self.calls = TurnCalls(database)
        self.takes = TakeStore(folder)
        self.told: list[m.Event] = []
        self.archive = TurnArchive(
            self.history, self.calls, Threads(database), self.takes, self.told.append, unix_s=lambda: START
        )

    async def keep(self, turn: FinishedTurn) -> FinishedTurn:
        writer = await self.takes.begin(turn.turn_id)
        writer.write(b"\1\2" * 16_000)
        await writer.finish()
        await self.history.finish(turn)
        return turn


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    database = await Database.open(tmp_path / "history.sqlite")
    yield Desk(database, tmp_path / "takes")
    await database.close()


async def test_details_are_the_turn_and_its_calls(desk: Desk) -> None:
    turn = await desk.keep(agent_turn(1))
    made = (turn_call(1, card=CARD), turn_call(2, failure=CallClass.TIMEOUT))
    await desk.calls.add(turn.turn_id, made)
    await desk.archive.serve(m.RequestTurn(7, turn.turn_id))
    await desk.archive.serve(m.RequestTurn(8, TurnId("gone")))
    assert desk.told == [m.TurnDetails(7, turn, made), m.TurnDetails(8, None)]


@pytest.mark.clause("V-9.34")
async def test_a_kept_card_is_shown_again_with_what_was_said(desk: Desk) -> None:
    turn = await desk.keep(agent_turn(1))
    call = turn_call(1, card=CARD)
    await desk.calls.add(turn.turn_id, [turn_call(0), call])
    await desk.archive.serve(m.ReopenCard(turn.turn_id, call.call_id))
    assert desk.told == [m.CardReopened(turn.turn_id, call, turn.answer)]


async def test_a_card_that_is_not_kept_any_more_makes_watchers_look_again(desk: Desk) -> None:
    turn = await desk.keep(agent_turn(1))
    await desk.calls.add(turn.turn_id, [turn_call(0)])
    for turn_id, call_id in ((turn.turn_id, "call-0"), (turn.turn_id, "other"), (TurnId("gone"), "call-0")):
        await desk.archive.serve(m.ReopenCard(turn_id, CallId(call_id)))
    again = m.HistoryChanged(turn.turn_id, turn)
    assert desk.told == [again, again, m.HistoryChanged(TurnId("gone"), None)]


async def test_deleting_a_thread_takes_its_recordings_too(desk: Desk) -> None:
    first, last = await desk.keep(agent_turn(1)), await desk.keep(agent_turn(2))
    other = await desk.keep(agent_turn(3, thread_id=OTHER_THREAD))
    await desk.archive.serve(m.DeleteThread(THREAD))
    assert desk.told == [m.HistoryChanged(None, None)]
    assert await desk.history.page("", None, 50) == ((other,), False)
    assert await desk.takes.stray() == (other.turn_id,)
    assert await desk.history.unknown((first.turn_id, last.turn_id)) == (first.turn_id, last.turn_id)


async def test_the_export_tells_where_it_is_or_why_not(desk: Desk, tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("history could not be exported: storage-unavailable")
    turn = await desk.keep(agent_turn(1))
    good, bad = str(tmp_path / "out.json"), str(tmp_path / "no" / "out.json")
    for path in (good, bad):
        await desk.archive.serve(m.ExportHistory(path))
    assert desk.told == [m.HistoryExported(good), m.HistoryExported(bad, "storage-unavailable")]
    written = json.loads(await anyio.Path(good).read_text("utf-8"))
    assert [one["id"] for one in written["turns"]] == [turn.turn_id]
