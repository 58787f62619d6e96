"""An integration from the folder to the card: installed, called, asked about, answered, removed; real servers throughout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from app.domain.calls import CallClass, CallId, IntegrationId, ToolRef, new_call_id
from app.domain.installs import Source, SourceKind
from app.domain.integrations import IntegrationPage, ServerStatus
from app.domain.messages import (
    AnswerQuestion,
    CallEnded,
    CallTool,
    CommitInstall,
    HotkeyAction,
    InstallEnded,
    InstallPlanned,
    IntegrationsChanged,
    PlanInstall,
    QuestionAsked,
)
from app.settings.paths import resources_folder
from tests.journeys.pilot import Pilot, flying

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NOTES = IntegrationId("org.voxnotch.notes")


async def install(pilot: Pilot, name: str = "notes") -> IntegrationPage:
    """Install a bundled integration and wait until its server is there."""
    source = Source(SourceKind.FOLDER, str(resources_folder() / "integrations" / name))
    planned = await pilot.ask(PlanInstall(1, source), InstallPlanned)
    assert not planned.plan.refused
    ended = await pilot.ask(CommitInstall(planned.plan.plan_id), InstallEnded)
    assert ended.error_code == ""
    return await page(pilot, ended.integration, lambda one: one.status is ServerStatus.CONNECTED)


async def page(
    pilot: Pilot, integration: IntegrationId, fits: Callable[[IntegrationPage], bool] = lambda _page: True
) -> IntegrationPage:
    """Return the first page of an integration that fits, from the latest on."""
    told = pilot.told(IntegrationsChanged)
    since = max((pilot.events.index(one) for one in told[-1:]), default=0)

    def found(event: IntegrationsChanged) -> bool:
        return any(one.integration_id == integration and fits(one) for one in event.pages)

    event = await pilot.see(IntegrationsChanged, found, since=since)
    return next(one for one in event.pages if one.integration_id == integration)


def call(tool: str, arguments: Mapping[str, object], integration: IntegrationId = NOTES) -> CallTool:
    return CallTool(new_call_id(), ToolRef(integration, tool), arguments)


async def ended(pilot: Pilot, call_id: CallId) -> CallEnded:
    return await pilot.see(CallEnded, lambda event: event.call_id == call_id)


async def test_from_a_folder_to_a_confirmed_call_and_a_card(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        shown = await install(pilot)
        assert shown.name == "Notes"
        wanted = call("create_note", {"title": "Milk", "text": "two litres"})
        asked = await pilot.ask(wanted, QuestionAsked)
        assert asked.question.integration_name == "Notes"
        await pilot.until(lambda: HotkeyAction.CARD in pilot.hotkeys.bound)
        pilot.core.submit(AnswerQuestion(wanted.call_id, approved=True, arguments={"title": "Milk", "text": "three"}))
        done = await ended(pilot, wanted.call_id)
        assert done.failure is None
        assert done.card is not None
        await pilot.until(lambda: HotkeyAction.CARD not in pilot.hotkeys.bound)
        kept = [one.read_text("utf-8") for one in pilot.paths.integration_data.rglob("*.md")]
        assert len(kept) == 1
        assert "three" in kept[0]


async def test_a_no_runs_nothing(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot)
        wanted = call("create_note", {"title": "Milk", "text": "two litres"})
        await pilot.ask(wanted, QuestionAsked)
        pilot.core.submit(AnswerQuestion(wanted.call_id, approved=False))
        done = await ended(pilot, wanted.call_id)
        assert done.failure is not None
        assert done.failure.kind is CallClass.DECLINED
        assert not [*pilot.paths.integration_data.rglob("*.md")]
