"""Where the hooks of an agent turn have their places: told before it starts, around its centre, and after its end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from app.agent.turn_hooks import Centre, Composed, OpenTurn
from app.domain.messages import CallEnded, CallStarted, TurnFinished, TurnOpened
from app.domain.turn import AnswerRoute, TurnOutcome
from tests.journeys.agent_stage import typed
from tests.journeys.integration_stage import bundled, install
from tests.journeys.pilot import Pilot, flying
from tests.journeys.test_agent_threads import echoes, use_model

pytestmark = pytest.mark.anyio


@dataclass
class Watched:
    """Port ``TurnHooks``: writes down when it is called, and changes what a test wants changed."""

    pilot: Pilot
    steps: list[str] = field(default_factory=list[str])
    seen: list[str] = field(default_factory=list[str])
    answer: str | None = None
    rewrite: str = ""

    async def started(self, turn: OpenTurn) -> None:
        self._note("turn.started")
        assert all(one.turn_id != turn.turn_id for one in self.pilot.told(CallStarted))

    async def transcript(self, turn: OpenTurn, composed: Composed) -> Composed:
        self._note("transcript")
        return replace(composed, text=self.rewrite or composed.text, notes=("Notes: it rains",), answer=self.answer)

    async def around(self, turn: OpenTurn, composed: Composed, centre: Centre) -> None:
        self._note("around")
        await centre(composed)
        self._note("around is left")

    async def before_start(self, turn: OpenTurn, composed: Composed) -> Composed:
        self._note("before_turn_start")
        self.seen.append(composed.text)
        return composed

    async def finished(self, turn: OpenTurn, outcome: TurnOutcome) -> None:
        assert self.pilot.told(TurnFinished)[-1].turn_id == turn.turn_id
        self._note(f"turn.finished {outcome}")

    def _note(self, step: str) -> None:
        told = "card" if self.pilot.told(CallEnded) else "no call"
        self.steps.append(f"{step} ({told})")


def watch(pilot: Pilot, **how: str) -> Watched:
    watched = Watched(pilot, **how)  # pyright: ignore[reportArgumentType] - texts by name
    pilot.core._coordinator._lane.turns._hooks = watched
    return watched


@pytest.mark.clause("E-4.5", "E-4.6", "E-4.8", "E-4.9", "E-4.25")
async def test_hooks_are_asked_in_their_order_and_told_of_beginning_and_end(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        watched = watch(pilot)
        finished = await typed(pilot, "list my timers")
        assert finished.route is AnswerRoute.INTENT
        await pilot.until(lambda: len(watched.steps) == 6)
        assert watched.steps == [
            "turn.started (no call)",
            "transcript (no call)",
            "around (no call)",
            "before_turn_start (no call)",
            "around is left (card)",
            "turn.finished answered (card)",
        ]


@pytest.mark.clause("V-14.23")
async def test_the_race_runs_on_the_words_as_hooks_left_them(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        watched = watch(pilot, rewrite="list my timers")
        assert (await typed(pilot, "something else entirely")).route is AnswerRoute.INTENT
        assert watched.seen == ["list my timers"]
        await use_model(pilot)
        pilot.models.model.script = echoes
        watch(pilot)
        await typed(pilot, "how are you")
        assert pilot.models.model.asked[-1].notes == ("Notes: it rains",)


async def test_a_hook_that_answers_keeps_the_turn_from_everybody_after_it(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        watched = watch(pilot, answer="Not today.")
        finished = await typed(pilot, "how are you")
        assert (finished.outcome, finished.answer) == (TurnOutcome.ANSWERED, "Not today.")
        assert pilot.models.model.asked == []
        assert pilot.told(TurnOpened)[-1].text == "how are you"
        await pilot.until(lambda: len(watched.steps) == 3)
