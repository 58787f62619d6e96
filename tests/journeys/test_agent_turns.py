"""Agent turns without a model, through the whole core and real servers: intents, the router, and what is asked back."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.calls import CallClass, IntegrationId, Origin
from app.domain.inquiries import InquiryKind, InquiryRemark
from app.domain.integrations import ServerStatus
from app.domain.messages import (
    AnswerAcknowledged,
    AnswerInquiry,
    AnswerQuestion,
    AskAgent,
    CallEnded,
    CancelTurn,
    CloseInquiry,
    Fix,
    HotkeyAction,
    InquiryAsked,
    InquiryClosed,
    Notice,
    NoticeCode,
    QuestionClosed,
    QuestionRefused,
    QuestionRemark,
    RestartIntegration,
    TurnFinished,
    TurnOpened,
    TypingWanted,
)
from app.domain.turn import AnswerRoute, Stage, TurnOutcome
from tests.journeys.agent_stage import ended, question, speak, spoken, type_to, typed
from tests.journeys.integration_stage import bundled, change_manifest, install, own_copy, page
from tests.journeys.pilot import AGENT_KEY, flying

pytestmark = pytest.mark.anyio


@pytest.mark.clause("V-14.23", "V-14.26", "M-7.2")
async def test_a_spoken_intent_is_answered_with_a_card_and_a_row(tmp_path: Path) -> None:
    async with flying(tmp_path, "what time is it in Tokyo") as pilot:
        await install(pilot, bundled("clock"))
        finished = await spoken(pilot)
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.INTENT)
        call = pilot.told(CallEnded)[-1]
        assert call.turn_id == finished.turn_id
        assert call.card is not None
        row = await pilot.history.get(finished.turn_id)
        assert row is not None
        assert (row.text, row.outcome, row.route) == (
            "what time is it in Tokyo",
            TurnOutcome.ANSWERED,
            AnswerRoute.INTENT,
        )
        assert row.thread_id == finished.thread_id == pilot.told(TurnOpened)[-1].thread_id
        kept = await pilot.turn_calls.of(finished.turn_id)
        assert [(one.ref.tool, one.card) for one in kept] == [("get_time", call.card)]
        journal, _ = await pilot.journal()
        assert [(entry.origin, entry.turn_id) for entry in journal] == [(Origin.INTENT, finished.turn_id)]


async def test_a_typed_turn_meets_the_same_agent(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        finished = await typed(pilot, "list my timers")
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.INTENT)
        assert pilot.microphone.takes_open == 0


async def test_the_router_answers_what_no_intent_says(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        finished = await typed(pilot, "please list all the timers")
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.ROUTER)
        assert pilot.told(CallEnded)[-1].ref.tool == "list_timers"


@pytest.mark.clause("V-14.27")
async def test_what_an_intent_says_at_once_is_no_result(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        finished = await typed(pilot, "find notes about milk")
        said = pilot.told(AnswerAcknowledged)
        assert [one.text for one in said] == ["Looking through your notes."]
        assert finished.answer != said[0].text
        assert pilot.events.index(said[0]) < pilot.events.index(pilot.told(CallEnded)[-1])


@pytest.mark.clause("V-14.28")
async def test_an_intent_whose_tool_fails_offers_the_agent_and_runs_nothing_by_itself(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        failed = await typed(pilot, "read the note shopping")
        assert (failed.outcome, failed.error_code, failed.fix) == (TurnOutcome.FAILED, "call-failed", Fix.ASK_AGENT)
        assert len(pilot.told(CallEnded)) == 1
        since = len(pilot.events)
        pilot.core.submit(AskAgent(failed.turn_id))
        again = await pilot.see(TurnFinished, since=since)
        opened = pilot.told(TurnOpened, since=since)[-1]
        assert (opened.text, opened.thread_id) == ("read the note shopping", failed.thread_id)
        assert again.turn_id != failed.turn_id
        assert again.route is not AnswerRoute.INTENT


async def test_asking_the_agent_for_a_turn_that_is_gone_says_so(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        gone = await pilot.keep("bye")
        await pilot.history.delete(gone)
        finished = await pilot.ask(AskAgent(gone), TurnFinished)
        assert (finished.outcome, finished.error_code) == (TurnOutcome.FAILED, "agent-turn-unknown")


async def test_nothing_that_fits_is_said_with_a_next_step(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        finished = await typed(pilot, "tell me a story")
        assert (finished.error_code, finished.fix) == ("agent-no-tools", Fix.OPEN_INTEGRATIONS)
        await install(pilot, bundled("clock"))
        finished = await typed(pilot, "tell me a story about dragons")
        assert (finished.outcome, finished.error_code) == (TurnOutcome.FAILED, "agent-no-match")
        assert finished.fix is Fix.OPEN_AGENT_SETTINGS
        assert pilot.told(CallEnded) == []


async def test_what_does_not_fit_while_servers_start_may_fit_in_a_moment(tmp_path: Path) -> None:
    folder = own_copy("clock", tmp_path)
    async with flying(tmp_path) as pilot:
        await install(pilot, folder)
        (folder / "server.py").write_text("import time; time.sleep(3600)", "utf-8")
        pilot.core.submit(RestartIntegration(IntegrationId("org.voxnotch.clock")))
        await page(pilot, IntegrationId("org.voxnotch.clock"), lambda one: one.status is ServerStatus.STARTING)
        finished = await typed(pilot, "list my timers")
        assert (finished.error_code, finished.fix) == ("agent-starting", Fix.SAY_AGAIN)


@pytest.mark.fault("A31")
@pytest.mark.parametrize("words", ["", "  \n"])
async def test_blank_words_reach_nobody(tmp_path: Path, words: str) -> None:
    async with flying(tmp_path, words) as pilot:
        await install(pilot, bundled("clock"))
        await pilot.change(
            agent__provider="openai-compatible", agent__base_url="http://127.0.0.1:1/v1", agent__model="m"
        )
        heard = await spoken(pilot)
        written = await typed(pilot, words)
        assert heard.outcome is written.outcome is TurnOutcome.NOTHING_HEARD
        assert pilot.models.model.asked == []
        assert pilot.told(TurnOpened) == []
        assert pilot.keys.text == ""


async def test_the_one_value_that_is_missing_is_asked_for_and_taken_by_voice(tmp_path: Path) -> None:
    async with flying(tmp_path, "milk") as pilot:
        await install(pilot, bundled("notes"))
        turn_id = type_to(pilot, "find notes")
        asked = (await pilot.see(InquiryAsked)).inquiry
        assert (asked.turn_id, asked.kind, asked.label) == (turn_id, InquiryKind.VALUE, "query")
        assert asked.tool_title == "Find notes"
        pilot.now_s += 1
        await speak(pilot)
        finished = await ended(pilot, turn_id)
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.ROUTER)
        (entry,), _ = await pilot.journal()
        assert entry.arguments == '{"query":"milk"}'
        assert pilot.told(InquiryClosed)[-1].number == asked.number


async def test_a_value_that_does_not_fit_is_asked_for_again(tmp_path: Path) -> None:
    folder = own_copy("clock", tmp_path)
    change_manifest(folder, _ask_for_minutes)
    async with flying(tmp_path) as pilot:
        await install(pilot, folder)
        turn_id = type_to(pilot, "start a timer for me")
        asked = (await pilot.see(InquiryAsked)).inquiry
        since = len(pilot.events)
        pilot.core.submit(AnswerInquiry(turn_id, asked.number, "soonish"))
        again = (await pilot.see(InquiryAsked, since=since)).inquiry
        assert (again.number, again.remark) == (asked.number, InquiryRemark.NOT_A_VALUE)
        assert pilot.told(InquiryClosed) == []
        pilot.core.submit(AnswerInquiry(turn_id, asked.number, "five"))
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.ANSWERED
        (entry,), _ = await pilot.journal()
        assert entry.arguments == '{"minutes":5}'


def _ask_for_minutes(manifest: dict[str, object]) -> None:
    tools = manifest["tools"]
    assert isinstance(tools, list)
    timer = next(one for one in tools if one["name"] == "start_timer")
    timer["inputSchema"]["required"] = ["minutes"]
    manifest["intents"] = []


async def test_closing_what_is_asked_ends_the_turn_as_cancelled(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        turn_id = type_to(pilot, "find notes")
        asked = (await pilot.see(InquiryAsked)).inquiry
        pilot.core.submit(CloseInquiry(turn_id, asked.number + 1))  # of another inquiry: nothing
        pilot.core.submit(CloseInquiry(turn_id, asked.number))
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.CANCELLED
        assert pilot.told(CallEnded) == []


async def test_a_turn_that_is_stopped_takes_its_inquiry_away(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        turn_id = type_to(pilot, "find notes")
        await pilot.see(InquiryAsked)
        pilot.core.submit(CancelTurn())
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.CANCELLED
        assert pilot.told(InquiryClosed)[-1].turn_id == turn_id


@pytest.mark.clause("V-8.41", "V-8.42")
async def test_a_question_is_confirmed_by_voice_and_only_by_words_said_after_it_was_shown(tmp_path: Path) -> None:
    async with flying(tmp_path, "create a note called plans", "yes") as pilot:
        await install(pilot, bundled("notes"))
        listening = await speak(pilot)
        asked = await question(pilot)
        assert asked.question.tool_title == "Create note"
        await pilot.until(lambda: HotkeyAction.CARD in pilot.hotkeys.bound)
        pilot.now_s += 1
        await speak(pilot)
        assert listening.turn_id is not None
        finished = await ended(pilot, listening.turn_id)
        assert finished.outcome is TurnOutcome.ANSWERED
        assert pilot.told(QuestionClosed)[-1].approved
        assert [one.name for one in pilot.paths.integration_data.rglob("*.md")] == ["plans.md"]
        rows, _ = await pilot.history.page("", None, 10)
        assert [row.text for row in rows] == ["create a note called plans"]  # the "yes" is no turn


@pytest.mark.clause("V-8.44")
async def test_other_speech_is_no_answer_and_a_no_ends_the_call(tmp_path: Path) -> None:
    async with flying(tmp_path, "what a lovely day", "never mind") as pilot:
        await install(pilot, bundled("notes"))
        turn_id = type_to(pilot, "create a note called plans")
        await question(pilot)
        await pilot.until(lambda: HotkeyAction.CARD in pilot.hotkeys.bound)
        pilot.now_s += 1
        await speak(pilot)
        assert (await pilot.see(QuestionRefused)).remark is QuestionRemark.NOT_AN_ANSWER
        await speak(pilot)
        finished = await ended(pilot, turn_id)
        assert pilot.told(CallEnded)[-1].failure is not None
        assert list(pilot.paths.integration_data.rglob("*.md")) == []
        assert [one.failure for one in await pilot.turn_calls.of(finished.turn_id)] == [CallClass.DECLINED]


@pytest.mark.clause("V-8.43")
async def test_a_revision_asks_again_with_what_was_said_instead(tmp_path: Path) -> None:
    folder = own_copy("clock", tmp_path)
    change_manifest(folder, _confirm_timers)
    async with flying(tmp_path, "make it ten minutes") as pilot:
        await install(pilot, folder)
        turn_id = type_to(pilot, "set a timer for five minutes")
        first = await question(pilot)
        assert first.question.arguments == {"minutes": 5}
        await pilot.until(lambda: HotkeyAction.CARD in pilot.hotkeys.bound)
        pilot.now_s += 1
        since = len(pilot.events)
        await speak(pilot)
        second = await question(pilot, since=since)
        assert second.question.call_id != first.question.call_id
        assert second.question.arguments == {"minutes": 10}
        pilot.core.submit(AnswerQuestion(second.question.call_id, approved=True))
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.ANSWERED
        done, declined = (await pilot.journal())[0]
        assert (declined.failure, done.failure) == (CallClass.DECLINED, None)


def _confirm_timers(manifest: dict[str, object]) -> None:
    tools = manifest["tools"]
    assert isinstance(tools, list)
    timer = next(one for one in tools if one["name"] == "start_timer")
    card = {
        "type": "card",
        "title": "Start?",
        "children": [{"type": "textField", "bind": "{{minutes}}", "label": "Minutes"}],
        "footer": [
            {"type": "actions", "items": [{"label": "No", "role": "cancel"}, {"label": "Start", "role": "confirm"}]}
        ],
    }
    timer["confirmation"] = {"schemaVersion": 1, "root": card}


@pytest.mark.clause("V-14.29")
async def test_a_listed_value_that_the_person_edits_is_checked_again(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.change(integrations__ask_for="everything")
        await install(pilot, bundled("showcase"))
        turn_id = type_to(pilot, "show the weather card")
        asked = (await question(pilot)).question
        pilot.core.submit(AnswerQuestion(asked.call_id, approved=True, arguments={"card": "blizzard"}))
        refused = await pilot.see(QuestionRefused)
        assert (refused.remark, [*refused.errors]) == (QuestionRemark.NOT_VALID, ["card"])
        pilot.core.submit(AnswerQuestion(asked.call_id, approved=True, arguments={"card": "travel"}))
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.ANSWERED


async def test_while_the_agent_works_dictation_goes_on_and_its_own_key_is_refused(tmp_path: Path) -> None:
    async with flying(tmp_path, "dictated") as pilot:
        await install(pilot, bundled("showcase"))
        turn_id = type_to(pilot, "please answer slowly 3000 seconds")
        await pilot.see(TurnOpened)
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED
        assert pilot.keys.text == "dictated"
        since = len(pilot.events)
        pilot.hotkeys.tap(*AGENT_KEY)
        assert (await pilot.see(Notice, since=since)).code is NoticeCode.AGENT_BUSY
        refused = await typed(pilot, "list my timers")
        assert (refused.outcome, refused.error_code) == (TurnOutcome.FAILED, "agent-busy")
        pilot.core.submit(CancelTurn())
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.CANCELLED
        await pilot.until(lambda: HotkeyAction.CANCEL not in pilot.hotkeys.bound)


async def test_escape_stops_the_agent(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await pilot.change(hotkeys__cancel_key="once")
        await install(pilot, bundled("showcase"))
        turn_id = type_to(pilot, "please answer slowly 3000 seconds")
        await pilot.until(lambda: HotkeyAction.CANCEL in pilot.hotkeys.bound)
        pilot.hotkeys.tap("escape")
        assert (await ended(pilot, turn_id)).outcome is TurnOutcome.CANCELLED


async def test_the_key_for_writing_opens_the_field(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.hotkeys.tap("ctrl_l", "alt_l", "w")
        await pilot.see(TypingWanted)
        assert pilot.told(TurnOpened) == []


async def test_a_take_that_hears_nothing_opens_no_turn(tmp_path: Path) -> None:
    async with flying(tmp_path, "") as pilot:
        finished = await spoken(pilot)
        assert finished.outcome is TurnOutcome.NOTHING_HEARD
        await pilot.see_stage(Stage.IDLE)
        assert pilot.told(TurnOpened) == []
