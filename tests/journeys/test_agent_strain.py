"""What must not break the agent: turns in each other's way, threads that end under a turn, and parts that fail."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.agent import routed
from app.agent.ports import Tell, ToolDoor, TurnRequest
from app.agent.router import Router, RouteRequest
from app.domain.messages import (
    AnswerInquiry,
    AnswerQuestion,
    ClearHistory,
    Command,
    DeleteThread,
    InquiryAsked,
    InquiryClosed,
    NewTopic,
    Notice,
    NoticeCode,
    QuestionAsked,
    Say,
    SpeakingChanged,
    StageChanged,
    TopicChanged,
    TurnFinished,
    TurnOpened,
)
from app.domain.turn import Stage, ThreadId, TurnOutcome
from app.runtime import speaking
from tests.journeys.agent_stage import ended, question, speak, spoken, type_to, typed
from tests.journeys.integration_stage import Manifest, bundled, change_manifest, install, own_copy
from tests.journeys.pilot import AGENT_KEY, Pilot, flying
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio


async def echoes(request: TurnRequest, _door: ToolDoor, _tell: Tell) -> str:
    return f"You said {request.text}"


async def use_model(pilot: Pilot) -> None:
    pilot.models.model.script = echoes
    await pilot.change(
        agent__provider="openai-compatible", agent__base_url="http://127.0.0.1:1/v1", agent__model="scripted"
    )


def held_back(pilot: Pilot) -> anyio.Event:
    """Let the model answer only once the event is set."""
    may_answer = anyio.Event()

    async def waits(request: TurnRequest, _door: ToolDoor, _tell: Tell) -> str:
        await may_answer.wait()
        return f"You said {request.text}"

    pilot.models.model.script = waits
    return may_answer


def _ask_before_timers(manifest: Manifest) -> None:
    timer = next(one for one in manifest["tools"] if one["name"] == "start_timer")
    card = {
        "type": "card",
        "title": "Start?",
        "children": [{"type": "textField", "bind": "{{minutes}}", "label": "Minutes"}],
        "footer": [
            {"type": "actions", "items": [{"label": "No", "role": "cancel"}, {"label": "Start", "role": "confirm"}]}
        ],
    }
    timer["confirmation"] = {"schemaVersion": 1, "root": card}


# Two turns at once


async def test_words_typed_while_the_agent_listens_are_refused_and_the_spoken_turn_is_the_only_one(
    tmp_path: Path,
) -> None:
    async with flying(tmp_path, "spoken words", "once more") as pilot:
        await use_model(pilot)
        since = len(pilot.events)
        pilot.hold(AGENT_KEY)
        listening = await pilot.see_stage(Stage.LISTENING, since=since)
        refused = await typed(pilot, "typed words")
        assert (refused.outcome, refused.error_code) == (TurnOutcome.FAILED, "agent-busy")
        pilot.say()
        await pilot.heard()
        pilot.let_go(AGENT_KEY)
        assert listening.turn_id is not None
        assert (await ended(pilot, listening.turn_id)).answer == "You said spoken words"
        assert (await typed(pilot, "later")).answer == "You said later"
        assert (await spoken(pilot)).answer == "You said once more"


async def test_a_follow_up_take_that_nobody_asked_for_gives_way_to_typed_words(tmp_path: Path) -> None:
    async with flying(tmp_path, "one", "never heard") as pilot:
        await use_model(pilot)
        await pilot.change(agent__speak="always", agent__follow_up=True)
        await spoken(pilot)
        listening = await pilot.see(StageChanged, lambda one: one.stage is Stage.LISTENING and not one.by_key)
        pilot.say()
        assert (await typed(pilot, "typed instead")).answer == "You said typed instead"
        assert listening.turn_id is not None
        assert (await ended(pilot, listening.turn_id)).outcome is TurnOutcome.CANCELLED
        assert [one.text for one in pilot.told(TurnOpened)] == ["one", "typed instead"]


async def test_a_turn_that_comes_twice_runs_and_ends_once(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("came twice")
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        may_answer = held_back(pilot)
        turn_id = type_to(pilot, "once")
        await pilot.see(TurnOpened)
        pilot.core.submit(Say(turn_id, "once"))
        await pilot.ask(NewTopic(), TopicChanged)
        may_answer.set()
        await ended(pilot, turn_id)
        await typed(pilot, "another")
        assert [one.turn_id for one in pilot.told(TurnFinished)].count(turn_id) == 1


async def test_what_is_asked_may_be_over_before_the_take_for_its_answer_begins(tmp_path: Path) -> None:
    async with flying(tmp_path, "milk", "later") as pilot:
        await install(pilot, bundled("notes"))
        turn_id = type_to(pilot, "find notes")
        asked = (await pilot.see(InquiryAsked)).inquiry
        current = pilot.frontmost.current

        async def answered_meanwhile() -> Any:
            pilot.frontmost.current = current
            pilot.core._inquiries.answer(turn_id, asked.number, None)
            await pilot.until(lambda: not pilot.core._coordinator._asking)
            return await current()

        pilot.now_s += 1
        await pilot.until(lambda: pilot.core._coordinator._asking)
        pilot.frontmost.current = answered_meanwhile
        since = len(pilot.events)
        await speak(pilot)
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.CANCELLED
        await pilot.see_stage(Stage.IDLE, since=since)
        assert [one.turn_id for one in pilot.told(TurnOpened)] == [turn_id]


async def test_a_take_that_is_cancelled_as_its_past_comes_opens_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with flying(tmp_path, "spoken words") as pilot:
        await use_model(pilot)
        first = await typed(pilot, "typed words")

        async def cancelled_meanwhile(_thread_id: ThreadId, _most: int) -> tuple[()]:
            pilot.core._coordinator._cancel()
            return ()

        monkeypatch.setattr(pilot.threads, "past", cancelled_meanwhile)
        assert (await spoken(pilot)).outcome is TurnOutcome.CANCELLED
        assert [one.turn_id for one in pilot.told(TurnOpened)] == [first.turn_id]


# Threads


async def test_a_new_topic_while_a_turn_works_leaves_nothing_of_that_turn_to_the_next(tmp_path: Path) -> None:
    folder = own_copy("clock", tmp_path)
    change_manifest(folder, _ask_before_timers)
    async with flying(tmp_path) as pilot:
        await install(pilot, folder)
        turn_id = type_to(pilot, "set a timer for five minutes")
        asked = (await question(pilot)).question
        await pilot.ask(NewTopic(), TopicChanged)
        pilot.core.submit(AnswerQuestion(asked.call_id, approved=True))
        before = await ended(pilot, turn_id)
        after = await typed(pilot, "and ten minutes?")
        assert (before.outcome, after.error_code) == (TurnOutcome.ANSWERED, "agent-no-match")
        assert before.thread_id != after.thread_id
        assert len(pilot.told(QuestionAsked)) == 1


async def test_a_new_topic_while_a_turn_looks_up_its_past_counts_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        first = await typed(pilot, "one")
        past, may_go_on = pilot.threads.past, anyio.Event()

        async def slow_past(thread_id: ThreadId, most: int) -> Any:
            await may_go_on.wait()
            return await past(thread_id, most)

        monkeypatch.setattr(pilot.threads, "past", slow_past)
        turn_id = type_to(pilot, "two")
        await pilot.ask(NewTopic(), TopicChanged)
        may_go_on.set()
        assert (await ended(pilot, turn_id)).thread_id == first.thread_id
        assert (await typed(pilot, "three")).thread_id != first.thread_id


async def test_a_thread_that_is_deleted_does_not_go_on(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        first = await typed(pilot, "one")
        assert first.thread_id is not None
        await pilot.ask(DeleteThread(first.thread_id), TopicChanged)
        second = await typed(pilot, "two")
    async with flying(tmp_path) as pilot:
        pilot.models.model.script = echoes
        assert second.thread_id is not None
        pilot.core.submit(DeleteThread(second.thread_id))
        third = await typed(pilot, "three")
        assert len({first.thread_id, second.thread_id, third.thread_id}) == 3
        assert pilot.models.model.asked[-1].past == ()


@pytest.mark.parametrize("deletes", ["thread", "all"])
async def test_nothing_of_a_deleted_thread_is_left_to_a_follow_up(tmp_path: Path, deletes: str) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        first = await typed(pilot, "what time is it in Tokyo")
        assert first.thread_id is not None
        command: Command = DeleteThread(first.thread_id) if deletes == "thread" else ClearHistory()
        await pilot.ask(command, TopicChanged)
        after = await typed(pilot, "and in Berlin?")
        assert after.error_code == "agent-no-match"


async def test_a_thread_that_is_deleted_while_it_works_keeps_what_is_said_afterwards_to_itself(
    tmp_path: Path,
) -> None:
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        may_answer = held_back(pilot)
        turn_id = type_to(pilot, "one")
        opened = await pilot.see(TurnOpened)
        await pilot.ask(DeleteThread(opened.thread_id), TopicChanged)
        may_answer.set()
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.ANSWERED
        assert (await typed(pilot, "two")).thread_id != opened.thread_id


# Parts that fail


@pytest.mark.parametrize("words", ["\ud800 hello \udcff", "x" * 100_000, "\u202e\u0623\u0647\u0644\u0627"])
async def test_no_words_break_a_turn(tmp_path: Path, words: str) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        finished = await typed(pilot, words)
        assert finished.error_code == "agent-no-match"
        assert await pilot.history.get(finished.turn_id) is not None


async def test_half_a_sign_in_an_answer_reaches_the_tool_as_a_whole_one(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        turn_id = type_to(pilot, "find notes")
        asked = (await pilot.see(InquiryAsked)).inquiry
        pilot.core.submit(AnswerInquiry(turn_id, asked.number, "milk \ud800"))
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.ANSWERED
        assert pilot.told(InquiryClosed)[-1].number == asked.number


async def test_a_router_that_hangs_ends_the_turn_with_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routed, "ROUTE_S", 0.05)
    may_end = threading.Event()

    def hang(_router: Router, _request: RouteRequest) -> None:
        may_end.wait(10)

    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        monkeypatch.setattr(Router, "route", hang)
        finished = await typed(pilot, "please list all the timers")
        may_end.set()
        assert (finished.outcome, finished.error_code) == (TurnOutcome.FAILED, "agent-failed")


async def test_a_model_that_cannot_be_closed_costs_nothing_else(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("a task failed")
    expected_log("shutdown")
    async with flying(tmp_path) as pilot:
        await use_model(pilot)

        async def fail() -> None:
            raise RuntimeError("cannot close")

        pilot.models.model.close = fail
        await typed(pilot, "one")
        await pilot.change(agent__model="other")
        await typed(pilot, "two")
        assert (await pilot.see(Notice)).code is NoticeCode.INTERNAL
        assert (await typed(pilot, "three")).outcome is TurnOutcome.ANSWERED
    assert pilot.clipboard.closed


async def test_a_narrator_with_a_fault_costs_only_the_voice(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("a task failed")
    expected_log("shutdown")

    async def fail(*_what: object, **_how: object) -> None:
        raise RuntimeError("no voice")

    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        await pilot.change(agent__speak="always")
        pilot.narrator.speak = fail
        pilot.narrator.close = fail
        await typed(pilot, "one")
        await pilot.see(Notice)
        assert (await typed(pilot, "two")).outcome is TurnOutcome.ANSWERED
        assert pilot.told(SpeakingChanged)[-1].turn_id is None
    assert pilot.clipboard.closed


async def test_a_voice_that_does_not_stop_keeps_nobody_from_being_heard(
    tmp_path: Path, expected_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_log("the voice does not stop")
    monkeypatch.setattr(speaking, "STOP_S", 0.05)
    may_end = anyio.Event()

    async def hang(*_what: object, **_how: object) -> None:
        with anyio.CancelScope(shield=True):
            await may_end.wait()

    async with flying(tmp_path, "one") as pilot:
        await use_model(pilot)
        await pilot.change(agent__speak="always")
        pilot.narrator.speak = hang
        await typed(pilot, "zero")
        await pilot.see(SpeakingChanged)
        assert (await spoken(pilot)).answer == "You said one"
        may_end.set()
