"""Questions: one at a time, each answered by its own id, by hand or in words, and never lost."""

from __future__ import annotations

from collections.abc import Mapping

import anyio
import pytest

from app.domain.calls import CallClass, CallFailure, CallId
from app.domain.messages import (
    QuestionAsked,
    QuestionClosed,
    QuestionRefused,
    QuestionRemark,
    QuestionsWaiting,
)
from app.domain.turn import TurnId
from app.tools.confirmation import EXPIRES_S, SET_ASIDE_S, Answer, CheckedAnswer
from tests.unit.tools.door import settle
from tests.unit.tools.question_desk import TURN, Desk, good

pytestmark = pytest.mark.anyio


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


@pytest.mark.clause("V-8.48")
async def test_the_card_that_is_up_learns_how_many_wait_behind_it(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            for number, call in enumerate("abc"):
                group.start_soon(desk.ask, call, number)
                await settle()
            desk.answer("b", approved=False)
            await settle()
            counts = [event.waiting for event in desk.events if isinstance(event, (QuestionAsked, QuestionsWaiting))]
            assert counts == [0, 1, 2, 1]
            desk.answer("a")
            await settle()
            desk.answer("c")
