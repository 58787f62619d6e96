"""An install that is given up while what it needs is being fetched: the command ends, and nothing is installed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import anyio
import pytest

from app.domain.installs import Source, SourceKind
from app.domain.messages import (
    CommitInstall,
    DiscardInstall,
    InstallEnded,
    InstallPlanned,
    InstallProgressed,
    Notice,
    PlanInstall,
)
from app.settings.paths import resources_folder
from tests.journeys.pilot import flying

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FETCHES = """#!/bin/sh
echo "fetching as $$"
exec sleep 1000
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an integration whose packages are missing, with a ``yarn`` that never ends."""
    place = tmp_path / "integration"
    place.mkdir()
    notes = resources_folder() / "integrations" / "notes" / "voiceos.integration.json"
    manifest = json.loads(notes.read_text("utf-8"))
    del manifest["icon"]
    (place / "voiceos.integration.json").write_text(json.dumps(manifest), "utf-8")
    (place / "package.json").write_text('{"dependencies": {"left": "1"}}', "utf-8")
    (place / "yarn.lock").touch()
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "yarn").write_text(FETCHES, "utf-8")
    (programs / "yarn").chmod(0o755)
    (tmp_path / ".profile").write_text(f'PATH="{programs}:$PATH"\n', "utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/sh")
    return place


@pytest.mark.clause("V-17.6")
async def test_who_cancels_while_something_is_fetched_has_nothing_installed(tmp_path: Path, folder: Path) -> None:
    async with flying(tmp_path / "home") as pilot:
        planned = await pilot.ask(PlanInstall(1, Source(SourceKind.FOLDER, str(folder))), InstallPlanned)
        assert planned.plan.dependencies is not None
        assert planned.plan.dependencies.command == ("yarn", "install")
        plan_id = planned.plan.plan_id
        pilot.core.submit(CommitInstall(plan_id, fetch_dependencies=True))
        line = await pilot.see(InstallProgressed)
        fetching = os.pidfd_open(int(line.line.rsplit(" ", 1)[-1]))
        pilot.core.submit(DiscardInstall(plan_id))
        with anyio.fail_after(10):
            await anyio.wait_readable(fetching)  # it ended
        os.close(fetching)
        refused = await pilot.ask(CommitInstall(plan_id), InstallEnded)
        assert refused.error_code == "install-unknown", "the sheet is closed"
        assert len(pilot.told(InstallEnded)) == 1


async def test_who_presses_install_twice_installs_once_and_is_told_once(tmp_path: Path, folder: Path) -> None:
    async with flying(tmp_path / "home") as pilot:
        planned = await pilot.ask(PlanInstall(1, Source(SourceKind.FOLDER, str(folder))), InstallPlanned)
        pilot.core.submit(CommitInstall(planned.plan.plan_id))
        ended = await pilot.ask(CommitInstall(planned.plan.plan_id), InstallEnded)
        assert ended.error_code == ""
        refused = await pilot.ask(CommitInstall(planned.plan.plan_id), InstallEnded)
        assert refused.error_code == "install-unknown", "the sheet is closed"
        assert len(pilot.told(InstallEnded)) == 2
        assert pilot.told(Notice) == []
