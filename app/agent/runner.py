"""One agent turn, from its words to its answer (E-4.9, V-14.23).

With a model, fast intents race with it; without one, intents come first and then the router. A model that cannot be
reached leaves the turn to the router, as long as it has neither called nor said anything. Called by
``runtime/agent_turns``, core loop; what is found out on the way is in the turn's record, whatever ends the turn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import anyio

from app.agent.door import Door, Runs, Tools
from app.agent.intents import Installed, intent_offers, winner_of
from app.agent.ports import Inquirer, LanguageModel, ModelAnswer, Tell, TurnRequest
from app.agent.race import Race, RacedDoor, Racer, raced_tell
from app.agent.record import TurnRecord
from app.agent.routed import RoutedTurn, Routes, settle
from app.agent.router import PreviousCall, RouterTool
from app.domain.calls import IntegrationId, Origin
from app.domain.errors import AnswerFailed
from app.domain.integrations import ServerStatus
from app.domain.intent_matching import IntentMatch
from app.domain.messages import AnswerAcknowledged, AnswerGrew, Event
from app.domain.turn import AnswerRoute
from app.extensions.secret_mask import SecretMask
from app.integrations.registry import ToolEntry

__all__ = ["AgentRunner", "ChooseModel"]

log = logging.getLogger(__name__)

OUT_OF_REACH: Final = frozenset(
    {
        *("agent-server-gone", "agent-timeout", "agent-rate-limited", "agent-key-missing", "agent-key-refused"),
        *("agent-no-model", "agent-no-address", "agent-model-unknown"),
    }
)
"""The router may answer in place of the model; where it has no answer, this failure is told."""

ChooseModel = Callable[[], LanguageModel | None]
"""Return the model of the settings, ``None`` when none is set."""


class AgentRunner:
    def __init__(
        self,
        tools: Tools,
        executor: Runs,
        *,
        installed: Callable[[], Installed],
        router: Routes,
        router_tools: Callable[[Sequence[ToolEntry], str], tuple[RouterTool, ...]],
        choose_model: ChooseModel,
        inquirer: Inquirer,
        emit: Callable[[Event], None],
        mask_of: Callable[[IntegrationId], SecretMask],
        now: Callable[[], datetime],
    ) -> None:
        """``now``: aware, in the zone of the person."""
        self._tools = tools
        self._executor = executor
        self._installed = installed
        self._router = router
        self._router_tools = router_tools
        self._choose_model = choose_model
        self._inquirer = inquirer
        self._emit = emit
        self._mask_of = mask_of
        self._now = now

    async def run(self, request: TurnRequest, record: TurnRecord, previous: PreviousCall | None = None) -> None:
        """Answer a turn; ``previous`` is the last call of its thread.

        Raises:
            AnswerFailed
            Closed: the person closed what they were asked.
        """
        door = Door(self._tools, self._executor, request, record, self._mask_of)
        model = self._choose_model()
        if model is None:
            await self._without_model(request, record, door, previous)
        else:
            await _Raced(self, request, record, door, previous).run(model)

    async def _without_model(
        self,
        request: TurnRequest,
        record: TurnRecord,
        door: Door,
        previous: PreviousCall | None,
    ) -> None:
        match = await self.winner(request)
        if match is not None:
            await self.act(match, request, record, door)
        elif not await self.routed(request, record, door).run(previous):
            raise AnswerFailed(code=self._why_nothing(door))

    def _why_nothing(self, door: Door) -> str:
        if any(state.status is ServerStatus.STARTING for _, state in self._installed()):
            return "agent-starting"
        return "agent-no-match" if door.offered() else "agent-no-tools"

    async def winner(self, request: TurnRequest) -> IntentMatch | None:
        if not request.with_intents:
            return None
        offers = intent_offers(self._tools.offered(), self._installed())
        return await winner_of(request.text, request.language, offers)

    async def act(self, match: IntentMatch, request: TurnRequest, record: TurnRecord, door: Door) -> None:
        """Take a winning intent through the door every other call takes (V-14.26)."""
        record.route = AnswerRoute.INTENT
        if match.response:
            self._emit(AnswerAcknowledged(request.turn_id, match.response))
        outcome = await door.call(match.ref, match.arguments, origin=Origin.INTENT)
        if outcome.failure is not None and outcome.failure.words:
            await self.routed(request, record, door).revise(outcome.failure.words, match.ref, match.arguments)
        else:
            settle(record, outcome, PreviousCall(match.ref, match.arguments), code="call-failed")

    def routed(self, request: TurnRequest, record: TurnRecord, door: Door) -> RoutedTurn:
        return RoutedTurn(
            request,
            record,
            door,
            router=self._router,
            inquirer=self._inquirer,
            tools=self._router_tools,
            now=self._now,
        )

    def tell_of(self, request: TurnRequest, record: TurnRecord) -> Tell:
        """Return how the model's words are shown; a turn that is stopped keeps those."""

        async def tell(text: str) -> None:
            record.route, record.answer = AnswerRoute.MODEL, text
            self._emit(AnswerGrew(request.turn_id, text))

        return tell


class _Raced:
    """A turn with a model: it and the fast intents start together, and one switch decides (V-14.24)."""

    def __init__(
        self,
        runner: AgentRunner,
        request: TurnRequest,
        record: TurnRecord,
        door: Door,
        previous: PreviousCall | None,
    ) -> None:
        self._runner = runner
        self._request = request
        self._record = record
        self._door = door
        self._previous = previous
        self._race = Race()
        self._answer: ModelAnswer | None = None
        self._failure: AnswerFailed | None = None

    async def run(self, model: LanguageModel) -> None:
        selected: IntentMatch | None = None
        async with anyio.create_task_group() as racers:
            racers.start_soon(self._ask, model)
            match = await self._runner.winner(self._request)
            if match is not None and self._race.claim(Racer.INTENT):
                selected = match
                racers.cancel_scope.cancel()
        if selected is not None:
            await self._runner.act(selected, self._request, self._record, self._door)
        elif self._failure is not None:
            await self._out_of_reach(self._failure)
        elif self._answer is not None:
            self._keep(self._answer)

    async def _ask(self, model: LanguageModel) -> None:
        tell = self._runner.tell_of(self._request, self._record)
        try:
            answer = await model.answer(self._request, RacedDoor(self._door, self._race), raced_tell(tell, self._race))
        except AnswerFailed as error:
            self._failure = error
            return
        await self._race.go(Racer.MODEL)
        self._answer = answer

    async def _out_of_reach(self, failure: AnswerFailed) -> None:
        acted = self._race.winner is not None
        if acted or failure.code not in OUT_OF_REACH:
            self._record.route = AnswerRoute.MODEL if acted else AnswerRoute.NONE
            raise failure
        log.info("the model is out of reach, the router takes over: %s", failure.code)
        if not await self._runner.routed(self._request, self._record, self._door).run(self._previous):
            raise failure

    def _keep(self, answer: ModelAnswer) -> None:
        record = self._record
        record.route, record.model = AnswerRoute.MODEL, answer.model
        record.answer, record.context = answer.text, answer.context
