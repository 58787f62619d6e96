"""What a sentence would reach, and what a turn did, in words and for ``--json``. Pure; used by ``simulate``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final, assert_never

from app.agent.router import AskValue, Choose, NoMatch, RankedTool, Run
from app.agent.router.deciding import CHOOSE_SCORE
from app.cli.card_text import card_lines
from app.cli.simulation import Outlook, Turned
from app.domain.calls import CallFailure, ToolRef
from app.domain.fields import JsonObject
from app.domain.intent_matching import IntentMatch
from app.domain.messages import (
    AnswerAcknowledged,
    AnswerGrew,
    CallEnded,
    CallStarted,
    Event,
    InquiryAsked,
    QuestionAsked,
    RouterVerdict,
)
from app.domain.threads import TurnCall
from app.integrations.registry import ToolEntry
from app.ui.call_words import failure_words

__all__ = ["event_row", "outlook_lines", "outlook_row", "titles_of", "turned_lines", "turned_row"]

_MOST_TOOLS: Final = 5
"""That are printed; ``--json`` has all of them."""
_VERDICTS: Final = {
    RouterVerdict.WOULD_RUN: "would run",
    RouterVerdict.MISSING: "a value is missing",
    RouterVerdict.WOULD_OFFER: "would be offered",
    RouterVerdict.TOO_WEAK: "too little of the sentence fits",
    RouterVerdict.TOO_MUCH_MISSING: "several values are missing",
    RouterVerdict.UNAVAILABLE: "its server does not serve it",
}
_NOT_SURE: Final = "close, but not sure enough"
"""Of a tool that is too weak by what else the sentence says, not by how little of it fits."""
_GUIDE: Final = "What keeps it back, and what helps: resources/docs/choosing.md"

Title = Callable[[ToolRef], str]


def titles_of(entries: tuple[ToolEntry, ...]) -> Title:
    """Return how tools are called in what is printed."""
    known = {entry.ref: f"{entry.record.manifest.name} · {entry.title} ({entry.tool.name})" for entry in entries}
    return lambda ref: known.get(ref, f"{ref.integration} {ref.tool}")


def outlook_lines(outlook: Outlook, title: Title) -> list[str]:
    """Say what would happen, and how well the best tools fit."""
    intents = [
        f"  intent {match.score:.2f}  {title(match.ref)} by {match.intent}{_values(match.arguments)}"
        for match in outlook.intents[:_MOST_TOOLS]
    ]
    tools = [
        f"  tool   {one.score:.2f}  {title(one.ref)}{_values(one.arguments)}: {_verdict(one)}"
        for one in outlook.routed.ranked[:_MOST_TOOLS]
    ]
    return [*_decision(outlook, title), *_next_step(outlook), "", *intents, *tools]


def _verdict(one: RankedTool) -> str:
    return _NOT_SURE if _is_close(one) else _VERDICTS[one.verdict]


def _is_close(one: RankedTool) -> bool:
    return one.verdict is RouterVerdict.TOO_WEAK and one.score >= CHOOSE_SCORE


def _next_step(outlook: Outlook) -> list[str]:
    nothing = outlook.winner is None and isinstance(outlook.routed.decision, NoMatch)
    return [_GUIDE] if nothing and any(map(_is_close, outlook.routed.ranked)) else []


def _decision(outlook: Outlook, title: Title) -> list[str]:
    winner, decision = outlook.winner, outlook.routed.decision
    if winner is not None:
        said = [f'It says "{winner.response}" at once.'] if winner.response else []
        return [f"A fast intent runs {title(winner.ref)}{_values(winner.arguments)}.", *said]
    match decision:
        case Run(ref=ref, arguments=arguments):
            return [f"The router runs {title(ref)}{_values(arguments)}."]
        case AskValue(ref=ref, arguments=arguments, missing=missing):
            return [f"The router asks for {missing} of {title(ref)}{_values(arguments)}."]
        case Choose(options=options):
            return ["The router asks which one is meant:", *(f"  {title(one.ref)}" for one in options)]
        case NoMatch():
            return ["Nothing that is installed fits."]
        case _:
            assert_never(decision)


def _values(arguments: Mapping[str, object]) -> str:
    told = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())
    return f" with {told}" if told else ""


def outlook_row(outlook: Outlook) -> dict[str, object]:
    """Return all of it; ``decision`` is ``intent``, ``run``, ``ask``, ``choose`` or ``none``."""
    return {
        **_decision_row(outlook),
        "intents": [_intent_row(match) for match in outlook.intents],
        "tools": [_tool_row(one) for one in outlook.routed.ranked],
    }


def _decision_row(outlook: Outlook) -> dict[str, object]:
    winner, decision = outlook.winner, outlook.routed.decision
    if winner is not None:
        return {"decision": "intent", **_call_row(winner.ref, winner.arguments), "response": winner.response}
    match decision:
        case Run(ref=ref, arguments=arguments):
            return {"decision": "run", **_call_row(ref, arguments)}
        case AskValue(ref=ref, arguments=arguments, missing=missing):
            return {"decision": "ask", **_call_row(ref, arguments), "missing": missing}
        case Choose(options=options):
            return {"decision": "choose", "options": [_call_row(one.ref, one.arguments) for one in options]}
        case NoMatch():
            return {"decision": "none"}
        case _:
            assert_never(decision)


def _call_row(ref: ToolRef, arguments: JsonObject) -> dict[str, object]:
    return {"id": ref.integration, "tool": ref.tool, "arguments": arguments}


def _intent_row(match: IntentMatch) -> dict[str, object]:
    row = {"intent": match.intent, "score": match.score, "would_win": match.would_win}
    return {**_call_row(match.ref, match.arguments), **row}


def _tool_row(one: RankedTool) -> dict[str, object]:
    row = {"score": round(one.score, 4), "verdict": one.verdict.value, "missing": list(one.missing)}
    return {**_call_row(one.ref, one.arguments), **row}


def turned_lines(turned: Turned, now_unix_s: float) -> list[str]:
    """Say what happened, in its order, and what came of it."""
    lines = [f"  {' '.join(map(str, event_row(event).values()))}" for event in turned.events]
    lines.append("")
    for call in turned.record.calls:
        if call.card is not None:
            lines += card_lines(call.card, now_unix_s)
        elif call.failure is not None:
            said = failure_words(CallFailure(call.failure, call.message), call.integration_name)
            message = [call.message] if call.message and call.message != said.what else []
            lines += [said.what, *message, said.next_step]
    if turned.record.answer:
        lines.append(turned.record.answer)
    return lines


def turned_row(turned: Turned) -> dict[str, object]:
    """Return all of it."""
    record = turned.record
    return {
        "route": record.route.value,
        "answer": record.answer,
        "calls": [_done_row(call) for call in record.calls],
        "events": [event_row(event) for event in turned.events],
    }


def _done_row(call: TurnCall) -> dict[str, object]:
    return {
        "id": call.ref.integration,
        "tool": call.ref.tool,
        "failure": None if call.failure is None else {"class": call.failure.value, "message": call.message},
        "card": None if call.card is None else call.card.model_dump(mode="json", by_alias=True, exclude_none=True),
        "duration_s": round(call.duration_s, 3),
    }


def event_row(event: Event) -> dict[str, object]:
    """Return the name of an event and what tells it from others of its kind."""
    row: dict[str, object] = {"event": type(event).__name__}
    match event:
        case CallStarted(ref=ref):
            row["tool"] = f"{ref.integration} {ref.tool}"
        case CallEnded(ref=ref, failure=failure):
            row["tool"] = f"{ref.integration} {ref.tool}"
            row["result"] = "ok" if failure is None else failure.kind.value
        case QuestionAsked(question=question):
            row["tool"] = f"{question.ref.integration} {question.ref.tool}"
        case InquiryAsked(inquiry=inquiry):
            row["kind"] = inquiry.kind.value
        case AnswerAcknowledged(text=text) | AnswerGrew(text=text):
            row["text"] = text
        case _:
            pass
    return row
