"""Words of ``voxnotch say`` in a running core: the agent answers them, and whoever waits hears how it ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.domain.turn import new_turn_id
from app.ui.say_requests import SayRequests
from tests.journeys.integration_stage import bundled, install
from tests.journeys.pilot import Pilot, flying
from tests.unit.integrations.sessions import LIMIT_S

pytestmark = pytest.mark.anyio


class Caller:
    def __init__(self) -> None:
        self.row: dict[str, Any] = {}
        self.told = anyio.Event()

    def send(self, line: bytes) -> None:
        self.row = json.loads(line)
        self.told.set()


async def said(pilot: Pilot, requests: SayRequests, words: str, **more: object) -> dict[str, Any]:
    caller = Caller()
    message = {"say": words, "turnId": new_turn_id(pilot.unix_s), "wait": True, **more}
    assert requests.take(message, caller)
    with anyio.fail_after(LIMIT_S):
        await caller.told.wait()
    return caller.row


async def test_words_are_answered_with_their_calls_and_failures_are_told(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        requests = SayRequests(pilot.core.submit)
        pilot.core.subscribe(requests.apply)
        done = await said(pilot, requests, "what time is it in Tokyo")
        assert (done["outcome"], done["route"], [one["tool"] for one in done["calls"]]) == (
            "answered", "intent", ["get_time"],
        )  # fmt: skip
        assert done["calls"][0]["card"]["blocks"]
        again = await said(pilot, requests, "what time is it in Berlin")
        other = await said(pilot, requests, "what time is it in Lima", new=True)
        assert again["threadId"] == done["threadId"] != other["threadId"]
        nothing = await said(pilot, requests, "sing me a song about the moon")
        assert (nothing["outcome"], nothing["error"]["code"]) == ("failed", "agent-no-match")


async def test_words_that_come_while_the_agent_works_are_refused_and_the_first_are_answered(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("showcase"))
        requests = SayRequests(pilot.core.submit)
        pilot.core.subscribe(requests.apply)
        first, second = Caller(), Caller()
        for caller, words in ((first, "what time is it"), (second, "what time is it now")):
            message = {"say": words, "turnId": new_turn_id(pilot.unix_s), "wait": True}
            assert requests.take(message, caller)
        with anyio.fail_after(LIMIT_S):
            await second.told.wait()
            await first.told.wait()
        assert (second.row["outcome"], second.row["error"]["code"]) == ("failed", "agent-busy")
        assert first.row["outcome"] in {"answered", "failed"}
