"""The one door: what runs, and what person, model and journal are told of how it ended."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import Any

import anyio
import pytest

from app.domain.calls import (
    CallClass,
    CallFailed,
    CallFailure,
    Origin,
    RawResult,
)
from app.domain.errors import Bug, StorageUnavailable
from app.domain.messages import CallEnded, CallStarted
from app.tools.turn_memory import TurnMemory
from tests.plugins.logs import ExpectLog
from tests.unit.integrations.records import record, tool
from tests.unit.tools.door import Door, kind_of, settle, text_result

pytestmark = pytest.mark.anyio

TRANSCRIPT = {"permissions": [{"kind": "transcript", "scope": "agent"}]}


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
    door.server.keeps_time = False

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


async def test_cancelling_a_running_call_cancels_it_at_the_server_and_its_effect_is_unknown() -> None:
    door = Door(record(tools=[tool("find")]))
    door.server.gate = anyio.Event()

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, door.call("find"))
            await settle()
            group.cancel_scope.cancel()

    assert door.server.cancelled == 1
    words = "Stopped; it may have happened all the same"
    assert [event.failure for event in door.of(CallEnded)] == [
        CallFailure(CallClass.DECLINED, words, effect_unknown=True)
    ]
    assert [(entry.failure, entry.message) for entry in door.journal.entries] == [(CallClass.DECLINED, words)]


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


@pytest.mark.clause("V-19.8")
async def test_a_call_does_not_wait_for_a_journal_that_writes_behind() -> None:
    door = Door(record(tools=[tool("find")]))
    door.journal.writes_behind = True
    door.journal.add_first = anyio.sleep_forever

    with anyio.fail_after(5):
        outcome = await door.executor.run(door.call("find"))

    assert [one.call_id for one in door.journal.entries] == [outcome.call_id]


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


@pytest.mark.parametrize(
    "answer",
    [
        text_result("x" * 100_000),
        RawResult((), structured={"rows": [["x" * 10] * 100] * 100}),
        RawResult(({"type": "resource", "resource": {"text": "x" * 100_000}},)),
    ],
)
async def test_a_large_result_is_read_and_kept_beside_the_loop(answer: RawResult) -> None:
    keepers: list[int] = []

    def keep(parts: Sequence[object]) -> str:
        keepers.append(threading.get_ident())
        return f"{len(parts)} parts"

    door = Door(record(tools=[tool("find")]), keep=keep)
    door.server.answers["find"] = answer

    outcome = await door.executor.run(door.call("find"))

    assert outcome.kept_file == "1 parts"
    assert len(outcome.text) < 50_000
    assert keepers != [threading.get_ident()]


@pytest.mark.clause("V-1.5")
async def test_what_was_dropped_from_a_result_is_told_with_its_tool() -> None:
    door = Door(record(tools=[tool("find")]))
    door.server.answers["find"] = RawResult(({"type": "smell"},))

    outcome = await door.executor.run(door.call("find"))

    assert door.findings == [(outcome.ref, "unknown-content")]


async def test_a_fault_of_ours_is_told_and_journalled_before_it_goes_on() -> None:
    door = Door(record(tools=[tool("find")]))

    def broken(*_: object) -> None:
        raise KeyError("planted")

    door.server.on_call = broken
    with pytest.raises(KeyError):
        await door.executor.run(door.call("find"))

    failure = CallFailure(CallClass.PROTOCOL_ERROR, "Voxnotch could not do this", effect_unknown=True)
    assert [event.failure for event in door.of(CallEnded)] == [failure]
    assert [entry.failure for entry in door.journal.entries] == [failure.kind]
