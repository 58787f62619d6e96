"""An answer counts for the card that the person saw: pressed once or twenty times, typed into, or spoken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import anyio
import pytest

from app.domain.calls import CallId
from app.domain.messages import (
    QuestionAsked,
    QuestionRefused,
    QuestionRemark,
)
from app.tools.confirmation import Answer, CheckedAnswer
from tests.unit.tools.door import settle
from tests.unit.tools.question_desk import LABELLED, Desk, good, question

pytestmark = pytest.mark.anyio


@pytest.fixture
def desk() -> Desk:
    return Desk()


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


async def test_a_no_is_not_lost_among_many_presses(desk: Desk) -> None:
    checking = anyio.Event()

    async def slow(edited: Mapping[str, object] | None) -> CheckedAnswer:
        await checking.wait()
        return await good(edited)

    desk.check = slow
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            desk.answer("c")
            await settle()
            for _ in range(20):
                desk.answer("c")
            desk.answer("c", approved=False)
            for _ in range(20):
                desk.answer("c")
            checking.set()

    assert not desk.answers["c"].approved
