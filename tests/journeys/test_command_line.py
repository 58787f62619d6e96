"""A running Voxnotch notices what the command line, another process, changes about integrations (V-17.16)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import anyio
import pytest

from app.domain.calls import CallClass, IntegrationId, ToolRef, new_call_id
from app.domain.integrations import ServerStatus
from app.domain.messages import CallEnded, CallTool, IntegrationsChanged
from app.settings.paths import resources_folder
from tests.journeys.pilot import flying

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NOTES = IntegrationId("org.voxnotch.notes")


async def command(home: Path, *arguments: str) -> None:
    """Run a command as a person would, in a process of its own."""
    environment = {**os.environ, "VOXNOTCH_HOME": str(home)}
    program = [sys.executable, "-m", "app", "integrations", *arguments]
    with anyio.fail_after(30):
        done = await anyio.run_process(program, env=environment, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.clause("V-17.1", "V-17.16")
async def test_a_running_core_follows_add_and_remove_of_the_command_line(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        since = len(pilot.events)
        await command(tmp_path, "add", str(resources_folder() / "integrations" / "notes"), "--yes")
        await pilot.see(
            IntegrationsChanged,
            lambda event: (
                [(one.integration_id, one.status) for one in event.pages] == [(NOTES, ServerStatus.CONNECTED)]
            ),
            since=since,
        )
        wanted = CallTool(new_call_id(), ToolRef(NOTES, "list_notes"), {})
        done = await pilot.ask(wanted, CallEnded)
        assert done.failure is None

        since = len(pilot.events)
        await command(tmp_path, "remove", "notes", "--yes")
        await pilot.see(IntegrationsChanged, lambda event: event.pages == (), since=since)
        gone = await pilot.ask(CallTool(new_call_id(), ToolRef(NOTES, "list_notes"), {}), CallEnded)
        assert gone.failure is not None
        assert gone.failure.kind is CallClass.NOT_CONNECTED
