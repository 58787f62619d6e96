"""What journeys with integrations do again and again: install one, wait for its page, call a tool, wait for the end."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from app.domain.calls import CallId, IntegrationId, ToolRef, new_call_id
from app.domain.installs import Source, SourceKind
from app.domain.integrations import IntegrationPage, ServerStatus
from app.domain.messages import (
    CallEnded,
    CallTool,
    CommitInstall,
    InstallEnded,
    InstallPlanned,
    IntegrationsChanged,
    PlanInstall,
)
from app.settings.paths import resources_folder
from tests.journeys.pilot import Pilot

NOTES: Final = IntegrationId("org.voxnotch.notes")
SHOWCASE: Final = IntegrationId("org.voxnotch.showcase")

Manifest = dict[str, Any]


def bundled(name: str) -> Path:
    return resources_folder() / "integrations" / name


def own_copy(name: str, folder: Path) -> Path:
    """Copy a bundled integration to where a test may change it."""
    return Path(shutil.copytree(bundled(name), folder / name))


def change_manifest(folder: Path, change: Callable[[Manifest], None]) -> None:
    file = folder / "voiceos.integration.json"
    manifest = json.loads(file.read_text("utf-8"))
    change(manifest)
    file.write_text(json.dumps(manifest), "utf-8")


async def install(pilot: Pilot, folder: Path, values: Mapping[str, str] | None = None) -> IntegrationPage:
    """Install a folder and wait until its server is there."""
    planned = await pilot.ask(PlanInstall(1, Source(SourceKind.FOLDER, str(folder))), InstallPlanned)
    assert not planned.plan.refused
    ended = await pilot.ask(CommitInstall(planned.plan.plan_id, values or {}), InstallEnded)
    assert ended.error_code == ""
    return await page(pilot, ended.integration, lambda one: one.status is ServerStatus.CONNECTED)


def pages(pilot: Pilot) -> tuple[IntegrationPage, ...]:
    """Return what was told last."""
    return pilot.told(IntegrationsChanged)[-1].pages


async def page(pilot: Pilot, integration: IntegrationId, fits: Callable[[IntegrationPage], bool]) -> IntegrationPage:
    """Return the page of an integration as soon as the last one told fits."""
    found: list[IntegrationPage] = []

    def look() -> bool:
        told = pilot.told(IntegrationsChanged)
        found[:] = [one for one in (told[-1].pages if told else ()) if one.integration_id == integration and fits(one)]
        return bool(found)

    await pilot.until(look)
    return found[0]


def call(tool: str, arguments: Mapping[str, object], integration: IntegrationId = NOTES) -> CallTool:
    return CallTool(new_call_id(), ToolRef(integration, tool), arguments)


async def ended(pilot: Pilot, call_id: CallId) -> CallEnded:
    return await pilot.see(CallEnded, lambda event: event.call_id == call_id)


async def run(pilot: Pilot, wanted: CallTool) -> CallEnded:
    """Call a tool that asks nobody."""
    pilot.core.submit(wanted)
    return await ended(pilot, wanted.call_id)
