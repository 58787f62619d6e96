"""Whatever hooks, people, servers and reloads do to calls, and in whatever order: nothing runs that was not allowed.

A person answers, edits, refuses, answers too late and to the wrong id; hooks rewrite, ask and deny; the tool changes
while its card is up; servers fail; calls are cancelled. The oracle is what the person did, not what the code says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import anyio
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.domain.calls import CallClass, CallFailed, CallId, Friction, RawResult, Surface, ToolCall, ToolRef
from app.domain.messages import CallEnded, CallStarted, QuestionAsked, QuestionClosed
from app.tools.digest import digest
from app.tools.lanes import NOTHING, CheckArguments, Contribution, Subject
from app.tools.policy import Rule
from tests.unit.integrations.records import record, tool
from tests.unit.tools.door import Door, settle

TOOLS: Final = ("a", "b")
STRING: Final = {"type": "object", "properties": {"n": {"type": "string"}}}
NUMBER: Final = {"type": "object", "properties": {"n": {"type": ["integer"], "maximum": 8}}}


def friction_of(arguments: Mapping[str, object]) -> Friction:
    """Return what the host says of a value: 0 and 3 run, 1 and 4 are asked about, 2 and 5 are denied."""
    return Friction(int(str(arguments.get("n", 0))) % 3)


@dataclass(frozen=True)
class Hooks:
    """What the lanes say of one run."""

    own: Contribution = NOTHING
    profile: Contribution = NOTHING
    never: frozenset[int] = frozenset()
    """Edited values that the profile denies."""


@dataclass
class Watched:
    """Lanes that say what was drawn, and remember each deny of an edit."""

    hooks: Hooks
    denied: set[ToolRef] = field(default_factory=set[ToolRef])

    async def before_own(self, subject: Subject) -> Contribution:
        return self.hooks.own

    async def before_profile(self, subject: Subject, check: CheckArguments) -> Contribution:
        return self.hooks.profile

    async def deny_only(self, subject: Subject) -> Contribution:
        if int(str(subject.arguments.get("n", 0))) in self.hooks.never:
            self.denied.add(subject.ref)
            return Contribution(Friction.DENY)
        return NOTHING

    async def after_own(self, subject: Subject, result: RawResult) -> RawResult:
        return result

    async def after_profile(self, subject: Subject, result: RawResult) -> RawResult:
        return result


numbers = st.integers(0, 9)
rewrites = st.none() | numbers.map(lambda n: {"n": str(n)})
contributions = st.builds(
    Contribution, st.sampled_from([Friction.NONE, Friction.NONE, Friction.CONFIRM, Friction.DENY]), rewrite=rewrites
)
asked_about = st.sampled_from([1, 4, 7, 1, 4, 0, 2])
hooks = (
    st.just(Hooks())
    | st.builds(Hooks, never=st.frozensets(numbers, max_size=2))
    | st.builds(Hooks, contributions, contributions, st.frozensets(numbers, max_size=3))
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("yes"), st.sampled_from(TOOLS), asked_about),
        st.tuples(st.just("yes"), st.sampled_from(TOOLS), st.none()),
        st.tuples(st.just("no"), st.sampled_from(TOOLS), st.none()),
        st.tuples(st.just("words"), st.sampled_from(["yes", "no", "make it 3", "hm"]), st.none()),
        st.tuples(st.just("edit"), st.sampled_from(TOOLS), numbers),
        st.tuples(st.just("wrong id"), st.just(""), st.none()),
        st.tuples(st.just("reload"), st.sampled_from(["string", "number"]), st.none()),
        st.tuples(st.just("wait"), st.just(""), st.sampled_from([60, 600, 90_000])),
        st.tuples(st.just("cancel"), st.sampled_from(TOOLS), st.none()),
    ),
    min_size=1,
    max_size=8,
)


class Story:
    """One run, and what the person said on the way."""

    def __init__(self, drawn: Hooks, values: list[int], *, server_fails: bool) -> None:
        self.lanes = Watched(drawn)
        self.door = Door(
            record(tools=[tool(name, inputSchema=STRING) for name in TOOLS]),
            lanes=self.lanes,
            rules=(Rule("V-7.1", lambda case: friction_of(case.arguments)),),
        )
        self.calls: dict[str, ToolCall] = {
            name: self.door.call(name, {"n": str(value)}, turn_id="t")
            for name, value in zip(TOOLS, values, strict=True)
        }
        self.approved: dict[str, set[str]] = {name: set() for name in TOOLS}
        """Digests of exactly what the person has said yes to."""
        self.refused: set[str] = set()
        self.ran: list[str] = []
        self.breaches: list[str] = []
        self.asked: set[CallId] = set()
        """Calls that ran and had to be asked about."""
        self.drafts: dict[str, int] = {}
        self.door.server.on_call = self.judge
        if server_fails:
            for name in TOOLS:
                self.door.server.answers[name] = CallFailed(CallClass.SERVER_EXITED, "", effect_unknown=True)

    def judge(self, ref: ToolRef, arguments: Mapping[str, object]) -> None:
        """Say what would be wrong with this very run."""
        name, call = ref.tool, self.calls[ref.tool]
        hooks = self.lanes.hooks
        said = (hooks.own.friction, hooks.profile.friction)
        wanted = max(*said, friction_of(arguments), min(friction_of(call.arguments), Friction.CONFIRM))
        if Friction.DENY in said or ref in self.lanes.denied or friction_of(arguments) is Friction.DENY:
            self.breaches.append(f"{name} ran although it was denied")
        if wanted is Friction.CONFIRM and digest(ref, call.call_id, arguments) not in self.approved[name]:
            self.breaches.append(f"{name} ran with {arguments} although nobody said yes to that")
        if name in self.ran:
            self.breaches.append(f"{name} ran twice")
        if name in self.refused:
            self.breaches.append(f"{name} ran after a no")
        self.ran.append(name)
        if wanted is Friction.CONFIRM:
            self.asked.add(call.call_id)

    def is_open(self, name: str) -> bool:
        call_id = self.calls[name].call_id
        asked = sum(event.question.call_id == call_id for event in self.door.of(QuestionAsked))
        return asked > sum(event.call_id == call_id for event in self.door.of(QuestionClosed))

    def shown(self, name: str) -> Mapping[str, object]:
        call_id = self.calls[name].call_id
        return [event.question for event in self.door.of(QuestionAsked) if event.question.call_id == call_id][
            -1
        ].arguments

    def says_yes(self, name: str, edited: int | None) -> Mapping[str, object] | None:
        """Note what a yes means: both ways of reading an edit, as text and as a number, are the person's."""
        call = self.calls[name]
        if not self.is_open(name):
            return None
        meant: list[Mapping[str, object]] = (
            [self.shown(name)] if edited is None else [{"n": str(edited)}, {"n": edited}]
        )
        self.approved[name].update(digest(call.ref, call.call_id, one) for one in meant)
        return None if edited is None else {"n": str(edited)}

    async def take(self, step: tuple[str, str, Any], scopes: Mapping[str, anyio.CancelScope]) -> None:
        kind, what, value = step
        questions = self.door.questions
        match kind:
            case "yes":
                questions.answer(self.calls[what].call_id, approved=True, arguments=self.says_yes(what, value))
            case "no":
                if self.is_open(what):
                    self.refused.add(what)
                questions.answer(self.calls[what].call_id, approved=False)
            case "words":
                self.door.time.now += 1
                up = self.up()
                if up and what == "yes":
                    self.says_yes(up, self.drafts.get(up))
                elif up and what != "hm":
                    self.refused.add(up)
                questions.answer_in_words(what, self.door.time.now)
            case "edit":
                if self.is_open(what):
                    self.drafts[what] = value
                    questions.edit(self.calls[what].call_id, {"n": str(value)})
            case "wrong id":
                questions.answer(CallId("nobody"), approved=True)
            case "reload":
                schema = STRING if what == "string" else NUMBER
                again = record(tools=[tool(name, inputSchema=schema) for name in TOOLS])
                self.door.registry.set_records([replace(self.door.installed, manifest=again.manifest)])
            case "wait":
                await self.door.time.advance(value)
            case _:
                scopes[what].cancel()
                self.refused.add(what)
        await settle()
        # A question that is asked anew begins without what was written on the card before.
        self.drafts = {name: draft for name, draft in self.drafts.items() if self.is_open(name)}

    def up(self) -> str:
        """Return whose question is up: the last one asked that is still open, unless it went to the waiting list."""
        if not self.door.questions.is_asking:
            return ""
        for event in reversed(self.door.of(QuestionAsked)):
            name = event.question.ref.tool
            if self.is_open(name):
                return name
        return ""

    async def tell(self, drawn: list[tuple[str, str, Any]]) -> None:
        scopes = {name: anyio.CancelScope() for name in TOOLS}

        async def run(name: str) -> None:
            with scopes[name]:
                await self.door.executor.run(self.calls[name])

        with anyio.fail_after(10):
            async with anyio.create_task_group() as group:
                for name in TOOLS:
                    group.start_soon(run, name)
                await settle()
                for step in drawn:
                    await self.take(step, scopes)
                for name in TOOLS:
                    scopes[name].cancel()
            group.cancel_scope.cancel()


