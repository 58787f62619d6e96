"""Agent turns, their calls and cards, as tests of storage and runtime make them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from app.domain.calls import CallClass, CallId, IntegrationId, ToolRef
from app.domain.cards import Card
from app.domain.threads import TurnCall
from app.domain.turn import AnswerRoute, FinishedTurn, ThreadId, TurnKind, TurnOutcome, new_turn_id

START: Final = 1_800_000_000.0

THREAD: Final = ThreadId("01a318a9c40000000001")
OTHER_THREAD: Final = ThreadId("01a318a9c40000000002")

CARD: Final = Card.model_validate(
    {
        "blocks": [
            {"type": "header", "title": "Paris", "icon": "rain", "trailing": "12°"},
            {
                "type": "row",
                "children": [
                    {"type": "stats", "items": [{"label": "Regen ☔", "value": "80 %", "tone": "bad"}]},
                    {"type": "line", "points": [0.1, 1 / 3, 2.5e-7], "baseline": 0},
                ],
            },
            {"type": "widget", "html": "<p>“hi”\u2028</p>", "height": 90, "data": {"a": [1, None, {"b": 1e300}]}},
        ],
        "tooLarge": True,
    }
)


def agent_turn(minute: int, text: str = "is it raining in Paris", **changes: object) -> FinishedTurn:
    started = START + minute * 60
    made = FinishedTurn(
        turn_id=new_turn_id(started),
        kind=TurnKind.AGENT,
        started_unix_s=started,
        outcome=TurnOutcome.ANSWERED,
        text=text,
        raw_text=text,
        language="en",
        model="tiny.en",
        audio_s=1.5,
        app_id="gedit",
        has_audio=True,
        thread_id=THREAD,
        answer="Take an umbrella.",
        route=AnswerRoute.MODEL,
        answer_model="llama3.2",
        ended_unix_s=started + 4,
    )
    return replace(made, **changes)  # pyright: ignore[reportArgumentType] -- tests name fields of the row


def turn_call(number: int, *, card: Card | None = None, failure: CallClass | None = None) -> TurnCall:
    return TurnCall(
        call_id=CallId(f"call-{number}"),
        ref=ToolRef(IntegrationId("com.example.weather"), "forecast"),
        tool_title="Forecast",
        integration_name="Weather “Ü”",
        icon_path="/icons/weather.png",
        failure=failure,
        message="The service is down." if failure else "",
        card=card,
        duration_s=0.25 * number,
    )


def all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())
