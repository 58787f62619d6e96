"""Who gets through the door at all: names, states, arguments and policy, the same for everybody."""

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
    Origin,
    Pill,
)
from app.domain.integrations import ServerStatus
from app.domain.messages import CallStarted, QuestionAsked
from app.tools.policy import HOST_RULES, Case, Rule
from tests.plugins.logs import ExpectLog
from tests.unit.integrations.records import record, served, tool
from tests.unit.tools.door import Door, asking, kind_of

pytestmark = pytest.mark.anyio

BACKGROUND = {"permissions": [{"kind": "background"}]}


@pytest.mark.clause("V-6.15", "V-6.16", "E-4.11")
@pytest.mark.parametrize("origin", Origin)
@pytest.mark.parametrize("more", [{}, {"visibility": "agent"}])
async def test_a_disabled_tool_is_refused_for_everybody_with_its_reason(origin: Origin, more: dict[str, Any]) -> None:
    marked = tool("find", disabled=True, disabledReason="Closed for the day", uiCallable=True, **more)
    door = Door(record(tools=[marked], pills={"find": Pill.ALLOW}, ask_for=AskFor.DECLARED))

    outcome = await door.executor.run(door.call("find", origin=origin))

    assert outcome.failure == CallFailure(CallClass.DISABLED, "find: Closed for the day")
    assert door.server.calls == []


@pytest.mark.clause("V-6.13")
async def test_a_tool_for_the_agent_alone_is_asked_about_like_any_other_and_is_closed_to_cards() -> None:
    hidden = record(tools=[tool("send", visibility="agent"), tool("find", visibility="agent")])
    alone, watched = Door(hidden, somebody=False), Door(hidden)

    assert kind_of(await alone.executor.run(alone.call("send"))) is CallClass.DENIED
    assert (await alone.executor.run(alone.call("find"))).ran_well
    assert kind_of(await watched.executor.run(watched.call("find", origin=Origin.WIDGET))) is CallClass.DENIED
    assert watched.server.calls == []


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


@pytest.mark.clause("E-4.30")
@pytest.mark.parametrize("origin", Origin)
async def test_everybody_is_judged_by_the_same_policy(origin: Origin) -> None:
    door = Door(record(tools=[tool("send", uiCallable=True)]), somebody=False)

    outcome = await door.executor.run(door.call("send", origin=origin))

    assert kind_of(outcome) is CallClass.DENIED
    assert outcome.failure is not None
    assert "nobody can be asked" in outcome.failure.message
    assert door.server.calls == []


@pytest.mark.clause("V-7.2", "V-7.3")
async def test_the_persons_pill_decides_before_anything_else() -> None:
    confirmed = tool("find", confirmation={"schemaVersion": 1, "root": {"type": "card", "title": "Sure?"}})
    allowed = Door(record(tools=[confirmed], pills={"find": Pill.ALLOW}), ask_for=AskFor.EVERYTHING)
    asks = Door(record(tools=[tool("get")], pills={"get": Pill.ASK}), ask_for=AskFor.DECLARED, somebody=False)

    assert (await allowed.executor.run(allowed.call("find"))).ran_well
    assert kind_of(await asks.executor.run(asks.call("get"))) is CallClass.DENIED


@pytest.mark.clause("E-6.4")
async def test_a_policy_that_fails_denies_the_call(expected_log: ExpectLog) -> None:
    expected_log("the rule of V-7.0 failed")

    def broken(_: Case) -> None:
        raise KeyError("store")

    door = Door(record(tools=[tool("find")]), rules=(Rule("V-7.0", broken), *HOST_RULES))

    assert kind_of(await door.executor.run(door.call("find"))) is CallClass.DENIED
    assert door.server.calls == []


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
