"""Questions with a clock of their own, for the tests of questions: one to ask, and the desk that asks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.domain.calls import CallId, Demand, IntegrationId, Lane, Origin, ToolRef
from app.domain.confirmations.blocks import CardRoot
from app.domain.confirmations.generic import generic_card
from app.domain.confirmations.question import Question
from app.domain.messages import (
    Event,
    QuestionAsked,
    QuestionClosed,
    QuestionRefused,
    QuestionSetAside,
    QuestionsWaiting,
)
from app.domain.turn import TurnId
from app.tools.confirmation import Answer, CheckedAnswer, Questions
from tests.unit.tools.door import ManualTime

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"to": {"type": "string"}}}
TURN = TurnId("t1")


LABELLED = CardRoot.model_validate(
    {
        "type": "card",
        "title": "Send",
        "children": [{"type": "textField", "bind": "{{to}}", "label": "To"}],
        "footer": [
            {
                "type": "actions",
                "items": [{"label": "Send to {{to}}", "role": "confirm"}, {"label": "Keep", "role": "cancel"}],
            }
        ],
    }
)


def question(call_id: str) -> Question:
    return Question(
        call_id=CallId(call_id),
        ref=ToolRef(IntegrationId("com.example.bare"), "send"),
        tool_title="Send",
        integration_name="Bare",
        icon_path="",
        root=generic_card("Send", "Bare", SCHEMA, {"to": "Ann"}, destructive=False),
        is_generic=True,
        input_schema=SCHEMA,
        arguments={"to": "Ann"},
        demands=(Demand(Lane.HOST, "V-7.9"),),
        is_destructive=False,
        origin=Origin.AGENT,
    )


async def good(edited: Mapping[str, object] | None) -> CheckedAnswer:
    return CheckedAnswer({"to": "Ann"} if edited is None else dict(edited))


class Desk:
    """Questions with a clock, and the answers of the calls that asked."""

    def __init__(self) -> None:
        self.time = ManualTime()
        self.events: list[Event] = []
        self.answers: dict[str, Answer] = {}
        self.asking: list[bool] = []
        """Whether a question was up when each event was told."""
        self.questions = Questions(self._tell, self.time.monotonic_s, sleep=self.time.sleep)
        self.check = good

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        self.asking.append(self.questions.is_asking)

    async def ask(self, call_id: str, order: float = 0, turn_id: TurnId | None = None) -> None:
        asked = question(call_id)
        self.answers[call_id] = await self.questions.ask(asked, self.check, order=order, turn_id=turn_id)

    def answer(self, call_id: str, *, approved: bool = True, arguments: Mapping[str, object] | None = None) -> None:
        self.questions.answer(CallId(call_id), approved=approved, arguments=arguments)

    def told(self) -> list[str]:
        """Return the events in short."""
        names = {
            QuestionAsked: "asked",
            QuestionClosed: "closed",
            QuestionRefused: "refused",
            QuestionSetAside: "aside",
        }
        told: list[str] = []
        for event in self.events:
            match event:
                case QuestionsWaiting():
                    pass
                case QuestionAsked(asked):
                    told.append(f"asked {asked.call_id}")
                case QuestionClosed(call_id) | QuestionRefused(call_id) | QuestionSetAside(call_id):
                    told.append(f"{names[type(event)]} {call_id}")
                case _:
                    raise AssertionError(event)
        return told
