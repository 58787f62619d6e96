"""Threads of agent turns: what a follow-up is told, when a new one begins, and what is spoken of an answer."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from app.agent.ports import Tell, ToolDoor, TurnRequest
from app.agent.router import Routed, Router, RouteRequest
from app.domain.calls import IntegrationId, ToolRef
from app.domain.errors import AnswerFailed, ModelMissing, NarratorFailed
from app.domain.messages import (
    AnswerGrew,
    CallEnded,
    CancelTurn,
    Fix,
    NewTopic,
    Notice,
    NoticeCode,
    SpeakingChanged,
    StageChanged,
    StopSpeaking,
    TopicChanged,
    TurnOpened,
)
from app.domain.turn import AnswerRoute, Stage, TurnOutcome
from tests.journeys.agent_stage import ended, spoken, type_to, typed
from tests.journeys.integration_stage import bundled, change_manifest, install, own_copy
from tests.journeys.pilot import Pilot, flying
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio


async def use_model(pilot: Pilot) -> None:
    await pilot.change(
        agent__provider="openai-compatible", agent__base_url="http://127.0.0.1:1/v1", agent__model="scripted"
    )


async def echoes(request: TurnRequest, _door: ToolDoor, tell: Tell) -> str:
    await tell("You")
    return f"You said {request.text}"


async def test_a_model_answers_what_no_intent_wins_and_its_words_show_as_they_come(tmp_path: Path) -> None:
    async with flying(tmp_path, "how are you") as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        finished = await spoken(pilot)
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.MODEL)
        assert finished.answer == "You said how are you"
        assert [one.text for one in pilot.told(AnswerGrew)] == ["You"]
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.answer, row.answer_model) == ("You said how are you", "scripted")


async def test_a_follow_up_is_told_what_was_said_before(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        first = await typed(pilot, "weather in Rome")
        second = await typed(pilot, "and tomorrow?")
        assert second.thread_id == first.thread_id
        told = pilot.models.model.asked[-1].past
        assert [(one.said, one.answer) for one in told] == [("weather in Rome", "You said weather in Rome")]
        assert [one.is_follow_up for one in pilot.told(TurnOpened)] == [False, True]
        assert len(pilot.models.opened) == 1


async def test_a_new_thread_begins_by_time_by_wish_and_by_words(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        first = await typed(pilot, "one")
        pilot.unix_s += 11 * 60
        by_time = await typed(pilot, "two")
        pilot.core.submit(NewTopic())
        by_wish = await typed(pilot, "three")
        said = await typed(pilot, "New topic.")
        by_words = await typed(pilot, "four")
        assert said.outcome is TurnOutcome.CANCELLED
        assert len({first.thread_id, by_time.thread_id, by_wish.thread_id, by_words.thread_id}) == 4
        named = await typed(pilot, "five", thread_id=first.thread_id)
        assert named.thread_id == first.thread_id
        assert [one.said for one in pilot.models.model.asked[-1].past] == ["one"]
        assert pilot.told(TopicChanged)[-1].thread_id == first.thread_id


async def test_a_thread_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        first = await typed(pilot, "one")
    async with flying(tmp_path) as pilot:
        pilot.models.model.script = echoes
        second = await typed(pilot, "two")
        assert second.thread_id == first.thread_id
        assert [one.said for one in pilot.models.model.asked[-1].past] == ["one"]


async def test_without_a_model_a_follow_up_changes_one_value_of_the_last_call(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await typed(pilot, "what time is it in Tokyo")
        finished = await typed(pilot, "and in Berlin?")
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.ROUTER)
        after, before = (await pilot.journal())[0]
        assert (before.arguments, after.arguments) == ('{"place":"Tokyo"}', '{"place":"Berlin"}')


@pytest.mark.clause("V-14.24", "V-14.25")
async def test_an_intent_that_wins_stops_the_model_before_its_call_runs(tmp_path: Path) -> None:
    stopped: list[bool] = []

    async def calls_when_it_may(_request: TurnRequest, door: ToolDoor, tell: Tell) -> str:
        try:
            await anyio.sleep_forever()
        finally:
            stopped.append(True)
        await tell("never")
        return "never"

    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use_model(pilot)
        pilot.models.model.script = calls_when_it_may
        finished = await typed(pilot, "list my timers")
        assert finished.route is AnswerRoute.INTENT
        assert stopped == [True]
        assert len(pilot.told(CallEnded)) == 1
        assert pilot.told(AnswerGrew) == []


async def test_a_model_out_of_reach_leaves_the_turn_to_the_router(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use_model(pilot)
        pilot.models.model.failure = AnswerFailed(code="agent-server-gone", place="127.0.0.1:1")
        assert (await typed(pilot, "please list all the timers")).route is AnswerRoute.ROUTER
        nothing = await typed(pilot, "tell me a story about dragons")
        assert (nothing.error_code, nothing.fix) == ("agent-server-gone", Fix.SAY_AGAIN)


@pytest.mark.parametrize(
    ("code", "fix"),
    [
        ("agent-context-full", Fix.NEW_TOPIC),
        ("agent-limit-reached", Fix.OPEN_AGENT_SETTINGS),
        ("agent-refused", Fix.OPEN_AGENT_SETTINGS),
    ],
)
async def test_what_a_model_refuses_is_told_with_a_next_step(tmp_path: Path, code: str, fix: Fix) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use_model(pilot)
        pilot.models.model.failure = AnswerFailed(code=code)
        finished = await typed(pilot, "please list all the timers")
        assert (finished.outcome, finished.error_code, finished.fix) == (TurnOutcome.FAILED, code, fix)
        assert pilot.told(CallEnded) == []
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.text, row.error_code) == ("please list all the timers", code)


async def test_after_a_model_has_acted_nobody_acts_in_its_place(tmp_path: Path) -> None:
    async def calls_and_is_gone(_request: TurnRequest, door: ToolDoor, _tell: Tell) -> str:
        await door.call(ToolRef(IntegrationId("org.voxnotch.clock"), "get_time"), {})
        raise AnswerFailed(code="agent-server-gone")

    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use_model(pilot)
        pilot.models.model.script = calls_and_is_gone
        finished = await typed(pilot, "please list all the timers")
        assert (finished.error_code, finished.route) == ("agent-server-gone", AnswerRoute.MODEL)
        assert [one.ref.tool for one in pilot.told(CallEnded)] == ["get_time"]


async def test_a_router_whose_files_are_missing_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_router: Router, _request: RouteRequest) -> Routed:
        raise ModelMissing(place="wordllama")

    monkeypatch.setattr(Router, "route", missing)
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        finished = await typed(pilot, "please list all the timers")
        assert (finished.error_code, finished.fix) == ("agent-router-broken", Fix.OPEN_AGENT_SETTINGS)


async def test_words_that_only_end_the_topic_are_no_turn_in_history(tmp_path: Path) -> None:
    async with flying(tmp_path, "new topic") as pilot:
        await typed(pilot, "New topic.")
        await spoken(pilot)
        rows, _ = await pilot.history.page("", None, 10)
        assert rows == ()


async def test_a_stopped_answer_keeps_the_words_that_were_shown(tmp_path: Path) -> None:
    async def talks_on(_request: TurnRequest, _door: ToolDoor, tell: Tell) -> str:
        await tell("Half an answer")
        await anyio.sleep_forever()
        return ""

    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        pilot.models.model.script = talks_on
        turn_id = type_to(pilot, "explain everything")
        await pilot.see(AnswerGrew)
        pilot.core.submit(CancelTurn())
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.CANCELLED
        row = await pilot.history.get(turn_id)
        assert row is not None
        assert (row.outcome, row.answer) == (TurnOutcome.CANCELLED, "Half an answer")


async def test_an_answer_is_spoken_as_the_settings_say(tmp_path: Path) -> None:
    async with flying(tmp_path, "one", "two") as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        await spoken(pilot)
        await pilot.change(agent__speak="when-spoken")
        heard = await spoken(pilot)
        await pilot.see(SpeakingChanged, lambda one: one.turn_id is None)
        await typed(pilot, "three")
        await ended(pilot, type_to(pilot, "four", speak=True))
        await pilot.until(lambda: len(pilot.narrator.spoken) == 2)
        assert [one.text for one in pilot.narrator.spoken] == ["You said two.", "You said four."]
        assert pilot.told(SpeakingChanged)[0].turn_id == heard.turn_id


async def test_a_card_without_words_is_said_as_a_sentence_but_never_that_of_one_who_sounds_himself(
    tmp_path: Path,
) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.change(agent__speak="always")
        await install(pilot, bundled("showcase"))
        await typed(pilot, "show the weather card")
        await pilot.until(lambda: len(pilot.narrator.spoken) == 1)


@pytest.mark.clause("V-2.21")
async def test_what_sounds_by_itself_is_not_spoken(tmp_path: Path) -> None:
    folder = own_copy("showcase", tmp_path)
    change_manifest(folder, lambda manifest: manifest.update(ownsAudio=True))
    async with flying(tmp_path) as pilot:
        await pilot.change(agent__speak="always")
        await install(pilot, folder)
        await typed(pilot, "show the weather card")
        await use_model(pilot)
        pilot.models.model.script = echoes
        await typed(pilot, "something else")
        await pilot.until(lambda: len(pilot.narrator.spoken) == 1)
        assert pilot.narrator.spoken[0].text == "You said something else."


@pytest.mark.fault("A58")
async def test_the_microphone_opens_for_a_follow_up_only_after_the_voice_has_ended(tmp_path: Path) -> None:
    async with flying(tmp_path, "one", "two") as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        await pilot.change(agent__speak="always", agent__follow_up=True)
        pilot.narrator.hold = anyio.Event()
        first = await spoken(pilot)
        await pilot.see(SpeakingChanged, lambda one: one.turn_id == first.turn_id)
        assert pilot.microphone.takes_open == 0
        since = len(pilot.events)
        pilot.narrator.hold.set()
        listening = await pilot.see_stage(Stage.LISTENING, since=since)
        assert pilot.narrator.sounding == ""
        assert not listening.by_key
        pilot.narrator.hold = None
        pilot.say()
        await pilot.heard()
        pilot.speech_is_over = True
        pilot.be_silent()
        assert listening.turn_id is not None
        second = await ended(pilot, listening.turn_id)
        assert second.answer == "You said two"
        assert second.thread_id == first.thread_id


async def test_the_agent_key_silences_the_voice_before_the_microphone_opens(tmp_path: Path) -> None:
    async with flying(tmp_path, "one", "two") as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        await pilot.change(agent__speak="always")
        pilot.narrator.hold = anyio.Event()
        first = await spoken(pilot)
        await pilot.see(SpeakingChanged, lambda one: one.turn_id == first.turn_id)
        since = len(pilot.events)
        second = await spoken(pilot)
        told = [one for one in pilot.events[since:] if isinstance(one, SpeakingChanged | StageChanged)]
        assert told[0] == SpeakingChanged(None)
        assert second.answer == "You said two"


async def test_the_voice_stops_on_wish_and_its_failure_is_told_once(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("an answer was not spoken")
    async with flying(tmp_path) as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        await pilot.change(agent__speak="always")
        pilot.narrator.hold = anyio.Event()
        first = await typed(pilot, "one")
        await pilot.see(SpeakingChanged, lambda one: one.turn_id == first.turn_id)
        pilot.core.submit(StopSpeaking())
        await pilot.see(SpeakingChanged, lambda one: one.turn_id is None)
        pilot.narrator.hold = None
        pilot.narrator.failure = NarratorFailed("no sound")
        await typed(pilot, "two")
        notice = await pilot.see(Notice)
        assert (notice.code, notice.place) == (NoticeCode.NOT_SPOKEN, "narrator-failed")


async def test_a_follow_up_that_nobody_takes_leaves_no_trace(tmp_path: Path) -> None:
    async with flying(tmp_path, "one", "") as pilot:
        await use_model(pilot)
        pilot.models.model.script = echoes
        await pilot.change(agent__speak="always", agent__follow_up=True)
        first = await spoken(pilot)
        listening = await pilot.see(StageChanged, lambda one: one.stage is Stage.LISTENING and not one.by_key)
        pilot.be_silent(4)
        await pilot.heard()
        pilot.speech_is_over = True
        pilot.be_silent()
        assert listening.turn_id is not None
        assert (await ended(pilot, listening.turn_id)).outcome is TurnOutcome.CANCELLED
        rows, _ = await pilot.history.page("", None, 10)
        assert [row.turn_id for row in rows] == [first.turn_id]
        assert await pilot.takes.stray() == (first.turn_id,)
