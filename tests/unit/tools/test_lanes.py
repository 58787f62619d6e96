"""The places of the hooks around a call, in their order, and what each of them may and may not do."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest

from app.domain.calls import CallClass, CallFailed, CallFailure, Demand, Friction, Lane, Origin, Pill, RawResult
from app.domain.messages import CallEnded, QuestionAsked
from app.tools.lanes import NOTHING, CheckArguments, Contribution, Subject
from app.tools.policy import Case, Rule
from tests.plugins.logs import ExpectLog
from tests.unit.integrations.records import record, tool
from tests.unit.tools.door import Door, asking, text_result

pytestmark = pytest.mark.anyio


class ScriptedLanes:
    """Lanes that say what a test wants, and remember what they were asked."""

    def __init__(
        self, own: Contribution = NOTHING, profile: Contribution = NOTHING, edited: Contribution = NOTHING
    ) -> None:
        self.own = own
        self.profile = profile
        self.edited = edited
        self.seen: list[tuple[str, Any]] = []
        self.checked: dict[str, str] = {}

    async def before_own(self, subject: Subject) -> Contribution:
        self.seen.append(("own", subject.arguments))
        return self.own

    async def before_profile(self, subject: Subject, check: CheckArguments) -> Contribution:
        self.seen.append(("profile", subject.arguments))
        self.checked = dict(check({"to": "Cy"}).errors)
        return self.profile

    async def deny_only(self, subject: Subject) -> Contribution:
        self.seen.append(("edited", subject.arguments))
        return self.edited

    async def after_own(self, subject: Subject, result: RawResult) -> RawResult:
        self.seen.append(("after own", text_of(result)))
        return text_result(text_of(result) + "+own", is_error=result.is_error)

    async def after_profile(self, subject: Subject, result: RawResult) -> RawResult:
        self.seen.append(("after profile", text_of(result)))
        return text_result(text_of(result) + "+profile", is_error=result.is_error)


def text_of(result: RawResult) -> str:
    return str(result.content[0]["text"])


async def approve(door: Door, edited: dict[str, Any] | None = None, name: str = "send") -> None:
    call = door.call(name, {"to": "Ann"})
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(door.executor.run, call)
            await door.question()
            door.questions.answer(call.call_id, approved=True, arguments=edited)


def failure(door: Door) -> CallFailure | None:
    return door.of(CallEnded)[0].failure


@pytest.mark.clause("E-4.13", "E-4.14", "E-4.15", "E-4.16", "E-4.19", "E-4.20", "E-4.21", "E-4.22", "E-4.23")
async def test_each_hook_has_its_place_and_judges_the_value_that_the_one_before_left() -> None:
    lanes = ScriptedLanes(
        own=Contribution(rewrite={"to": "Ann", "count": "1"}), profile=Contribution(rewrite={"to": "Ann", "count": "2"})
    )
    door = Door(asking(), lanes=lanes)
    door.server.answers["send"] = text_result("sent")
    door.server.on_call = lambda ref, arguments: lanes.seen.append(("call", arguments))

    await approve(door, {"to": "Bob", "count": "3"})

    assert lanes.seen == [
        ("own", {"to": "Ann"}),
        ("profile", {"to": "Ann", "count": 1}),
        ("edited", {"to": "Bob", "count": 3}),
        ("call", {"to": "Bob", "count": 3}),
        ("after own", "sent"),
        ("after profile", "sent+own"),
    ]
    assert door.of(QuestionAsked)[0].question.arguments == {"to": "Ann", "count": 2}


@pytest.mark.clause("E-4.30")
@pytest.mark.parametrize("origin", Origin)
async def test_whoever_calls_takes_the_whole_way(origin: Origin) -> None:
    lanes = ScriptedLanes()
    door = Door(record(tools=[tool("find", uiCallable=True)]), lanes=lanes)

    await door.executor.run(door.call("find", origin=origin))

    assert [place for place, _ in lanes.seen] == ["own", "profile", "after own", "after profile"]


@pytest.mark.clause("E-4.31")
async def test_the_later_hooks_run_for_error_results_and_not_without_a_result() -> None:
    lanes = ScriptedLanes()
    door = Door(record(tools=[tool("find"), tool("get")]), lanes=lanes)
    door.server.answers["find"] = text_result("wrong", is_error=True)
    door.server.answers["get"] = CallFailed(CallClass.TIMEOUT, "")

    wrong = await door.executor.run(door.call("find"))
    await door.executor.run(door.call("get"))

    assert [place for place, _ in lanes.seen].count("after profile") == 1
    assert json.loads(wrong.text)["message"] == "wrong+own+profile"


@pytest.mark.clause("E-4.29")
async def test_a_rewrite_that_does_not_fit_is_dropped_for_the_integration_and_denied_for_the_profile(
    expected_log: ExpectLog,
) -> None:
    expected_log("a hook's rewrite of bare.send does not fit")
    misfit = Contribution(rewrite={"to": "Cy"})
    own = Door(asking(), lanes=(lanes := ScriptedLanes(own=misfit)))
    profile = Door(asking(), lanes=ScriptedLanes(profile=misfit))

    await approve(own)
    denied = await profile.executor.run(profile.call("send", {"to": "Ann"}))

    assert own.server.calls == [("send", {"to": "Ann"}, None)]
    assert lanes.checked == {"to": "Must be one of: Ann, Bob"}
    assert denied.failure is not None
    assert denied.failure.kind is CallClass.DENIED
    assert profile.server.calls == []


@pytest.mark.clause("E-9.3")
@pytest.mark.parametrize(("place", "later"), [("own", ["own"]), ("profile", ["own", "profile"])])
async def test_a_deny_ends_the_call_at_once(place: str, later: list[str]) -> None:
    deny = Contribution(Friction.DENY, (Demand(Lane.PROFILE, "guard"),), user_text="Not today")
    lanes = ScriptedLanes(**{place: deny})
    door = Door(asking(), lanes=lanes)

    outcome = await door.executor.run(door.call("send", {"to": "Ann"}))

    assert [seen for seen, _ in lanes.seen] == later
    assert json.loads(outcome.text) == {"status": "denied", "message": "Not today"}
    assert door.of(QuestionAsked) == []
    assert door.server.calls == []


@pytest.mark.clause("E-5.9", "E-5.13", "V-8.46", "V-7.3", "E-5.1")
async def test_all_demands_of_a_call_make_one_card_and_one_yes_satisfies_them() -> None:
    heard = Demand(Lane.VOICE, "com.example.bare", "It is late")
    lanes = ScriptedLanes(own=Contribution(Friction.CONFIRM, (heard,)), profile=Contribution(Friction.CONFIRM))
    asks = Door(asking(), lanes=lanes)
    allowed = Door(record(tools=[tool("find")], pills={"find": Pill.ALLOW}), lanes=lanes)

    await approve(asks)
    await approve(allowed, name="find")

    profile = Demand(Lane.PROFILE, "default")
    assert [event.question.demands for event in asks.of(QuestionAsked)] == [
        (heard, profile, Demand(Lane.HOST, "V-7.9"))
    ]
    assert [event.question.demands for event in allowed.of(QuestionAsked)] == [(heard, profile)]
    assert len(asks.server.calls) == len(allowed.server.calls) == 1


@pytest.mark.clause("E-9.3")
async def test_a_deny_of_an_edited_value_ends_the_call_whatever_else_is_said_of_it() -> None:
    deny = Contribution(Friction.DENY, user_text="Never Bob")
    door = Door(asking(), lanes=ScriptedLanes(edited=deny))

    await approve(door, {"to": "Bob"})

    assert failure(door) == CallFailure(CallClass.DENIED, "Never Bob")
    assert door.server.calls == []


@pytest.mark.clause("E-9.3")
async def test_host_policy_judges_an_edited_value_again() -> None:
    def not_bob(case: Case) -> Friction:
        return Friction.DENY if case.arguments["to"] == "Bob" else Friction.CONFIRM

    door = Door(asking(), rules=(Rule("V-7.1", not_bob),))

    await approve(door, {"to": "Bob"})

    assert failure(door) == CallFailure(CallClass.DENIED, "This is not allowed")
    assert door.server.calls == []


async def test_of_an_edited_value_only_a_deny_counts_and_rewrites_are_ignored() -> None:
    lanes = ScriptedLanes(edited=Contribution(Friction.CONFIRM, rewrite={"to": "Ann"}))
    door = Door(asking(), lanes=lanes)

    await approve(door, {"to": "Bob"})

    assert door.server.calls == [("send", {"to": "Bob"}, None)]


async def test_values_that_were_not_changed_are_not_asked_about_again() -> None:
    lanes = ScriptedLanes(edited=Contribution(Friction.DENY))
    door = Door(asking(), lanes=lanes)

    await approve(door, {"to": "Ann"})

    assert door.server.calls == [("send", {"to": "Ann"}, None)]


async def test_an_edit_that_cannot_be_judged_is_denied(expected_log: ExpectLog) -> None:
    expected_log("an edited answer could not be checked")

    class Broken(ScriptedLanes):
        async def deny_only(self, subject: Subject) -> Contribution:
            raise CallFailed(CallClass.TIMEOUT, "gone")

    door = Door(asking(), lanes=Broken())

    await approve(door, {"to": "Bob"})

    assert failure(door) == CallFailure(CallClass.DENIED, "This is not allowed")
    assert door.server.calls == []
