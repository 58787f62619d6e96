"""What stays of an agent turn: its row, its calls with their cards, its thread, and the export of all."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest

from app.domain import messages as m
from app.domain.calls import CallId
from app.domain.turn import AnswerRoute, TurnOutcome
from tests.journeys.agent_stage import spoken, typed
from tests.journeys.integration_stage import bundled, install
from tests.journeys.pilot import Pilot, flying

pytestmark = pytest.mark.anyio

TOKYO = "what time is it in Tokyo"


async def details(pilot: Pilot, turn: m.TurnFinished) -> m.TurnDetails:
    return await pilot.ask(m.RequestTurn(7, turn.turn_id), m.TurnDetails)


@pytest.mark.clause("V-9.34")
async def test_a_card_of_a_turn_reopens_after_a_restart(tmp_path: Path) -> None:
    async with flying(tmp_path, TOKYO) as pilot:
        await install(pilot, bundled("clock"))
        finished = await spoken(pilot)
        shown = pilot.told(m.CallEnded)[-1].card
        assert shown is not None
    async with flying(tmp_path) as pilot:
        kept = await details(pilot, finished)
        assert kept.turn is not None
        assert (kept.turn.text, kept.turn.outcome, kept.turn.answer) == (TOKYO, TurnOutcome.ANSWERED, finished.answer)
        assert kept.turn.route is not AnswerRoute.NONE
        assert kept.turn.ended_unix_s >= kept.turn.started_unix_s
        (call,) = kept.calls
        assert call.card == shown
        reopened = await pilot.ask(m.ReopenCard(finished.turn_id, call.call_id), m.CardReopened)
        assert reopened.call.card == shown
        changed = await pilot.ask(m.ReopenCard(finished.turn_id, CallId("other")), m.HistoryChanged)
        assert changed.turn == kept.turn


async def test_a_deleted_thread_is_gone_with_its_calls_and_recordings(tmp_path: Path) -> None:
    async with flying(tmp_path, TOKYO) as pilot:
        await install(pilot, bundled("clock"))
        first = await spoken(pilot)
        second = await typed(pilot, "and in Berlin?")
        assert first.thread_id is not None
        assert second.thread_id == first.thread_id
        pilot.core.submit(m.DeleteThread(first.thread_id))
        await pilot.see(m.HistoryChanged, lambda change: change.turn_id is None)
        for turn in (first, second):
            assert await details(pilot, turn) == m.TurnDetails(7, None)
        assert await pilot.history.page("", None, 50) == ((), False)
        assert [file async for file in anyio.Path(tmp_path).rglob("*.wav")] == []


async def test_the_export_has_what_was_said_answered_and_shown(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        finished = await typed(pilot, TOKYO)
        target = anyio.Path(tmp_path / "out.json")
        exported = await pilot.ask(m.ExportHistory(str(target)), m.HistoryExported)
        assert exported == m.HistoryExported(str(target))
        (turn,) = json.loads(await target.read_text("utf-8"))["turns"]
        assert (turn["id"], turn["text"], turn["threadId"]) == (finished.turn_id, TOKYO, finished.thread_id)
        assert turn["calls"][0]["card"]["blocks"]
