"""An integration from the folder to the card: installed, called, asked about, answered; real servers throughout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.calls import AskFor, CallClass, Pill, Sound, Tier, ToolRef
from app.domain.integrations import LogSource
from app.domain.messages import (
    AnswerInWords,
    AnswerQuestion,
    CancelCall,
    EditQuestion,
    HistoryChanged,
    HotkeyAction,
    IntegrationLog,
    Notice,
    NoticeCode,
    PlaySound,
    QuestionAsked,
    QuestionRefused,
    QuestionRemark,
    RequestIntegrationLog,
    RetryTurn,
    RouteSentence,
    SentenceRouted,
    SetAskFor,
    SetIntegrationEnabled,
    SetPill,
    SettingsChanged,
)
from tests.journeys.integration_stage import (
    NOTES,
    SHOWCASE,
    bundled,
    call,
    change_manifest,
    ended,
    install,
    own_copy,
    page,
    run,
)
from tests.journeys.pilot import Pilot, flying

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

MILK = {"title": "Milk", "text": "two litres"}


def notes_of(pilot: Pilot) -> list[str]:
    return [one.read_text("utf-8") for one in pilot.paths.integration_data.rglob("*.md")]


@pytest.mark.clause("V-8.31", "V-8.32")
async def test_from_a_folder_to_a_confirmed_call_and_a_card(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        shown = await install(pilot, bundled("notes"))
        assert shown.name == "Notes"
        wanted = call("create_note", MILK)
        asked = await pilot.ask(wanted, QuestionAsked)
        assert asked.question.integration_name == "Notes"
        await pilot.until(lambda: HotkeyAction.CARD in pilot.hotkeys.bound)
        pilot.core.submit(AnswerQuestion(wanted.call_id, approved=True, arguments={"title": "Milk", "text": "three"}))
        done = await ended(pilot, wanted.call_id)
        assert done.failure is None
        assert done.card is not None
        await pilot.until(lambda: HotkeyAction.CARD not in pilot.hotkeys.bound)
        assert ["three" in one for one in notes_of(pilot)] == [True]


async def test_a_no_runs_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        wanted = call("create_note", MILK)
        await pilot.ask(wanted, QuestionAsked)
        pilot.core.submit(AnswerQuestion(wanted.call_id, approved=False))
        failure = (await ended(pilot, wanted.call_id)).failure
        assert failure is not None
        assert failure.kind is CallClass.DECLINED
        assert notes_of(pilot) == []


async def test_a_yes_in_words_means_what_the_card_shows(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        wanted = call("create_note", MILK)
        await pilot.ask(wanted, QuestionAsked)
        early = await pilot.ask(AnswerInWords("yes", began_at_s=pilot.now_s - 1), QuestionRefused)
        assert early.remark is QuestionRemark.SAID_TOO_EARLY
        other = await pilot.ask(AnswerInWords("what a day", began_at_s=pilot.now_s + 1), QuestionRefused)
        assert other.remark is QuestionRemark.NOT_AN_ANSWER
        pilot.core.submit(EditQuestion(wanted.call_id, {"title": "Milk", "text": "from the card"}))
        pilot.core.submit(AnswerInWords("yes", began_at_s=pilot.now_s + 1))
        assert (await ended(pilot, wanted.call_id)).failure is None
        assert ["from the card" in one for one in notes_of(pilot)] == [True]


async def test_a_call_that_is_cancelled_ends_and_the_next_one_is_fine(
    tmp_path: Path, expected_log: Callable[[str], None]
) -> None:
    expected_log("came twice")
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("showcase"))
        slow = call("answer_slowly", {"seconds": 30}, SHOWCASE)
        pilot.core.submit(slow)
        pilot.core.submit(slow)  # the same one again is no second call
        pilot.core.submit(CancelCall(slow.call_id))
        failure = (await ended(pilot, slow.call_id)).failure
        assert failure is not None
        assert failure.kind is CallClass.DECLINED
        quick = await run(pilot, call("answer_slowly", {"seconds": 0}, SHOWCASE))
        assert quick.failure is None


@pytest.mark.clause("V-7.2", "V-7.3", "V-7.11", "V-7.15", "V-7.16")
async def test_what_is_asked_about_follows_pill_page_and_settings(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        listed = (await page(pilot, NOTES, lambda one: bool(one.actions))).actions
        tiers = {action.name: (action.tier, action.pill, action.answer) for action in listed}
        assert tiers["list_notes"] == (Tier.READS, None, Pill.ALLOW)
        assert tiers["delete_note"] == (Tier.DESTRUCTIVE, None, Pill.ASK)
        # The pill of one tool
        pilot.core.submit(SetPill(ToolRef(NOTES, "list_notes"), Pill.ASK))
        await page(pilot, NOTES, lambda one: any(a.name == "list_notes" and a.pill is Pill.ASK for a in one.actions))
        asked = await pilot.ask(call("list_notes", {}), QuestionAsked)
        assert [demand.source for demand in asked.question.demands] == ["V-7.2"]
        pilot.core.submit(AnswerQuestion(asked.question.call_id, approved=False))
        pilot.core.submit(SetPill(ToolRef(NOTES, "list_notes"), None))
        await page(pilot, NOTES, lambda one: all(a.pill is None for a in one.actions))
        assert (await run(pilot, call("list_notes", {}))).failure is None
        # Its own setting, then the general one
        pilot.core.submit(SetAskFor(NOTES, AskFor.EVERYTHING))
        await page(pilot, NOTES, lambda one: all(a.answer is Pill.ASK for a in one.actions))
        pilot.core.submit(SetAskFor(NOTES, None))
        await page(pilot, NOTES, lambda one: any(a.answer is Pill.ALLOW for a in one.actions))
        assert isinstance(await pilot.change(integrations__ask_for="everything"), SettingsChanged)
        await page(pilot, NOTES, lambda one: all(a.answer is Pill.ASK for a in one.actions))


@pytest.mark.clause("V-6.34")
async def test_a_typed_sentence_shows_what_it_would_reach_and_runs_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        routed = await pilot.ask(RouteSentence(7, "Make a note called Shopping"), SentenceRouted)
        best = routed.intents[0]
        assert (routed.request, best.tool.tool, best.would_win) == (7, "create_note", True)
        assert best.arguments == {"title": "Shopping"}
        assert "notes__create_note" in {tool.effective_name for tool in routed.tools}
        nothing = await pilot.ask(RouteSentence(8, "the weather is nice"), SentenceRouted)
        assert nothing.intents == ()
        assert notes_of(pilot) == []


@pytest.mark.clause("V-18.7")
async def test_what_a_server_says_is_in_its_log(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("showcase"))
        await run(pilot, call("answer_badly", {"case": "stderr_flood"}, SHOWCASE))
        log = await pilot.ask(RequestIntegrationLog(3, SHOWCASE), IntegrationLog)
        assert LogSource.STDERR in {line.source for line in log.lines}
        unknown = await pilot.ask(RequestIntegrationLog(4, NOTES), IntegrationLog)
        assert unknown.lines == ()


@pytest.mark.clause("V-1.5", "V-9.27")
async def test_what_was_repaired_in_manifest_and_card_is_in_the_log_with_its_path(tmp_path: Path) -> None:
    folder = own_copy("showcase", tmp_path)
    change_manifest(folder, lambda manifest: manifest.update(publisher="Ann"))
    async with flying(tmp_path / "home") as pilot:
        await install(pilot, folder)
        await run(pilot, call("show_bad_card", {"case": "unknown_block"}, SHOWCASE))
        log = await pilot.ask(RequestIntegrationLog(3, SHOWCASE), IntegrationLog)
        host = [line.text for line in log.lines if line.source is LogSource.HOST]
        assert "manifest: $.publisher: repaired (publisher-as-text: Ann) V-2.8" in host
        assert [line for line in host if line.startswith("result of show_bad_card: $._voiceos_glance.blocks[")]


@pytest.mark.clause("V-2.23")
async def test_its_words_are_expected_by_recognition_while_it_is_switched_on(tmp_path: Path) -> None:
    async with flying(tmp_path, "one", "again", "two") as pilot:
        await install(pilot, bundled("notes"))
        await pilot.change(text__vocabulary=["Voxnotch"])
        await pilot.dictate()
        assert pilot.transcriber.options[-1].vocabulary == ("Voxnotch", "Markdown")
        await pilot.ask(RetryTurn(await pilot.keep("so so")), HistoryChanged)
        assert pilot.transcriber.options[-1].vocabulary == ("Voxnotch", "Markdown")
        pilot.core.submit(SetIntegrationEnabled(NOTES, enabled=False))
        await page(pilot, NOTES, lambda one: not one.enabled)
        await pilot.dictate()
        assert pilot.transcriber.options[-1].vocabulary == ("Voxnotch",)


@pytest.mark.clause("V-6.32")
async def test_a_sound_in_a_result_plays_when_the_person_asks_for_it(
    tmp_path: Path, expected_log: Callable[[str], None]
) -> None:
    expected_log("could not be done")
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("showcase"))
        done = await run(pilot, call("answer_badly", {"case": "many_kinds"}, SHOWCASE))
        assert len(done.sounds) == 1
        assert len(done.pictures) == 1
        pilot.core.submit(PlaySound(done.sounds[0]))
        await pilot.until(lambda: len(pilot.cues.files) == 1)
        await pilot.until(lambda: not pilot.cues.files[0].exists())
        wrong = await pilot.ask(PlaySound(Sound("audio/wav", b"nothing")), Notice)
        assert (wrong.code, wrong.place) == (NoticeCode.FAILED, "audio-unreadable")
