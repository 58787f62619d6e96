"""The one door: who is refused, who is asked about, what runs, and what everybody is told of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import anyio
import pytest

from app.domain.calls import (
    AskFor,
    CallClass,
    CallFailed,
    CallFailure,
    Demand,
    Lane,
    Origin,
    Pill,
    Surface,
    ToolOutcome,
    ToolRef,
)
from app.domain.errors import Bug, StorageUnavailable
from app.domain.integrations import ServerStatus
from app.domain.messages import CallEnded, CallStarted, QuestionAsked, QuestionClosed, QuestionRefused
from app.domain.turn import TurnId
from app.storage.install_record import InstallRecord
from app.tools.policy import HOST_RULES, Case, Rule
from app.tools.turn_memory import TurnMemory
from tests.plugins.logs import ExpectLog
from tests.unit.integrations.records import record, served, tool
from tests.unit.tools.door import BARE, Door, asking, settle, text_result

pytestmark = pytest.mark.anyio

TRANSCRIPT = {"permissions": [{"kind": "transcript", "scope": "agent"}]}
BACKGROUND = {"permissions": [{"kind": "background"}]}


def kind_of(outcome: ToolOutcome) -> CallClass | None:
    return None if outcome.failure is None else outcome.failure.kind


async def yes(door: Door, name: str, arguments: dict[str, Any], edited: dict[str, Any] | None = None) -> ToolOutcome:
    """Call a tool that asks, and approve it."""
    outcomes: list[ToolOutcome] = []
    call = door.call(name, arguments)

    async def run() -> None:
        outcomes.append(await door.executor.run(call))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(run)
            await door.question()
            door.questions.answer(call.call_id, approved=True, arguments=edited)
    return outcomes[0]


@pytest.mark.clause("E-4.23")
async def test_a_reading_tool_runs_at_once_and_its_card_is_taken_out() -> None:
    door = Door(record(tools=[tool("find")]))
    card = {"blocks": [{"type": "header", "title": "Found"}]}
    door.server.answers["find"] = text_result(json.dumps({"n": 1, "_voiceos_glance": card}))
    door.server.takes_s = 0.5

    outcome = await door.executor.run(door.call("find"))

    assert outcome.ran_well
    assert outcome.card is not None
    assert outcome.text == '{"n":1}'
    assert outcome.duration_s == 0.5
    assert door.server.calls == [("find", {}, None)]
    assert [type(event) for event in door.events] == [CallStarted, CallEnded]
    assert door.of(CallEnded)[0].card == outcome.card
    assert door.of(CallStarted)[0].integration_name == "Bare"


@pytest.mark.clause("V-6.15", "V-6.16", "E-4.11")
@pytest.mark.parametrize("origin", Origin)
@pytest.mark.parametrize("more", [{}, {"visibility": "agent"}])
async def test_a_disabled_tool_is_refused_for_everybody_with_its_reason(origin: Origin, more: dict[str, Any]) -> None:
    marked = tool("find", disabled=True, disabledReason="Closed for the day", uiCallable=True, **more)
    door = Door(record(tools=[marked], pills={"find": Pill.ALLOW}, ask_for=AskFor.DECLARED))

    outcome = await door.executor.run(door.call("find", origin=origin))

    assert outcome.failure == CallFailure(CallClass.DISABLED, "find: Closed for the day")
    assert door.server.calls == []


@pytest.mark.clause("V-6.23", "E-4.11")
@pytest.mark.parametrize("origin", Origin)
async def test_a_reserved_name_is_refused_from_everybody(origin: Origin) -> None:
    door = Door(record(tools=[tool("find")]), serving=[served("find"), served("voiceos_hook_transcript")])

    outcome = await door.executor.run(door.call("voiceos_hook_transcript", origin=origin))

    assert kind_of(outcome) is CallClass.DENIED
    assert door.server.calls == []


@pytest.mark.clause("E-4.11", "V-6.24")
async def test_what_is_unknown_or_cannot_work_now_is_refused_before_anybody_is_asked() -> None:
    background = tool("export", execution={"mode": "background"})
    door = Door(
        record(tools=[tool("send"), tool("gone"), background], manifest=BACKGROUND),
        serving=[served("send"), served("export")],
    )
    run = door.executor.run

    assert kind_of(await run(door.call("nothing"))) is CallClass.NOT_CONNECTED
    assert kind_of(await run(door.call("gone"))) is CallClass.NOT_CONNECTED
    assert kind_of(await run(door.call("export"))) is CallClass.DISABLED
    assert kind_of(await run(door.call("send", origin=Origin.WIDGET))) is CallClass.DENIED
    for status, kind in (
        (ServerStatus.NEEDS_SETUP, CallClass.NEEDS_SETUP),
        (ServerStatus.NEEDS_SIGN_IN, CallClass.NEEDS_SIGN_IN),
        (ServerStatus.NOT_SUPPORTED, CallClass.NOT_CONNECTED),
    ):
        door.server.status = status
        assert kind_of(await run(door.call("send"))) is kind
    door.registry.set_records([replace(door.installed, enabled=False)])
    assert kind_of(await run(door.call("send"))) is CallClass.NOT_CONNECTED
    assert door.server.calls == []
    assert door.of(QuestionAsked) == []
    assert {event.tool_title for event in door.of(CallStarted)} == {"nothing", "gone", "export", "send"}


@pytest.mark.clause("E-4.12", "V-6.24")
async def test_arguments_that_do_not_fit_are_refused_before_anybody_is_asked() -> None:
    door = Door(asking())

    outcome = await door.executor.run(door.call("send", {"to": "Cy", "count": "many"}))

    assert outcome.failure == CallFailure(
        CallClass.INVALID_ARGS, "to: Must be one of: Ann, Bob; count: Must be a whole number"
    )
    assert json.loads(outcome.text) == {
        "status": "failed",
        "class": "invalid_args",
        "message": "to: Must be one of: Ann, Bob; count: Must be a whole number",
    }
    assert door.of(QuestionAsked) == []


@pytest.mark.clause("V-6.24")
@pytest.mark.parametrize("kind", CallClass)
async def test_a_failed_call_has_one_class_for_person_model_and_journal(kind: CallClass) -> None:
    door = Door(record(tools=[tool("find")]))
    door.server.answers["find"] = CallFailed(kind, "It went wrong")

    outcome = await door.executor.run(door.call("find"))

    assert outcome.failure == CallFailure(kind, "It went wrong")
    assert door.of(CallEnded)[0].failure == outcome.failure
    assert (door.journal.entries[0].failure, door.journal.entries[0].message) == (kind, "It went wrong")
    told = json.loads(outcome.text)
    assert told.get("class", kind) == kind
    assert told["status"] == {"declined": "declined_by_user", "denied": "denied"}.get(kind, "failed")


@pytest.mark.clause("E-4.30")
@pytest.mark.parametrize("origin", Origin)
async def test_everybody_is_judged_by_the_same_policy(origin: Origin) -> None:
    door = Door(record(tools=[tool("send", uiCallable=True)]), somebody=False)

    outcome = await door.executor.run(door.call("send", origin=origin))

    assert kind_of(outcome) is CallClass.DENIED
    assert outcome.failure is not None
    assert "nobody can be asked" in outcome.failure.message
    assert door.server.calls == []


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


@pytest.mark.clause("V-7.2", "V-7.3")
async def test_the_persons_pill_decides_before_anything_else() -> None:
    confirmed = tool("find", confirmation={"schemaVersion": 1, "root": {"type": "card", "title": "Sure?"}})
    allowed = Door(record(tools=[confirmed], pills={"find": Pill.ALLOW}), ask_for=AskFor.EVERYTHING)
    asks = Door(record(tools=[tool("get")], pills={"get": Pill.ASK}), ask_for=AskFor.DECLARED, somebody=False)

    assert (await allowed.executor.run(allowed.call("find"))).ran_well
    assert kind_of(await asks.executor.run(asks.call("get"))) is CallClass.DENIED


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


@pytest.mark.clause("V-6.29")
async def test_a_call_has_sixty_seconds_and_then_its_effect_is_unknown() -> None:
    door = Door(record(tools=[tool("find")]))
    door.server.answers["find"] = CallFailed(CallClass.TIMEOUT, "No answer", effect_unknown=True)

    outcome = await door.executor.run(door.call("find"))

    assert door.server.timeouts == [60]
    assert outcome.failure == CallFailure(CallClass.TIMEOUT, "No answer", effect_unknown=True)
    assert "may have happened" in json.loads(outcome.text)["effect"]


async def test_a_server_that_keeps_no_time_is_left_after_a_moment_of_grace() -> None:
    door = Door(record(tools=[tool("find")]), call_s=-4.98)
    door.server.gate = anyio.Event()

    with anyio.fail_after(5):
        outcome = await door.executor.run(door.call("find"))

    assert outcome.failure == CallFailure(CallClass.TIMEOUT, "It did not answer in time", effect_unknown=True)
    assert door.server.cancelled == 1


@pytest.mark.clause("V-6.31")
async def test_a_failed_call_is_never_repeated_by_the_host() -> None:
    door = Door(record(tools=[tool("find")]))
    for kind in (CallClass.SERVER_EXITED, CallClass.TIMEOUT, CallClass.BUSY, CallClass.PROTOCOL_ERROR):
        door.server.calls.clear()
        door.server.answers["find"] = CallFailed(kind, "")
        await door.executor.run(door.call("find"))
        assert len(door.server.calls) == 1


@pytest.mark.clause("V-6.30")
async def test_a_tool_error_ends_the_attempt_and_the_same_call_is_refused_for_the_rest_of_the_turn() -> None:
    door = Door(record(tools=[tool("find", inputSchema={"type": "object", "properties": {"n": {"type": "number"}}})]))
    door.server.answers["find"] = text_result("The key was rejected (401). Check it in Configure.", is_error=True)
    turn = TurnMemory()

    first = await door.executor.run(door.call("find", {"n": 1}), turn=turn)
    again = await door.executor.run(door.call("find", {"n": "1"}), turn=turn)
    other = await door.executor.run(door.call("find", {"n": 2}), turn=turn)
    later = await door.executor.run(door.call("find", {"n": 1}), turn=TurnMemory())

    assert kind_of(first) is CallClass.TOOL_ERROR
    assert json.loads(first.text)["message"] == "The key was rejected (401). Check it in Configure."
    assert kind_of(again) is CallClass.DENIED
    assert kind_of(other) is kind_of(later) is CallClass.TOOL_ERROR
    assert len(door.server.calls) == 3


@pytest.mark.clause("V-6.33")
@pytest.mark.parametrize(
    ("permission", "access", "meta"),
    [
        (TRANSCRIPT, True, {"voxnotch/transcript": "find it"}),
        ({"permissions": [{"kind": "transcript", "scope": "all"}]}, True, {"voxnotch/transcript": "find it"}),
        (TRANSCRIPT, False, None),
        ({"permissions": [{"kind": "transcript", "scope": "dictation"}]}, True, None),
        ({}, True, None),
    ],
)
async def test_the_persons_words_go_only_to_an_integration_that_may_hear_them(
    permission: dict[str, Any], meta: dict[str, str] | None, *, access: bool
) -> None:
    door = Door(record(tools=[tool("find")], manifest=permission, transcript_access=access))

    await door.executor.run(door.call("find"), transcript="find it")
    await door.executor.run(door.call("find"))

    assert [call[2] for call in door.server.calls] == [meta, None]


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


async def test_cancelling_a_running_call_cancels_it_at_the_server_and_its_effect_is_unknown() -> None:
    door = Door(record(tools=[tool("find")]))
    door.server.gate = anyio.Event()

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, door.call("find"))
            await settle()
            group.cancel_scope.cancel()

    assert door.server.cancelled == 1
    assert [event.failure for event in door.of(CallEnded)] == [
        CallFailure(CallClass.DECLINED, "Stopped", effect_unknown=True)
    ]


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


@pytest.mark.clause("E-6.4")
async def test_a_policy_that_fails_denies_the_call(expected_log: ExpectLog) -> None:
    expected_log("the rule of V-7.0 failed")

    def broken(_: Case) -> None:
        raise KeyError("store")

    door = Door(record(tools=[tool("find")]), rules=(Rule("V-7.0", broken), *HOST_RULES))

    assert kind_of(await door.executor.run(door.call("find"))) is CallClass.DENIED
    assert door.server.calls == []


@pytest.mark.clause("V-19.7", "V-19.8")
async def test_every_call_is_in_the_journal_with_its_secrets_masked() -> None:
    password = {"type": "string", "format": "password"}
    door = Door(
        record(tools=[tool("find", inputSchema={"type": "object", "properties": {"pin": password, "text": {}}})]),
        secrets=("s3cret-value",),
    )
    door.server.answers["find"] = CallFailed(CallClass.TOOL_ERROR, "s3cret-value was rejected")
    door.server.takes_s = 3

    outcome = await door.executor.run(
        door.call("find", {"pin": "1", "text": "my s3cret-value"}, origin=Origin.PANEL, turn_id="t1")
    )
    await door.executor.run(door.call("find", {"pin": "2", "text": object()}))

    first, second = door.journal.entries
    assert json.loads(first.arguments) == {"pin": "***", "text": "my ***"}
    assert (first.origin, first.turn_id, first.ref, first.call_id) == (Origin.PANEL, "t1", outcome.ref, outcome.call_id)
    assert (first.failure, first.message, first.duration_s) == (CallClass.TOOL_ERROR, "*** was rejected", 3)
    assert first.at_unix_s == 1_700_001_000.0
    assert (first.surface, first.actor) == (None, "")
    assert outcome.failure == CallFailure(CallClass.TOOL_ERROR, "s3cret-value was rejected")
    assert json.loads(second.arguments) == {"pin": "***", "text": None}
    assert second.failure is CallClass.INVALID_ARGS


@pytest.mark.parametrize("error", [StorageUnavailable("full"), TimeoutError()])
async def test_a_journal_that_cannot_be_written_costs_no_outcome(error: Exception, expected_log: ExpectLog) -> None:
    expected_log("a call is missing in the journal")
    door = Door(record(tools=[tool("find")]))

    async def broken() -> None:
        raise error

    door.journal.add_first = broken

    assert (await door.executor.run(door.call("find"))).ran_well


@pytest.mark.parametrize(
    ("when", "kind", "effect_unknown"), [("find", CallClass.DENIED, False), ("call", CallClass.PROTOCOL_ERROR, True)]
)
async def test_our_own_faults_end_in_an_outcome(
    when: str, kind: CallClass, expected_log: ExpectLog, *, effect_unknown: bool
) -> None:
    expected_log("a call was given up")
    door = Door(record(tools=[tool("find")]))

    def broken(*_: object) -> Any:
        raise Bug("planted")

    if when == "find":
        door.server.on_state = broken
    else:
        door.server.on_call = broken

    outcome = await door.executor.run(door.call("find"))

    assert outcome.failure == CallFailure(kind, "Voxnotch could not do this", effect_unknown)


async def test_the_same_call_cannot_be_on_its_way_twice() -> None:
    door = Door(asking())
    call = door.call("send", {"to": "Ann"})

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            await door.question()
            twin = await door.executor.run(call)
            assert kind_of(twin) is CallClass.BUSY
            assert len(door.events) == 2
            door.questions.answer(call.call_id, approved=True)

    assert len(door.server.calls) == 1


async def test_a_large_result_is_read_beside_the_loop() -> None:
    door = Door(record(tools=[tool("find")]))
    door.server.answers["find"] = text_result("x" * 100_000)

    outcome = await door.executor.run(door.call("find"))

    assert outcome.kept_file == "1 parts"
    assert len(outcome.text) < 50_000
