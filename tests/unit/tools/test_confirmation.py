"""Questions: one at a time, each answered by its own id, by hand or in words, and never lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import anyio
import pytest

from app.domain.calls import CallClass, CallFailure, CallId, Demand, IntegrationId, Lane, Origin, ToolRef
from app.domain.confirmations.blocks import CardRoot
from app.domain.confirmations.generic import generic_card
from app.domain.confirmations.question import Question
from app.domain.messages import (
    Event,
    QuestionAsked,
    QuestionClosed,
    QuestionRefused,
    QuestionRemark,
    QuestionSetAside,
)
from app.domain.turn import TurnId
from app.tools.confirmation import EXPIRES_S, SET_ASIDE_S, Answer, CheckedAnswer, Questions
from tests.unit.tools.door import ManualTime, settle

pytestmark = pytest.mark.anyio

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
                case QuestionAsked(asked):
                    told.append(f"asked {asked.call_id}")
                case QuestionClosed(call_id) | QuestionRefused(call_id) | QuestionSetAside(call_id):
                    told.append(f"{names[type(event)]} {call_id}")
                case _:
                    raise AssertionError(event)
        return told


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.clause("V-8.48")
async def test_one_question_is_up_at_a_time_and_the_others_wait_in_call_order(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            for order, name in ((0, "first"), (2, "third"), (1, "second")):
                group.start_soon(desk.ask, name, order)
            await settle()
            assert desk.told() == ["asked first"]
            assert desk.questions.is_asking
            for name in ("first", "second", "third"):
                desk.answer(name)
                await settle()

    assert desk.told() == [
        *("asked first", "closed first", "asked second", "closed second", "asked third", "closed third")
    ]
    assert [event.waiting for event in desk.events if isinstance(event, QuestionAsked)] == [0, 1, 0]
    assert not desk.questions.is_asking
    assert not desk.questions.answer_in_words("yes", 0)


async def test_an_answer_goes_to_the_call_that_it_names_whatever_is_up(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "up", 0)
            group.start_soon(desk.ask, "waits", 1)
            await settle()
            desk.answer("waits")
            await settle()
            assert desk.told() == ["asked up"]
            desk.answer("waits", approved=False)
            desk.answer("unknown")
            desk.questions.edit(CallId("unknown"), {})
            desk.questions.show(CallId("unknown"))
            await settle()
            assert not desk.answers["waits"].approved  # A no counts always, a yes only to what was shown.
            desk.answer("up")
            await settle()
            desk.answer("up", approved=False)

    assert desk.answers["up"] == Answer(approved=True, arguments={"to": "Ann"})
    assert desk.told() == ["asked up", "closed up"]


@pytest.mark.clause("V-8.37")
async def test_a_failed_check_keeps_the_card_and_marks_the_fields(desk: Desk) -> None:
    async def strict(edited: Mapping[str, object] | None) -> CheckedAnswer:
        arguments = dict(edited or {})
        return CheckedAnswer(arguments, {} if arguments.get("to") == "Bob" else {"to": "Must be Bob"})

    desk.check = strict
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            desk.answer("c", arguments={"to": "Cy"})
            await settle()
            assert desk.events[-1] == QuestionRefused(CallId("c"), QuestionRemark.NOT_VALID, {"to": "Must be Bob"})
            assert desk.questions.is_asking
            desk.answer("c", arguments={"to": "Bob"})

    assert desk.answers["c"] == Answer(approved=True, arguments={"to": "Bob"})


async def test_a_no_counts_even_while_a_yes_is_being_checked(desk: Desk) -> None:
    checking, go_on = anyio.Event(), anyio.Event()

    async def slow(edited: Mapping[str, object] | None) -> CheckedAnswer:
        checking.set()
        await go_on.wait()
        return await good(edited)

    desk.check = slow
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            desk.answer("c")
            await checking.wait()
            for _ in range(20):
                desk.answer("c")
            desk.answer("c", approved=False)
            go_on.set()

    assert not desk.answers["c"].approved
    assert desk.events[-1] == QuestionClosed(CallId("c"), approved=False)


async def test_a_denied_edit_ends_the_question(desk: Desk) -> None:
    denial = CallFailure(CallClass.DENIED, "Not to Bob")

    async def denying(edited: Mapping[str, object] | None) -> CheckedAnswer:
        return CheckedAnswer({}, denial=denial)

    desk.check = denying
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            desk.answer("c", arguments={"to": "Bob"})

    assert desk.answers["c"] == Answer(approved=False, arguments={}, denial=denial)


@pytest.mark.clause("V-8.50")
async def test_a_question_leaves_the_notch_after_ten_minutes_and_can_be_answered_later(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "old", 0)
            group.start_soon(desk.ask, "new", 1)
            await settle()
            await desk.time.advance(SET_ASIDE_S - 1)
            assert desk.told() == ["asked old"]
            await desk.time.advance(1)
            assert desk.told() == ["asked old", "aside old", "asked new"]
            desk.questions.show(CallId("new"))
            desk.questions.show(CallId("old"))
            desk.answer("new", approved=False)
            await settle()
            assert desk.told()[3:] == ["closed new", "asked old"]
            await desk.time.advance(SET_ASIDE_S)
            assert desk.told()[5:] == ["aside old"]
            desk.answer("old")

    assert SET_ASIDE_S == 600
    assert desk.answers["old"].approved
    assert desk.told()[6:] == ["closed old"]


@pytest.mark.clause("V-8.50")
async def test_a_question_expires_after_a_day_as_declined(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            await desk.time.advance(EXPIRES_S - 1)
            assert "c" not in desk.answers
            await desk.time.advance(1)

    assert EXPIRES_S == 24 * 3600
    assert desk.answers["c"] == Answer(approved=False, arguments={}, expired=True)
    desk.answer("c")
    assert desk.told() == ["asked c", "aside c", "closed c"]
    assert desk.asking == [True, False, False]


async def test_a_cancelled_call_takes_its_question_away_and_the_next_comes_up(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            async with anyio.create_task_group() as mine:
                mine.start_soon(desk.ask, "mine", 0)
                group.start_soon(desk.ask, "other", 1)
                await settle()
                mine.cancel_scope.cancel()
            assert desk.told() == ["asked mine", "closed mine", "asked other"]
            desk.questions.withdraw(CallId("other"))

    assert not desk.answers["other"].approved


@pytest.mark.clause("V-8.41", "V-8.42", "V-8.43", "V-8.44")
@pytest.mark.parametrize(
    ("text", "after_s", "told", "approved", "words"),
    [
        ("Yes.", 1, "closed c", True, ""),
        ("never mind", 1, "closed c", False, ""),
        ("make it Bob", 1, "closed c", False, "make it Bob"),
        ("yes", 0, "refused c", None, ""),
        ("what a nice day", 1, "refused c", None, ""),
    ],
)
async def test_words_answer_the_question_that_is_up(
    desk: Desk, text: str, after_s: float, told: str, *, approved: bool | None, words: str
) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()

            assert desk.questions.answer_in_words(text, desk.time.now + after_s)

            await settle()
            assert desk.told()[1:] == [told]
            if approved is None:
                remark = QuestionRemark.NOT_AN_ANSWER if after_s else QuestionRemark.SAID_TOO_EARLY
                assert desk.events[-1] == QuestionRefused(CallId("c"), remark)
                desk.answer("c", approved=False)
                words = ""

    assert desk.answers["c"].approved is (approved is True)
    assert desk.answers["c"].words == words


@pytest.mark.clause("V-8.31", "V-8.42")
async def test_a_yes_in_words_means_what_the_card_shows(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            desk.questions.edit(CallId("c"), {"to": "Bob"})
            desk.questions.answer_in_words("yes", desk.time.now + 1)

    assert desk.answers["c"] == Answer(approved=True, arguments={"to": "Bob"})


@pytest.mark.clause("V-9.37")
async def test_what_is_told_of_a_turn_waits_until_its_questions_are_answered(desk: Desk) -> None:
    told: list[str] = []
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "a", 0, TURN)
            group.start_soon(desk.ask, "b", 1, TURN)
            await settle()
            desk.questions.tell_when_answered(TURN, lambda: told.append("mine"))
            desk.questions.tell_when_answered(TurnId("t2"), lambda: told.append("another turn"))
            desk.questions.tell_when_answered(None, lambda: told.append("no turn"))
            desk.answer("a")
            await settle()
            assert told == ["another turn", "no turn"]
            desk.answer("b", approved=False)

    assert told == ["another turn", "no turn", "mine"]


@pytest.mark.clause("E-5.11")
async def test_a_yes_to_an_earlier_card_of_the_same_call_is_none_to_this_one(desk: Desk) -> None:
    """The second click of a double click finds another card than the person saw."""
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            first, *_ = [event.question for event in desk.events if isinstance(event, QuestionAsked)]
            desk.questions.answer(CallId("c"), approved=True, showing=first.showing)
            await settle()
            assert desk.answers.pop("c").approved
            group.start_soon(desk.ask, "c")
            await settle()
            desk.questions.edit(CallId("c"), {"to": "Mallory"}, showing=first.showing)
            desk.questions.answer(CallId("c"), approved=True, showing=first.showing)
            await settle()
            assert "c" not in desk.answers
            second = [event.question for event in desk.events if isinstance(event, QuestionAsked)][-1]
            desk.questions.edit(CallId("c"), {"to": "Bob"}, showing=second.showing)
            desk.questions.answer_in_words("yes", desk.time.now + 1)

    assert desk.answers["c"] == Answer(approved=True, arguments={"to": "Bob"})


async def test_words_may_name_a_button_as_the_edited_card_shows_it(desk: Desk) -> None:
    labelled = replace(question("c"), root=LABELLED)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:

            async def ask() -> None:
                desk.answers["c"] = await desk.questions.ask(labelled, good)

            group.start_soon(ask)
            await settle()
            desk.questions.edit(CallId("c"), {"to": "Bob"})
            desk.questions.answer_in_words("send to Ann", desk.time.now + 1)
            await settle()
            assert "c" not in desk.answers
            desk.questions.answer_in_words("send to Bob", desk.time.now + 1)

    assert desk.answers["c"] == Answer(approved=True, arguments={"to": "Bob"})


async def test_a_question_knows_when_it_was_shown(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            desk.answer("c")

    shown = replace(question("c"), shown_at_s=desk.time.now, showing=1)
    assert desk.events[0] == QuestionAsked(shown, waiting=0)
