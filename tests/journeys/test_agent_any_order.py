"""Turns, inquiries, topics, deletions, voices and quits of the agent in random orders: the rules always hold."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from unittest.mock import patch

import anyio
import anyio.lowlevel
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from app.agent.ports import Tell, ToolDoor, TurnRequest
from app.domain.errors import AnswerFailed, NarratorFailed, StorageUnavailable
from app.domain.inquiries import Inquiry, InquiryAnswer, InquiryKind
from app.domain.messages import (
    AnswerInquiry,
    AnswerInWords,
    AskAgent,
    CancelTurn,
    ChangeSettings,
    ClearHistory,
    CloseInquiry,
    Command,
    DeleteThread,
    InquiryAsked,
    InquiryClosed,
    NewTopic,
    Say,
    SpeakingChanged,
    StageChanged,
    StartTurn,
    StopSpeaking,
    StopTurn,
    TurnFinished,
    TurnOpened,
)
from app.domain.turn import Stage, ThreadId, TurnId, TurnKind, new_turn_id
from app.runtime import voice_run
from tests.journeys.pilot import AGENT_KEY, Pilot, flying

QUICK = settings(
    max_examples=50,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType] - its metaclass hides its type
)
ACTS: Final = {
    "say": 8, "take": 6, "press": 3, "let_go": 3, "escape": 3, "command": 6, "answer": 6, "go_on": 8, "model": 6,
    "wait": 10, "delete": 2, "change": 3, "narrator": 2, "clock": 2, "again": 2, "disk": 2,
}  # fmt: skip
"""Acts with their weight."""
ACT: Final = st.tuples(
    st.sampled_from([act for act, weight in ACTS.items() for _ in range(weight)]), st.integers(0, 255)
)
acts = st.lists(ACT, max_size=40)
COMMANDS: Final[tuple[Command, ...]] = (
    StartTurn(TurnKind.AGENT), StopTurn(), CancelTurn(), NewTopic(), StopSpeaking(), StartTurn(TurnKind.DICTATE),
    ClearHistory(),
)  # fmt: skip
MODEL: Final = {
    "agent.provider": "openai-compatible", "agent.base_url": "http://127.0.0.1:1/v1", "agent.model": "scripted",
    "hotkeys.cancel_key": "once", "agent.speak": "always",
}  # fmt: skip
CHANGES: Final[Sequence[tuple[str, object]]] = (
    ("agent.model", "other"), ("agent.model", "scripted"), ("agent.provider", "offline"),
    ("agent.provider", "openai-compatible"), ("agent.follow_up", True), ("agent.follow_up", False),
    ("agent.speak", "never"), ("agent.speak", "always"), ("hotkeys.cancel_key", "twice"), ("agent.thread_minutes", 1),
)  # fmt: skip


@dataclass
class Weather:
    """Does the acts."""

    pilot: Pilot
    moods: list[int] = field(default_factory=list[int])
    may_go_on: anyio.Event = field(default_factory=anyio.Event)
    tasks_at_rest: int = field(default_factory=lambda: len(asyncio.all_tasks()))
    disk_fails: bool = False

    def __post_init__(self) -> None:
        self.pilot.models.model.script = self._answer
        past = self.pilot.threads.past

        async def fails(thread_id: ThreadId, most: int) -> object:
            if self.disk_fails:
                raise StorageUnavailable(code="storage-full")
            return await past(thread_id, most)

        self.pilot.threads.past = fails  # type: ignore[method-assign, assignment] # pyright: ignore[reportAttributeAccessIssue]

    async def _answer(self, request: TurnRequest, _door: ToolDoor, tell: Tell) -> str:
        mood = self.moods.pop(0) if self.moods else 0
        if mood & 1:
            await tell("Well")
        if mood & 2:
            inquiry = Inquiry(request.turn_id, 1, InquiryKind.VALUE, request.text)
            if await self.pilot.core._inquiries.ask(inquiry, _read) is None:
                raise AnswerFailed(code="agent-refused")
        if mood & 4:
            await self.may_go_on.wait()
        if mood & 8:
            raise AnswerFailed(code="agent-server-gone" if mood & 16 else "agent-broken-answer")
        return "" if mood & 32 else f"You said {request.text}"

    async def act(self, name: str, variant: int) -> None:
        done = getattr(self, f"_{name}")(variant)
        if done is not None:
            await done

    def _say(self, variant: int) -> None:
        words = ("hello there", " ", "new topic", "\ud800", "and tomorrow?")[variant % 5]
        known = [one.thread_id for one in self.pilot.told(TurnOpened)]
        thread = known[variant % len(known)] if known and variant & 64 else None
        self.pilot.core.submit(Say(new_turn_id(self.pilot.unix_s), words, thread))

    async def _take(self, variant: int) -> None:
        self.pilot.now_s += 2.0
        self._press(0)
        await self._wait(40)
        self.pilot.say(1.0)
        await self._wait(variant)
        self._let_go(0)
        await self._wait(variant)

    def _press(self, _variant: int) -> None:
        for key in AGENT_KEY:
            self.pilot.hotkeys.press(key)

    def _let_go(self, _variant: int) -> None:
        for key in (*AGENT_KEY, "escape"):
            self.pilot.hotkeys.release(key)

    def _escape(self, _variant: int) -> None:
        self.pilot.hotkeys.tap("escape")

    def _command(self, variant: int) -> None:
        self.pilot.core.submit(COMMANDS[variant % len(COMMANDS)])

    def _answer_to(self) -> Inquiry | None:
        asked = self.pilot.told(InquiryAsked)
        return asked[-1].inquiry if asked else None

    def _answer_it(self, variant: int) -> None:
        asked = self._answer_to()
        if asked is None:
            return
        answers: tuple[Command, ...] = (
            AnswerInquiry(asked.turn_id, asked.number, "fine"),
            AnswerInquiry(asked.turn_id, asked.number, "bad"),
            CloseInquiry(asked.turn_id, asked.number),
            AnswerInWords("fine", self.pilot.now_s + 1),
            AnswerInWords("fine", self.pilot.now_s - 100),
        )
        self.pilot.core.submit(answers[variant % len(answers)])

    def _go_on(self, _variant: int) -> None:
        self.may_go_on.set()
        self.may_go_on = anyio.Event()

    def _model(self, variant: int) -> None:
        self.moods.append(variant)

    async def _wait(self, variant: int) -> None:
        for _ in range(variant % 64):
            await anyio.lowlevel.checkpoint()

    def _delete(self, variant: int) -> None:
        known = self.pilot.told(TurnOpened)
        if known:
            self.pilot.core.submit(DeleteThread(known[variant % len(known)].thread_id))

    def _change(self, variant: int) -> None:
        key, value = CHANGES[variant % len(CHANGES)]
        self.pilot.core.submit(ChangeSettings({key: value}))

    def _narrator(self, variant: int) -> None:
        self.pilot.narrator.hold = anyio.Event() if variant % 3 == 0 else None
        self.pilot.narrator.failure = NarratorFailed("no sound") if variant % 3 == 1 else None

    def _clock(self, variant: int) -> None:
        self.pilot.now_s += variant / 50
        self.pilot.unix_s += (variant - 64) * 60.0

    def _again(self, variant: int) -> None:
        ended = self.pilot.told(TurnFinished)
        if ended:
            self.pilot.core.submit(AskAgent(ended[variant % len(ended)].turn_id))

    def _disk(self, variant: int) -> None:
        self.disk_fails = bool(variant % 2)

    async def calm(self) -> None:
        """Cancel what runs, and wait until nothing is left of it."""
        pilot = self.pilot
        self._let_go(0)
        with anyio.fail_after(10):
            while True:
                pilot.core.submit(CancelTurn())
                pilot.core.submit(StopSpeaking())
                await self._wait(63)
                stages = pilot.told(StageChanged)
                at_rest = not stages or stages[-1].stage is Stage.IDLE
                opened = {one.turn_id for one in pilot.told(TurnOpened)}
                over = opened <= {one.turn_id for one in pilot.told(TurnFinished)}
                over = over and not pilot.core._coordinator._lane.is_busy
                if at_rest and over and len(asyncio.all_tasks()) <= self.tasks_at_rest:
                    return
                await anyio.sleep(0.002)


async def _read(answer: InquiryAnswer) -> str | None:
    return answer.text if answer.text == "fine" else None


def check_story(pilot: Pilot, *, ended: bool) -> None:
    """Each turn ends once, no two work at once, what is asked is taken away, the voice falls silent."""
    working: TurnId | None = None
    asked: tuple[TurnId, int] | None = None
    finished: list[TurnId] = []
    speaking: TurnId | None = None
    for event in pilot.events:
        match event:
            case TurnOpened(turn_id=turn_id):
                assert working is None, "two turns work at once"
                assert turn_id not in finished
                working = turn_id
            case TurnFinished(turn_id=turn_id):
                assert turn_id not in finished, "two ends of one turn"
                finished.append(turn_id)
                working = None if turn_id == working else working
            case InquiryAsked(inquiry=inquiry):
                assert asked in (None, (inquiry.turn_id, inquiry.number)), "two inquiries at once"
                assert inquiry.turn_id == working
                asked = inquiry.turn_id, inquiry.number
            case InquiryClosed(turn_id=turn_id, number=number):
                assert asked == (turn_id, number)
                asked = None
            case SpeakingChanged(turn_id=turn_id):
                assert turn_id is None or speaking is None, "two voices"
                speaking = turn_id
            case _:
                pass
    assert asked is None
    assert speaking is None
    if ended:
        assert working is None


async def fly_through(folder: Path, todo: Sequence[tuple[str, int]], *, stop_at: int | None = None) -> None:
    texts = [f"take {number}" for number in range(1, 100)]
    calm = False
    with patch.object(voice_run, "HELD_TIMEOUT_S", 0.05), anyio.fail_after(30):
        async with flying(folder, *texts) as pilot:
            await pilot.change(**{key.replace(".", "__"): value for key, value in MODEL.items()})
            weather = Weather(pilot)
            for number, (name, variant) in enumerate(todo):
                if number == stop_at:
                    break
                await weather.act("answer_it" if name == "answer" else name, variant)
            else:
                await weather.calm()
                calm = True
    check_story(pilot, ended=calm)
    assert pilot.microphone.takes_open == 0
    assert pilot.models.model.is_closed or not pilot.models.opened


def run(todo: list[tuple[str, int]], caplog: pytest.LogCaptureFixture, stop_at: int | None = None) -> None:
    caplog.clear()
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(lambda: fly_through(Path(folder), todo, stop_at=stop_at))
    faults = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert faults == []


@pytest.mark.slow
@QUICK
@given(acts)
def test_whatever_the_order_each_turn_ends_once_and_nothing_is_left_of_it(
    caplog: pytest.LogCaptureFixture, todo: list[tuple[str, int]]
) -> None:
    run(todo, caplog)


@pytest.mark.slow
@QUICK
@given(acts, st.integers(0, 39))
def test_a_quit_at_any_moment_ends_what_the_agent_does(
    caplog: pytest.LogCaptureFixture, todo: list[tuple[str, int]], stop_at: int
) -> None:
    run(todo, caplog, stop_at)
