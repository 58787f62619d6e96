"""An agent turn without a model: the router decides, the person is asked for what is missing, one tool runs.

Made by ``runner`` for each turn that no intent wins and no model answers; core loop. Nothing here guesses: what is not
sure is asked, and what acts meets the same policy and cards as any other call (E-4.30).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Final, Protocol, TypeVar

import anyio
from anyio import to_thread

from app.agent.door import Door
from app.agent.ports import Inquirer, TurnRequest
from app.agent.record import TurnRecord
from app.agent.router import (
    AskValue,
    Choose,
    PreviousCall,
    RankedTool,
    Routed,
    RouteRequest,
    RouterTool,
    Run,
    read_value,
)
from app.domain.calls import CallClass, ToolOutcome, ToolRef
from app.domain.cards.sentence import card_sentence
from app.domain.errors import AnswerFailed, ModelDamaged, ModelMissing
from app.domain.fields import JsonObject, as_object
from app.domain.inquiries import Inquiry, InquiryAnswer, InquiryKind, InquiryOption
from app.domain.property_rules import choices
from app.domain.schema_refs import written_out
from app.domain.schemas import properties
from app.domain.sentences import normalised
from app.domain.turn import AnswerRoute
from app.integrations.registry import ToolEntry

__all__ = ["Closed", "RoutedTurn", "Routes", "settle"]

T = TypeVar("T")

ROUTE_S: Final = 10.0
"""The router needs milliseconds, and a second or two the first time."""
_MOST_OPTIONS: Final = 8
"""Values that are offered as buttons; longer lists are typed or said."""
_MOST_REVISIONS: Final = 5
"""Of one call in a row: then it is over, and the person says it anew."""
_LONGEST_HINT: Final = 120
_ORDINALS: Final = {"first": 0, "second": 1, "third": 2, "one": 0, "two": 1, "three": 2, "1": 0, "2": 1, "3": 2}
_REVISED: Final = re.compile(
    r"^\W*(?:no\W+)?(?:change (?:it|that|the [\w ]{1,40}) to|make (?:it|that)|use|instead|change to)\b\W*",
    re.IGNORECASE,
)
"""Beginnings of a revision (V-8.43), which the router knows as a follow-up."""
_routing: Final = anyio.CapacityLimiter(1)


class Closed(Exception):
    """The person closed what they were asked, or did not answer in time: the turn is over."""


class Routes(Protocol):
    def route(self, request: RouteRequest) -> Routed:
        """Rank and decide; blocks."""
        ...


class RoutedTurn:
    def __init__(
        self,
        request: TurnRequest,
        record: TurnRecord,
        door: Door,
        *,
        router: Routes,
        inquirer: Inquirer,
        tools: Callable[[Sequence[ToolEntry], str], tuple[RouterTool, ...]],
        now: Callable[[], datetime],
    ) -> None:
        self._request = request
        self._record = record
        self._door = door
        self._router = router
        self._inquirer = inquirer
        self._tools = tools
        self._now = now
        self._asked = 0

    async def run(self, previous: PreviousCall | None) -> bool:
        """Take the words as far as they go; ``False``: nothing fits them.

        Raises:
            AnswerFailed: the tool failed, or the router.
            Closed
        """
        routed = await self._route(self._request.text, previous)
        match routed.decision:
            case Run(ref=ref, arguments=arguments):
                await self._call(ref, arguments)
            case AskValue(ref=ref, arguments=arguments, missing=missing):
                await self._call(ref, await self._complete(ref, arguments, (missing,)))
            case Choose(options=options):
                chosen = await self._choose(options)
                await self._call(chosen.ref, await self._complete(chosen.ref, chosen.arguments, chosen.missing))
            case _:
                return False
        return True

    async def revise(self, words: str, ref: ToolRef, arguments: JsonObject) -> None:
        """Ask again with what the person wants otherwise (V-8.43); words that change nothing end the turn."""
        await self._again(words, ref, arguments, _MOST_REVISIONS)

    async def _again(self, words: str, ref: ToolRef, arguments: JsonObject, left: int) -> None:
        routed = await self._route(_REVISED.sub("what about ", words, count=1), PreviousCall(ref, arguments))
        match routed.decision:
            case Run(ref=same, arguments=other) if same == ref and other != arguments and left:
                await self._call(ref, other, left - 1)
            case _:
                pass

    async def _route(self, sentence: str, previous: PreviousCall | None) -> Routed:
        tools = self._tools(self._door.offered(), self._request.language)
        request = RouteRequest(sentence, self._request.language, tools, self._now(), previous)
        try:
            with anyio.move_on_after(ROUTE_S):
                return await to_thread.run_sync(self._router.route, request, limiter=_routing, abandon_on_cancel=True)
        except (ModelMissing, ModelDamaged) as error:
            raise AnswerFailed(error.code, place=error.place, code="agent-router-broken") from error
        raise AnswerFailed("the router did not decide in time")

    async def _call(self, ref: ToolRef, arguments: JsonObject, left: int = _MOST_REVISIONS) -> None:
        self._record.route = AnswerRoute.ROUTER
        outcome = await self._door.call(ref, arguments)
        if outcome.failure is not None and outcome.failure.words:
            await self._again(outcome.failure.words, ref, arguments, left)
            return
        settle(self._record, outcome, PreviousCall(ref, arguments), code="agent-call-failed")

    # What is asked back

    async def _complete(self, ref: ToolRef, arguments: JsonObject, missing: Sequence[str]) -> JsonObject:
        """Ask for each value that is missing, one after the other."""
        entry = self._entry(ref)
        inputs = properties(written_out(entry.tool.input_schema))
        filled = dict(arguments)
        for name in missing:
            filled[name] = await self._value(entry, name, as_object(inputs.get(name)) or {})
        return filled

    async def _value(self, entry: ToolEntry, name: str, schema: JsonObject) -> object:
        listed = choices(schema)
        offered = listed if len(listed) <= _MOST_OPTIONS else ()
        language, now = self._request.language, self._now()

        async def read(answer: InquiryAnswer) -> object | None:
            if answer.option is not None:
                return offered[answer.option] if 0 <= answer.option < len(offered) else None
            return await to_thread.run_sync(read_value, answer.text, schema, language, now, limiter=_routing)

        inquiry = Inquiry(
            self._request.turn_id,
            self._next(),
            InquiryKind.VALUE,
            self._request.text,
            tool_title=entry.title,
            integration_name=entry.record.manifest.name,
            icon_path=entry.record.icon_path,
            label=str(schema.get("title") or name.replace("_", " ")),
            hint=" ".join(str(schema.get("description") or "").split())[:_LONGEST_HINT],
            options=tuple(InquiryOption(str(one)) for one in offered),
        )
        return await self._ask(inquiry, read)

    async def _choose(self, options: Sequence[RankedTool]) -> RankedTool:
        shown = tuple(self._option(one) for one in options)

        async def read(answer: InquiryAnswer) -> RankedTool | None:
            index = answer.option if answer.option is not None else _spoken_choice(answer.text, shown)
            return options[index] if index is not None and 0 <= index < len(options) else None

        turn_id, said = self._request.turn_id, self._request.text
        return await self._ask(Inquiry(turn_id, self._next(), InquiryKind.CHOICE, said, options=shown), read)

    def _option(self, ranked: RankedTool) -> InquiryOption:
        entry = self._entry(ranked.ref)
        values = ", ".join(str(value) for value in ranked.arguments.values())
        source = entry.record.manifest.name
        return InquiryOption(entry.title, f"{source} · {values}" if values else source)

    def _next(self) -> int:
        self._asked += 1
        return self._asked

    async def _ask(self, inquiry: Inquiry, read: Callable[[InquiryAnswer], Awaitable[T | None]]) -> T:
        value = await self._inquirer.ask(inquiry, read)
        if value is None:
            raise Closed
        return value

    def _entry(self, ref: ToolRef) -> ToolEntry:
        """Return a tool that was offered a moment ago."""
        found = next((entry for entry in self._door.offered() if entry.ref == ref), None)
        if found is None:
            raise AnswerFailed(code="agent-no-match")
        return found


def settle(record: TurnRecord, outcome: ToolOutcome, call: PreviousCall, *, code: str) -> None:
    """Make the answer of the one call that a turn without a model makes; its card is the answer.

    Raises:
        AnswerFailed: the tool failed; what the person declined is no failure.
    """
    failure = outcome.failure
    if failure is None:
        record.last_call = call
        record.spoken = "" if outcome.card is None else card_sentence(outcome.card)
    elif failure.kind is not CallClass.DECLINED:
        raise AnswerFailed(failure.kind.value, code=code)


def _spoken_choice(text: str, options: Sequence[InquiryOption]) -> int | None:
    """Read "the second one", or the label of an option, as its index."""
    said = normalised(text)
    labels = [normalised(option.label) for option in options]
    if labels.count(said) == 1:
        return labels.index(said)
    words = [word for word in said.split() if word not in {"the", "number", "option", "please"}]
    if len(words) > 1 and words[-1] == "one":
        words = words[:-1]
    return _ORDINALS.get(words[0]) if len(words) == 1 else None
