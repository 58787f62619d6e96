"""A history with agent turns, for pictures and tests of Home."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from app.domain.calls import CallClass, CallId, IntegrationId, ToolRef
from app.domain.cards import Card
from app.domain.threads import TurnCall
from app.domain.turn import AnswerRoute, FinishedTurn, ThreadId, TurnId, TurnKind, TurnOutcome, new_turn_id

__all__ = ["AGENT_TURNS", "CALLS", "WEATHER"]

NOON: Final = 1_780_000_000.0

WEATHER: Final = ThreadId("019e6fd4d40000000001")
_CARD: Final = Card.model_validate({"blocks": [{"type": "header", "title": "Paris", "trailing": "12°"}]})


def _asked(minutes_ago: float, text: str, answer: str, **changes: object) -> FinishedTurn:
    at_s = NOON - minutes_ago * 60
    made = FinishedTurn(
        turn_id=new_turn_id(at_s), kind=TurnKind.AGENT, started_unix_s=at_s, outcome=TurnOutcome.ANSWERED, text=text,
        raw_text=text, language="en", model="tiny.en", audio_s=2.0, app_id="Thunderbird", has_audio=True,
        thread_id=WEATHER, answer=answer, route=AnswerRoute.MODEL, answer_model="llama3.2:3b", ended_unix_s=at_s + 3,
    )  # fmt: skip
    return replace(made, **changes)  # pyright: ignore[reportArgumentType] -- names fields of the row


AGENT_TURNS: Final = [
    _asked(
        1,
        "And tomorrow?",
        "Tomorrow it stays **dry** until the evening:\n\n- morning 12°\n- noon 17°\n- evening 14°, then rain",
    ),
    _asked(2, "Is it going to rain in Paris today?", "Yes, from three o'clock on. Take an umbrella."),
    _asked(9, "Start a timer for ten minutes", "Ten minutes, starting now.", thread_id=ThreadId("b"),
           route=AnswerRoute.INTENT, answer_model="", audio_s=0.0, has_audio=False, app_id=""),
    _asked(14, "Play something by Nina Simone", "", thread_id=ThreadId("c"), outcome=TurnOutcome.FAILED,
           route=AnswerRoute.NONE, answer_model="", error_code="agent-server-gone"),
    _asked(20, "ما هي مواعيد اجتماعاتي اليوم؟", "لديك اجتماع واحد عند الساعة العاشرة.", thread_id=ThreadId("d"),
           route=AnswerRoute.ROUTER, answer_model=""),
    _asked(30, "Delete the draft about the budget", "I left it as it is.", thread_id=ThreadId("e"),
           answer_model="a-provider/with-a-very-long-model-name-2026-instruct"),
]  # fmt: skip
"""Newest first: a thread of two, an intent, one that failed, one right to left, and one with a long name."""


def _call(number: int, tool: str, integration: str, **changes: object) -> TurnCall:
    ref = ToolRef(IntegrationId("com.example"), "tool")
    made = TurnCall(CallId(f"call-{number}"), ref, tool, integration, duration_s=0.4)
    return replace(made, **changes)  # pyright: ignore[reportArgumentType] -- names fields of the call


CALLS: Final[dict[TurnId, tuple[TurnCall, ...]]] = {
    AGENT_TURNS[0].turn_id: (
        _call(1, "Forecast for a place", "Weather", card=_CARD),
        _call(2, "Find a place", "Maps", failure=CallClass.TIMEOUT),
    ),
    AGENT_TURNS[5].turn_id: (_call(3, "Delete a message", "Mail", failure=CallClass.DECLINED),),
}
