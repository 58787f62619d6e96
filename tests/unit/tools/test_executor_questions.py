"""What is asked about before a call, how the answer is used, and what happens meanwhile."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import anyio
import pytest

from app.domain.calls import (
    AskFor,
    CallClass,
    CallFailure,
    Demand,
    Lane,
    Pill,
    Surface,
    ToolOutcome,
    ToolRef,
)
from app.domain.messages import CallEnded, CallStarted, QuestionAsked, QuestionClosed, QuestionRefused
from app.domain.turn import TurnId
from app.storage.install_record import InstallRecord
from app.tools.turn_memory import TurnMemory
from tests.unit.integrations.records import record, tool
from tests.unit.tools.door import BARE, Door, asking, kind_of, settle, text_result, yes

pytestmark = pytest.mark.anyio


@pytest.mark.clause("E-4.17", "E-4.18", "E-4.20", "V-8.46")
@pytest.mark.fault("A55")
async def test_an_acting_tool_is_asked_about_with_its_name_its_integration_and_its_arguments() -> None:
    door = Door(asking("delete_all", what={"type": "string"}))

    outcome = await yes(door, "delete_all", {"what": "Notes"})

    question = door.of(QuestionAsked)[0].question
    assert (question.tool_title, question.integration_name, question.ref) == (
        "delete all",
        "Bare",
        ToolRef(BARE, "delete_all"),
    )
    assert question.arguments == {"what": "Notes"}
    assert question.is_generic
    assert question.is_destructive
    assert question.demands == (Demand(Lane.HOST, "V-7.9"),)
    assert outcome.ran_well
    assert door.server.calls == [("delete_all", {"what": "Notes"}, None)]
    assert [type(event) for event in door.events] == [CallStarted, QuestionAsked, QuestionClosed, CallEnded]


@pytest.mark.clause("V-7.5")
async def test_a_tool_with_a_card_of_its_own_is_asked_about_with_that_card() -> None:
    card = {"schemaVersion": 1, "root": {"type": "card", "title": "Look it up?", "children": [], "footer": []}}
    door = Door(record(tools=[tool("find", confirmation=card), tool("look", confirmation={"schemaVersion": 2})]))

    await yes(door, "find", {})
    asked = door.of(QuestionAsked)[0].question
    assert not asked.is_generic
    assert asked.root.type == "card"
    assert asked.root.title == "Look it up?"
    assert asked.demands == (Demand(Lane.HOST, "V-7.5"),)

    call = door.call("look")
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            asked = await door.question(2)
            group.cancel_scope.cancel()
    assert asked.is_generic


@pytest.mark.clause("V-8.31", "V-8.32", "E-4.19", "E-5.11", "E-5.15")
async def test_the_edited_values_run_checked_and_converted_under_an_approval_of_their_own() -> None:
    door = Door(asking())

    outcome = await yes(door, "send", {"to": "Ann"}, {"to": "Bob", "count": "3"})

    assert outcome.ran_well
    assert door.server.calls == [("send", {"to": "Bob", "count": 3}, None)]
    entry = door.journal.entries[0]
    assert json.loads(entry.arguments) == {"to": "Bob", "count": 3}
    assert (entry.surface, entry.actor) == (Surface.HOST_CARD, "person")


@pytest.mark.clause("V-8.32", "V-8.37")
async def test_an_edit_that_does_not_fit_keeps_the_card_open_and_runs_nothing() -> None:
    door = Door(asking())
    call = door.call("send", {"to": "Ann"})

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            await door.question()
            door.questions.answer(call.call_id, approved=True, arguments={"to": "Cy"})
            refused = await door.until(QuestionRefused)
            assert refused.errors == {"to": "Must be one of: Ann, Bob"}
            assert door.server.calls == []
            assert door.questions.is_asking
            door.questions.answer(call.call_id, approved=True, arguments={"to": "Bob"})

    assert door.server.calls == [("send", {"to": "Bob"}, None)]


@pytest.mark.clause("E-5.17")
async def test_a_pill_and_a_setting_that_come_while_a_question_is_up_do_not_answer_it() -> None:
    door = Door(asking())
    call = door.call("send", {"to": "Ann"})

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            await door.question()
            door.ask_for = AskFor.DECLARED
            door.registry.set_records([replace(door.installed, pills={"send": Pill.ALLOW})])
            await settle()
            assert door.questions.is_asking
            assert door.server.calls == []
            door.questions.answer(call.call_id, approved=False)

    assert door.server.calls == []


@pytest.mark.clause("V-8.49", "V-8.43")
@pytest.mark.parametrize(
    ("words", "told"),
    [("no", {"status": "declined_by_user"}), ("make it Bob", {"status": "declined_by_user", "words": "make it Bob"})],
)
async def test_a_declined_call_does_not_run_and_the_model_is_told(words: str, told: dict[str, str]) -> None:
    door = Door(asking())
    outcomes: list[ToolOutcome] = []
    call = door.call("send", {"to": "Ann"})

    async def run() -> None:
        outcomes.append(await door.executor.run(call))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(run)
            await door.question()
            door.time.now += 1
            door.questions.answer_in_words(words, door.time.now)

    assert kind_of(outcomes[0]) is CallClass.DECLINED
    assert json.loads(outcomes[0].text) == told
    assert door.server.calls == []
    assert door.journal.entries[0].surface is None


@pytest.mark.clause("V-8.50")
async def test_a_question_that_nobody_answers_for_a_day_declines_the_call() -> None:
    door = Door(asking())
    outcomes: list[ToolOutcome] = []

    async def run() -> None:
        outcomes.append(await door.executor.run(door.call("send", {"to": "Ann"})))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(run)
            await door.question()
            await door.time.advance(24 * 3600)

    assert kind_of(outcomes[0]) is CallClass.DECLINED
    assert outcomes[0].failure is not None
    assert "within a day" in outcomes[0].failure.message


async def test_the_time_that_a_person_takes_counts_for_nothing() -> None:
    door = Door(asking(), call_s=60)
    door.server.takes_s = 2
    outcomes: list[ToolOutcome] = []
    call = door.call("send", {"to": "Ann"})

    async def run() -> None:
        outcomes.append(await door.executor.run(call))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(run)
            await door.question()
            door.time.now += 500
            door.questions.answer(call.call_id, approved=True)

    assert outcomes[0].duration_s == 2
    assert door.server.timeouts == [60]
    assert door.journal.entries[0].duration_s == 2


@pytest.mark.clause("V-8.47")
async def test_a_value_from_an_earlier_result_is_marked_on_the_card() -> None:
    door = Door(
        record(tools=[tool("find"), tool("send", inputSchema={"type": "object", "properties": {"to": {}, "text": {}}})])
    )
    door.server.answers["find"] = text_result('{"mail": "ann@example.com"}')
    turn = TurnMemory("write to Ann: hello there")

    await door.executor.run(door.call("find"), turn=turn)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:

            async def run() -> None:
                arguments = {"to": "ann@example.com", "text": "hello there"}
                await door.executor.run(door.call("send", arguments), turn=turn)

            group.start_soon(run)
            await door.question()
            group.cancel_scope.cancel()

    assert door.of(QuestionAsked)[0].question.marks == {"to": "Bare"}


@pytest.mark.clause("V-9.37", "V-8.48")
async def test_the_card_of_a_call_waits_until_the_question_of_its_turn_is_answered() -> None:
    door = Door(record(tools=[tool("send"), tool("find")]))
    asks, found, other = (door.call(name) for name in ("send", "find", "find"))
    asks, found = replace(asks, turn_id=TurnId("t1")), replace(found, turn_id=TurnId("t1"))
    other = replace(other, turn_id=TurnId("t2"))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, asks)
            await door.question()
            assert (await door.executor.run(found)).ran_well
            assert (await door.executor.run(other)).ran_well
            assert [event.call_id for event in door.of(CallEnded)] == [other.call_id]
            door.questions.answer(asks.call_id, approved=True)

    order = [event for event in door.events if isinstance(event, QuestionClosed | CallEnded)]
    assert [event.call_id for event in order] == [other.call_id, asks.call_id, found.call_id, asks.call_id]


async def test_parallel_calls_are_asked_about_one_at_a_time_in_call_order_and_end_separately() -> None:
    door = Door(record(tools=[tool("send"), tool("find")]))
    calls = [door.call(name) for name in ("send", "find", "send", "send")]

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            for call in calls:
                group.start_soon(door.executor.run, call)
            for count in (1, 2, 3):
                question = await door.question(count)
                door.questions.answer(question.call_id, approved=count != 2)

    assert [event.question.call_id for event in door.of(QuestionAsked)] == [calls[at].call_id for at in (0, 2, 3)]
    failures = {event.call_id: event.failure for event in door.of(CallEnded)}
    assert [failures[call.call_id] is None for call in calls] == [True, True, False, True]


async def test_a_cancelled_call_withdraws_its_question_and_is_told_and_journalled_once() -> None:
    door = Door(asking())

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, door.call("send", {"to": "Ann"}))
            await door.question()
            door.time.now += 100
            group.cancel_scope.cancel()

    assert [type(event) for event in door.events] == [CallStarted, QuestionAsked, QuestionClosed, CallEnded]
    stopped = CallFailure(CallClass.DECLINED, "Stopped")
    assert [event.failure for event in door.of(CallEnded)] == [stopped]
    assert [(entry.failure, entry.duration_s) for entry in door.journal.entries] == [(CallClass.DECLINED, 0)]
    assert door.server.calls == []


async def test_a_tool_that_goes_while_its_card_is_up_does_not_run() -> None:
    door = Door(asking())
    call = door.call("send", {"to": "Ann"})
    outcomes: list[ToolOutcome] = []

    async def run() -> None:
        outcomes.append(await door.executor.run(call))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(run)
            await door.question()
            door.registry.set_records([])
            door.questions.answer(call.call_id, approved=True)

    assert kind_of(outcomes[0]) is CallClass.NOT_CONNECTED
    assert door.server.calls == []


def changed(installed: InstallRecord, **schema: Any) -> InstallRecord:
    """Return the install after a reload with another schema of its tool."""
    again = asking("send", **schema)
    return replace(installed, manifest=again.manifest)


@pytest.mark.clause("E-5.11")
async def test_arguments_that_a_changed_schema_reads_otherwise_are_asked_about_anew() -> None:
    door = Door(asking("send", count={"type": "string"}))
    call = door.call("send", {"count": "3"})

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            await door.question()
            door.registry.set_records([changed(door.installed, count={"type": "integer"})])
            door.questions.answer(call.call_id, approved=True)
            again = await door.question(2)
            assert again.arguments == {"count": 3}
            assert door.server.calls == []
            door.questions.answer(call.call_id, approved=True)

    assert door.server.calls == [("send", {"count": 3}, None)]


async def test_arguments_that_do_not_fit_a_changed_schema_do_not_run() -> None:
    door = Door(asking("send", count={"type": "string"}))
    call = door.call("send", {"count": "many"})
    outcomes: list[ToolOutcome] = []

    async def run() -> None:
        outcomes.append(await door.executor.run(call))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(run)
            await door.question()
            door.registry.set_records([changed(door.installed, count={"type": "integer"})])
            door.questions.answer(call.call_id, approved=True)

    assert kind_of(outcomes[0]) is CallClass.INVALID_ARGS
    assert door.server.calls == []


@pytest.mark.clause("E-5.13")
async def test_a_demand_that_was_not_on_the_card_is_asked_about_anew() -> None:
    door = Door(record(tools=[tool("send")]))
    call = door.call("send")

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            await door.question()
            door.registry.set_records([replace(door.installed, pills={"send": Pill.ASK})])
            door.questions.answer(call.call_id, approved=True)
            again = await door.question(2)
            assert again.demands == (Demand(Lane.HOST, "V-7.2"),)
            assert door.server.calls == []
            door.questions.answer(call.call_id, approved=True)

    assert len(door.server.calls) == 1


@pytest.mark.clause("E-5.11")
@pytest.mark.parametrize("pill", [None, Pill.ALLOW])
async def test_a_tool_that_shows_another_face_than_its_card_did_is_asked_about_anew(pill: Pill | None) -> None:
    def installed(title: str) -> InstallRecord:
        return record(tools=[tool("send", title=title)])

    door = Door(installed("Send a note"))
    call = door.call("send")

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            await door.question()
            pills = {} if pill is None else {"send": pill}
            door.registry.set_records([replace(installed("Delete all notes"), pills=pills)])
            door.questions.answer(call.call_id, approved=True)
            again = await door.question(2)
            assert (again.tool_title, again.is_destructive) == ("Delete all notes", True)
            assert door.server.calls == []
            door.questions.answer(call.call_id, approved=True)

    assert len(door.server.calls) == 1
