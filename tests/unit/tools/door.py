"""The door to a tool with real questions, registry, reader and policy; a server, a clock and a journal are at hand.

For the tests of the executor. A test says what the server answers, sees all events, and answers questions itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
import anyio.lowlevel

from app.domain.calls import (
    AskFor,
    CallClass,
    CallFailed,
    CallId,
    IntegrationId,
    Origin,
    RawResult,
    ToolCall,
    ToolOutcome,
    ToolRef,
)
from app.domain.confirmations.question import Question
from app.domain.integrations import ServerStatus
from app.domain.messages import Event, QuestionAsked
from app.domain.turn import TurnId
from app.extensions.secret_mask import SecretMask
from app.integrations.registry import Registry, ToolEntry
from app.integrations.served import ServedTool, ServerState
from app.storage.install_record import InstallRecord
from app.storage.journal import JournalEntry
from app.tools.confirmation import Questions
from app.tools.executor import Executor
from app.tools.lanes import NO_HOOKS, Lanes
from app.tools.policy import HOST_RULES, Rule
from app.tools.results import KeepWhole, ResultReader
from tests.unit.integrations.records import record, served, tool

SETTLED_AFTER = 40
"""Turns of the loop; the longest chain of tasks here takes ten."""
BARE = IntegrationId("com.example.bare")
AnyEvent = TypeVar("AnyEvent")


def text_result(text: str, *, is_error: bool = False) -> RawResult:
    return RawResult(({"type": "text", "text": text},), is_error=is_error)


def registry_of(installed: InstallRecord, serving: Sequence[ServedTool] | None = None) -> Registry:
    made = Registry()
    made.set_records([installed])
    tools = [served(one.name) for one in installed.manifest.tools] if serving is None else serving
    made.set_served(installed.integration_id, tuple(tools))
    return made


def entry_of(installed: InstallRecord, name: str, serving: Sequence[ServedTool] | None = None) -> ToolEntry:
    entry = registry_of(installed, serving).find(ToolRef(installed.integration_id, name))
    assert entry is not None
    return entry


async def settle() -> None:
    """Let every task run until it waits for something; nothing here waits for the world outside."""
    for _ in range(SETTLED_AFTER):
        await anyio.lowlevel.checkpoint()


class ManualTime:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._sleepers: list[tuple[float, anyio.Event]] = []

    def monotonic_s(self) -> float:
        return self.now

    def unix_s(self) -> float:
        return 1_700_000_000.0 + self.now

    async def sleep(self, seconds: float) -> None:
        due = anyio.Event()
        self._sleepers.append((self.now + seconds, due))
        await due.wait()

    async def advance(self, seconds: float) -> None:
        """Let the time pass, for all who wait for it by then, and let them run."""
        await settle()
        self.now += seconds
        for at, due in self._sleepers:
            if at <= self.now:
                due.set()
        self._sleepers = [one for one in self._sleepers if one[0] > self.now]
        await settle()


class FakeServer:
    """Port ``Caller`` in memory."""

    def __init__(self, time: ManualTime, registry: Registry) -> None:
        self.time = time
        self.registry = registry
        self.keeps_time = True
        self.silent: frozenset[str] = frozenset()
        """Tools that never answer."""
        self.calls: list[tuple[str, Mapping[str, object], Mapping[str, object] | None]] = []
        self.answers: dict[str, RawResult | CallFailed] = {}
        self.status = ServerStatus.CONNECTED
        self.takes_s = 0.0
        self.gate: anyio.Event | None = None
        self.timeouts: list[float | None] = []
        self.cancelled = 0
        self.on_state: Callable[[IntegrationId], None] = lambda integration: None
        self.on_call: Callable[[ToolRef, Mapping[str, object]], None] = lambda ref, arguments: None

    def state(self, integration: IntegrationId) -> ServerState:
        self.on_state(integration)
        return ServerState(self.status)

    async def call(
        self,
        ref: ToolRef,
        arguments: Mapping[str, object],
        *,
        timeout_s: float | None,
        meta: Mapping[str, object] | None,
    ) -> RawResult:
        self.on_call(ref, arguments)
        self.calls.append((ref.tool, arguments, meta))
        self.timeouts.append(timeout_s)
        self.time.now += self.takes_s
        if self.registry.find(ref) is None:
            raise CallFailed(CallClass.NOT_CONNECTED, "There is no such tool.")
        gate = anyio.Event() if ref.tool in self.silent else self.gate
        if gate is not None:
            await self._held_up(gate, timeout_s if self.keeps_time else None)
        answer = self.answers.get(ref.tool, text_result("{}"))
        if isinstance(answer, CallFailed):
            raise answer
        return answer

    async def _held_up(self, gate: anyio.Event, timeout_s: float | None) -> None:
        try:
            with anyio.move_on_after(timeout_s) as scope:
                await gate.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled += 1
            raise
        if scope.cancelled_caught:
            raise CallFailed(CallClass.TIMEOUT, "It did not answer in time", effect_unknown=True)


class ListJournal:
    """Port ``JournalSink`` in memory."""

    def __init__(self) -> None:
        self.entries: list[JournalEntry] = []
        self.add_first: Callable[[], Awaitable[None]] | None = None
        self.writes_behind = False

    def take(self, entry: JournalEntry) -> bool:
        if self.writes_behind:
            self.entries.append(entry)
        return self.writes_behind

    async def add(self, entry: JournalEntry) -> None:
        if self.add_first is not None:
            await self.add_first()
        self.entries.append(entry)


def keep_nothing(parts: Sequence[object]) -> str:
    return f"{len(parts)} parts"


@dataclass
class Door:
    """Everything around one executor."""

    installed: InstallRecord = field(default_factory=record)
    serving: Sequence[ServedTool] | None = None
    lanes: Lanes = NO_HOOKS
    rules: tuple[Rule, ...] = HOST_RULES
    ask_for: AskFor = AskFor.ACTING
    secrets: Collection[str] = ()
    call_s: float = 60.0
    somebody: bool = True
    keep: KeepWhole = keep_nothing

    def __post_init__(self) -> None:
        self.time = ManualTime()
        self.events: list[Event] = []
        self.findings: list[tuple[ToolRef, str]] = []
        self._news = anyio.Event()
        self.registry = registry_of(self.installed, self.serving)
        self.server = FakeServer(self.time, self.registry)
        self.journal = ListJournal()
        self.questions = Questions(
            self.emit,
            self.time.monotonic_s,
            somebody_there=lambda: self.somebody,
            sleep=self.time.sleep,
        )
        self.executor = Executor(
            self.registry,
            self.server,
            self.questions,
            self.journal,
            ResultReader(self.keep),
            emit=self.emit,
            monotonic_s=self.time.monotonic_s,
            unix_s=self.time.unix_s,
            ask_for=lambda: self.ask_for,
            mask_of=lambda _: SecretMask(self.secrets),
            note_findings=lambda ref, found: self.findings.extend((ref, one.code) for one in found),
            lanes=self.lanes,
            rules=self.rules,
            call_s=self.call_s,
        )
        self._numbers = itertools.count(1)

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self._news.set()
        self._news = anyio.Event()

    def call(
        self,
        name: str,
        arguments: Mapping[str, object] | None = None,
        *,
        origin: Origin = Origin.AGENT,
        turn_id: str = "",
        call_id: str = "",
    ) -> ToolCall:
        ref = ToolRef(self.installed.integration_id, name)
        number = CallId(call_id or f"c{next(self._numbers)}")
        return ToolCall(number, ref, arguments or {}, origin, TurnId(turn_id) if turn_id else None)

    def of(self, kind: type[AnyEvent]) -> list[AnyEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    async def until(self, kind: type[AnyEvent], count: int = 1) -> AnyEvent:
        """Wait for so many events of a kind, and return the last of them."""
        with anyio.fail_after(5):
            while len(self.of(kind)) < count:
                await self._news.wait()
        return self.of(kind)[count - 1]

    async def question(self, count: int = 1) -> Question:
        return (await self.until(QuestionAsked, count)).question


def asking(name: str = "send", **properties: Any) -> InstallRecord:
    """Return an install with one tool that asks, taking these arguments."""
    taken = properties or {"to": {"type": "string", "enum": ["Ann", "Bob"]}, "count": {"type": "integer"}}
    return record(tools=[tool(name, inputSchema={"type": "object", "properties": taken})])


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
