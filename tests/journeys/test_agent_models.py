"""Agent turns with a real model server: its own process, streamed HTTP, through model layer, core and servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import anyio.to_thread
import pytest

from app.agent.model_turn import ModelLayer
from app.domain.calls import CallClass, Origin
from app.domain.messages import (
    AnswerGrew,
    AnswerQuestion,
    CallEnded,
    CancelTurn,
    Fix,
    ModelTested,
    QuestionAsked,
    RouteSentence,
    SentenceRouted,
    TestModel,
    TurnOpened,
)
from app.domain.turn import AnswerRoute, TurnOutcome
from tests.fixtures.servers.model_server import ModelServer, call, calls, say, status
from tests.journeys.agent_stage import ended, question, type_to, typed
from tests.journeys.integration_stage import bundled, install
from tests.journeys.pilot import Pilot, flying

pytestmark = pytest.mark.anyio

TOO_LONG = {"error": {"code": "context_length_exceeded", "message": "too long"}}


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer.started() as started:
        yield started


async def use(pilot: Pilot, server: ModelServer, **more: object) -> None:
    """Set the server as the model of this person, through the real model layer."""
    pilot.models.opener = lambda settings, load_key: ModelLayer(settings, load_key, now=pilot.now)
    await pilot.change(
        agent__provider="openai-compatible", agent__base_url=server.base_url, agent__model="scripted", **more
    )


async def test_words_stream_from_the_server_into_the_notch_and_history(tmp_path: Path, server: ModelServer) -> None:
    server.script(say("It is ", "half past ", "nine.", between_s=0.05))
    async with flying(tmp_path) as pilot:
        await use(pilot, server)
        finished = await typed(pilot, "how late is it")
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.MODEL)
        assert finished.answer == "It is half past nine."
        assert pilot.told(AnswerGrew)[0].text.startswith("It is")
        assert all(finished.answer.startswith(one.text) for one in pilot.told(AnswerGrew))


@pytest.mark.fault("A55")
async def test_a_call_of_the_model_asks_on_a_card_that_names_tool_server_and_arguments(
    tmp_path: Path, server: ModelServer
) -> None:
    server.script(call("notes__create_note", {"title": "Milk"}), say("I made the note."))
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await use(pilot, server)
        turn_id = type_to(pilot, "remember that we are out of milk")
        asked = (await question(pilot)).question
        assert (asked.integration_name, asked.tool_title) == ("Notes", "Create note")
        assert asked.arguments == {"title": "Milk"}
        pilot.core.submit(AnswerQuestion(asked.call_id, approved=True))
        finished = await ended(pilot, turn_id)
        assert finished.answer == "I made the note."
        (entry,), _ = await pilot.journal()
        assert (entry.origin, entry.failure) == (Origin.AGENT, None)
        tool_result = server.requests()[1]["body"]["messages"][-1]
        assert tool_result["role"] == "tool"


@pytest.mark.clause("V-8.49")
async def test_a_declined_call_is_told_to_the_model_which_explains(tmp_path: Path, server: ModelServer) -> None:
    server.script(call("notes__create_note", {"title": "Milk"}), say("All right, no note."))
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await use(pilot, server)
        turn_id = type_to(pilot, "remember that we are out of milk")
        asked = (await question(pilot)).question
        pilot.core.submit(AnswerQuestion(asked.call_id, approved=False))
        assert (await ended(pilot, turn_id)).answer == "All right, no note."
        assert "declined_by_user" in server.requests()[1]["body"]["messages"][-1]["content"]


@pytest.mark.clause("E-4.33")
async def test_parallel_calls_ask_one_after_the_other_in_call_order(tmp_path: Path, server: ModelServer) -> None:
    server.script(
        calls(("notes__create_note", {"title": "One"}), ("notes__create_note", {"title": "Two"})), say("Both.")
    )
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await use(pilot, server)
        turn_id = type_to(pilot, "remember one and two")
        first = (await question(pilot)).question
        assert first.arguments == {"title": "One"}
        assert len(pilot.told(QuestionAsked)) == 1
        since = len(pilot.events)
        pilot.core.submit(AnswerQuestion(first.call_id, approved=True))
        second = (await question(pilot, since=since)).question
        assert second.arguments == {"title": "Two"}
        assert len(server.requests()) == 1  # the next step waits for all results
        pilot.core.submit(AnswerQuestion(second.call_id, approved=True))
        assert (await ended(pilot, turn_id)).answer == "Both."


async def test_a_tool_that_does_not_exist_and_arguments_that_are_no_json_reach_no_server(
    tmp_path: Path, server: ModelServer
) -> None:
    server.script(
        call("notes__make_coffee", {}), call("notes__create_note", '{"title": "Mil'), say("I cannot do that.")
    )
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await use(pilot, server)
        finished = await typed(pilot, "a coffee please")
        assert (finished.outcome, finished.answer) == (TurnOutcome.ANSWERED, "I cannot do that.")
        assert pilot.told(CallEnded) == []


async def test_an_endless_loop_of_calls_is_stopped_by_the_limits(tmp_path: Path, server: ModelServer) -> None:
    server.script(call("clock__list_timers", {}))
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use(pilot, server, agent__most_requests=3)
        finished = await typed(pilot, "keep looking")
        assert (finished.outcome, finished.error_code) == (TurnOutcome.FAILED, "agent-limit-reached")
        assert len(server.requests()) == 3


@pytest.mark.parametrize(
    ("steps", "code", "fix"),
    [
        ([status(401)], "agent-key-refused", Fix.OPEN_AGENT_SETTINGS),
        ([status(404)], "agent-model-unknown", Fix.OPEN_AGENT_SETTINGS),
        ([status(500)], "agent-failed", Fix.SAY_AGAIN),
        ([say("Half an ", then="break")], "agent-broken-answer", Fix.SAY_AGAIN),
        ([status(429, retry_after="3600")], "agent-rate-limited", Fix.SAY_AGAIN),
        ([status(400, TOO_LONG)], "agent-context-full", Fix.NEW_TOPIC),
    ],
)
async def test_trouble_of_the_server_is_told_with_a_next_step(
    tmp_path: Path, server: ModelServer, steps: list[dict[str, object]], code: str, fix: Fix
) -> None:
    server.script(*steps)
    async with flying(tmp_path) as pilot:
        await use(pilot, server)
        finished = await typed(pilot, "tell me about dragons")
        assert (finished.outcome, finished.error_code, finished.fix) == (TurnOutcome.FAILED, code, fix)


async def test_a_short_wait_that_the_server_asks_for_is_kept(tmp_path: Path, server: ModelServer) -> None:
    server.script(status(429, retry_after_ms="30"), say("Here I am."))
    async with flying(tmp_path) as pilot:
        await use(pilot, server)
        assert (await typed(pilot, "hello there")).answer == "Here I am."


async def test_a_server_that_is_gone_leaves_what_it_can_to_this_machine(tmp_path: Path) -> None:
    with ModelServer.started() as gone:
        pass
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use(pilot, gone)
        assert (await typed(pilot, "please list all the timers")).route is AnswerRoute.ROUTER
        nothing = await typed(pilot, "tell me about dragons")
        assert (nothing.error_code, nothing.fix) == ("agent-server-gone", Fix.SAY_AGAIN)


async def test_stopping_a_turn_ends_its_request_at_the_server(tmp_path: Path, server: ModelServer) -> None:
    server.script(say("Dragons lived in caves. ", "They slept on gold. ", "Nobody saw them.", then="hang"))
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use(pilot, server)
        turn_id = type_to(pilot, "tell me about dragons")
        await pilot.see(AnswerGrew)
        pilot.core.submit(CancelTurn())
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.CANCELLED
        assert await anyio.to_thread.run_sync(server.wait_disconnects) == 1


async def test_a_follow_up_carries_calls_and_results_also_after_a_restart(tmp_path: Path, server: ModelServer) -> None:
    server.script(call("clock__get_time", {"place": "Rome"}), say("Nine in Rome."), say("The same in Paris."))
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use(pilot, server)
        first = await typed(pilot, "how late do they have it in Rome now")
        assert first.answer == "Nine in Rome."
    async with flying(tmp_path) as pilot:
        await use(pilot, server)
        second = await typed(pilot, "and how about Paris then")
        assert second.thread_id == first.thread_id
        roles = [message["role"] for message in server.requests()[-1]["body"]["messages"]]
        assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]
        assert [one.is_follow_up for one in pilot.told(TurnOpened)] == [True]


async def test_a_failed_call_is_refused_a_second_time_in_the_same_turn(tmp_path: Path, server: ModelServer) -> None:
    wrong = call("notes__get_note", {"title": "nowhere"})
    server.script(wrong, wrong, say("There is no such note."))
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await use(pilot, server)
        finished = await typed(pilot, "what does the thing called nowhere say")
        assert finished.answer == "There is no such note."
        kinds = [one.failure.kind for one in pilot.told(CallEnded) if one.failure is not None]
        assert kinds == [CallClass.TOOL_ERROR, CallClass.DENIED]


async def test_the_model_is_tried_out_and_the_panel_knows_that_there_is_one(
    tmp_path: Path, server: ModelServer
) -> None:
    server.script(say("ok"))
    async with flying(tmp_path) as pilot:
        await use(pilot, server)
        assert (await pilot.ask(TestModel(1), ModelTested)).error_code == ""
        assert (await pilot.ask(RouteSentence(1, "hello"), SentenceRouted)).has_model
        server.script(status(401))
        assert (await pilot.ask(TestModel(2), ModelTested)).error_code == "agent-key-refused"


async def test_an_emoji_that_comes_in_halves_is_whole_and_a_half_breaks_nothing(
    tmp_path: Path, server: ModelServer
) -> None:
    server.script(say("It is fine. ", "\ud83d", "\ude00"), say("Cut off. Sorry: \ud83d"), say("Yes."))
    async with flying(tmp_path) as pilot:
        await use(pilot, server)
        assert (await typed(pilot, "how is it")).answer == "It is fine. \U0001f600"
        assert (await typed(pilot, "and the rest")).answer == "Cut off. Sorry: \ufffd"
        assert (await typed(pilot, "is that all")).answer == "Yes."
        sent = [one["content"] for one in server.requests()[-1]["body"]["messages"][1:]]
        assert sent[1::2] == ["It is fine. \U0001f600", "Cut off. Sorry: \ufffd"]


async def test_half_an_emoji_beside_a_call_ends_in_a_failure_that_is_told(tmp_path: Path, server: ModelServer) -> None:
    server.script({**say("I look. \ud83d"), **call("clock__list_timers")}, say("Done."))
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use(pilot, server)
        finished = await typed(pilot, "keep looking")
        assert (finished.outcome, finished.error_code) == (TurnOutcome.FAILED, "agent-broken-answer")
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert row.outcome is TurnOutcome.FAILED
