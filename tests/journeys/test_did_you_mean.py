"""Few things that may be meant: shown as options, chosen by a press or by voice, and only then done."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.inquiries import InquiryKind, InquiryRemark
from app.domain.messages import AnswerInquiry, CallEnded, InquiryAsked
from app.domain.turn import AnswerRoute, TurnOutcome
from tests.journeys.agent_stage import ended, speak, type_to
from tests.journeys.integration_stage import bundled, install
from tests.journeys.pilot import flying

pytestmark = pytest.mark.anyio


async def test_what_may_be_meant_is_offered_and_a_press_runs_it(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        turn_id = type_to(pilot, "something about a timer")
        asked = (await pilot.see(InquiryAsked)).inquiry
        assert asked.kind is InquiryKind.CHOICE
        assert 2 <= len(asked.options) <= 3
        assert all(option.detail.startswith("Clock") for option in asked.options)
        assert pilot.told(CallEnded) == []
        titles = [option.label for option in asked.options]
        pilot.core.submit(AnswerInquiry(turn_id, asked.number, option=titles.index("List timers")))
        finished = await ended(pilot, turn_id)
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.ROUTER)
        (entry,), _ = await pilot.journal()
        assert (entry.ref.tool, entry.arguments) == ("list_timers", "{}")


@pytest.mark.parametrize("words", ["the second one", "number two", "{label}"])
async def test_an_option_is_chosen_by_its_place_or_by_its_name(tmp_path: Path, words: str) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        turn_id = type_to(pilot, "something about a timer")
        asked = (await pilot.see(InquiryAsked)).inquiry
        second = asked.options[1].label
        pilot.core.submit(AnswerInquiry(turn_id, asked.number, words.format(label=second)))
        await ended(pilot, turn_id)
        assert [one.tool_title for one in pilot.told(CallEnded)] == [second]


async def test_words_that_name_none_of_them_keep_the_offer_up(tmp_path: Path) -> None:
    async with flying(tmp_path, "hello there") as pilot:
        await install(pilot, bundled("clock"))
        type_to(pilot, "something about a timer")
        await pilot.see(InquiryAsked)
        since = len(pilot.events)
        pilot.now_s += 1
        await speak(pilot)
        again = (await pilot.see(InquiryAsked, since=since)).inquiry
        assert again.remark is InquiryRemark.NOT_A_VALUE
        assert pilot.told(CallEnded) == []