@pytest.mark.clause("E-9.1", "E-9.3", "E-9.4", "E-9.5", "E-5.8", "E-5.11", "E-5.15")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hooks, st.lists(asked_about, min_size=2, max_size=2), steps, st.booleans())
@example(Hooks(), [1, 4], [("reload", "number", None), ("yes", "a", None), ("yes", "a", None)], False)
@example(Hooks(), [1, 4], [("yes", "a", 4), ("yes", "b", 7)], False)
@example(Hooks(never=frozenset({4})), [1, 4], [("yes", "a", 4), ("yes", "a", None)], False)
def test_nothing_runs_without_a_yes_to_exactly_that(
    drawn: Hooks,
    values: list[int],
    steps: list[tuple[str, str, Any]],
    server_fails: bool,
) -> None:
    story = Story(drawn, values, server_fails=server_fails)

    anyio.run(story.tell, steps)

    assert story.breaches == []
    assert len(story.door.of(CallStarted)) == len(story.door.of(CallEnded)) == len(story.door.journal.entries) == 2
    surfaces = {entry.call_id: entry.surface for entry in story.door.journal.entries}
    assert all(surfaces[call_id] is Surface.HOST_CARD for call_id in story.asked)
    assert not any(story.is_open(name) for name in TOOLS)
    assert not story.door.questions.is_asking
