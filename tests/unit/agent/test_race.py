"""The race between fast intent and model: one switch, and the loser neither calls nor says anything (V-14.24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import anyio
import pytest

from app.agent.race import Race, RacedDoor, Racer, raced_tell
from app.domain.calls import CallId, IntegrationId, ToolOutcome, ToolRef
from app.integrations.registry import ToolEntry

pytestmark = pytest.mark.anyio

REF = ToolRef(IntegrationId("org.example.notes"), "add")


class Recorded:
    """Port ``ToolDoor``: notes what got through."""

    def __init__(self) -> None:
        self.calls: list[ToolRef] = []

    def offered(self) -> Sequence[ToolEntry]:
        return ()

    async def call(self, ref: ToolRef, arguments: Mapping[str, object]) -> ToolOutcome:
        self.calls.append(ref)
        return ToolOutcome(CallId("1"), ref, None)


@pytest.mark.clause("V-14.24", "V-14.25")
async def test_once_the_intent_has_it_no_call_and_no_word_of_the_model_gets_through() -> None:
    race, door, words = Race(), Recorded(), list[str]()

    async def tell(text: str) -> None:
        words.append(text)

    async def say_it() -> None:
        await raced_tell(tell, race)("Done.")

    assert race.claim(Racer.INTENT)
    async with anyio.create_task_group() as racers:
        racers.start_soon(RacedDoor(door, race).call, REF, {})
        racers.start_soon(say_it)
        await anyio.wait_all_tasks_blocked()
        racers.cancel_scope.cancel()
    assert (door.calls, words) == ([], [])


@pytest.mark.clause("V-14.24")
async def test_the_first_call_of_the_model_keeps_an_intent_that_is_selected_later_from_acting() -> None:
    race, door = Race(), Recorded()
    await RacedDoor(door, race).call(REF, {})
    assert not race.claim(Racer.INTENT)
    assert (race.winner, door.calls) == (Racer.MODEL, [REF])
