"""A remote server from its address to a call, signed in to and out of, seen from outside the core."""

from __future__ import annotations

import logging
from pathlib import Path

import keyring
import keyring.core
import pytest

from app.bootstrap import integrations as composition
from app.domain.installs import Source, SourceKind
from app.domain.integrations import IntegrationPage, RemarkCode, ServerStatus
from app.domain.messages import (
    CommitInstall,
    InstallEnded,
    InstallPlanned,
    IntegrationsChanged,
    PlanInstall,
    RemoveIntegration,
    SignIn,
    SignOut,
)
from app.extensions.secrets import GRANT_ENTRY
from tests.journeys.integration_stage import bundled, call, change_manifest, own_copy, page, pages, run
from tests.journeys.pilot import flying
from tests.unit.extensions.secret_service import MemoryKeyring
from tests.unit.integrations.sign_in_server import Browser, SignInServer, protected

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def key_store(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    backend = MemoryKeyring()
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    keyring.set_keyring(backend)
    return backend


def files_with(words: list[str], folder: Path) -> list[Path]:
    files = [one for one in folder.rglob("*") if one.is_file()]
    return [one for one in files if any(word.encode() in one.read_bytes() for word in words)]


@pytest.mark.clause("V-3.12", "V-3.13", "V-5.17", "V-17.1")
async def test_an_address_is_installed_signed_in_to_called_and_removed(
    tmp_path: Path, key_store: MemoryKeyring, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="app")
    server, browser = SignInServer(), Browser()
    monkeypatch.setattr(composition, "open_in_browser", browser.open)
    async with protected(server) as url, flying(tmp_path) as pilot:
        planned = await pilot.ask(PlanInstall(1, Source(SourceKind.REMOTE, url)), InstallPlanned)
        ended = await pilot.ask(CommitInstall(planned.plan.plan_id, {}), InstallEnded)
        here = ended.integration
        shown = await page(pilot, here, lambda one: one.status is ServerStatus.NEEDS_SIGN_IN)
        assert (shown.signs_in, shown.signed_in, browser.opened) == (True, False, [])

        pilot.core.submit(SignIn(here))

        def connected(one: IntegrationPage) -> bool:
            return one.status is ServerStatus.CONNECTED and one.signed_in

        shown = await page(pilot, here, connected)
        assert shown.signs_in
        done = await run(pilot, call("echo", {"text": "hello"}, here))
        assert done.failure is None
        assert list(key_store.kept) == [(f"voxnotch:{here}", GRANT_ENTRY)]

        pilot.core.submit(SignOut(here))
        await page(pilot, here, lambda one: one.status is ServerStatus.NEEDS_SIGN_IN and not one.signed_in)
        assert (key_store.kept, len(server.revoked)) == ({}, 2)

        pilot.core.submit(SignIn(here))
        await page(pilot, here, connected)
        pilot.core.submit(RemoveIntegration(here))
        await pilot.until(lambda: pages(pilot) == ())
        assert key_store.kept == {}
    assert pilot.told(IntegrationsChanged)
    assert files_with(server.given, tmp_path) == []
    ours = "\n".join(one.getMessage() for one in caplog.records if not one.name.startswith("mcp.server"))
    assert [token for token in server.given if token in ours] == []


@pytest.mark.clause("V-5.17")
async def test_a_local_integration_with_a_sign_in_of_its_own_says_so(tmp_path: Path) -> None:
    folder = own_copy("notes", tmp_path)
    field = {"key": "ACCOUNT", "label": "Account", "secret": False}
    change_manifest(folder, lambda manifest: manifest.update({"auth": {"kind": "oauth2", "fields": [field]}}))
    assert bundled("notes") != folder
    async with flying(tmp_path / "home") as pilot:
        planned = await pilot.ask(PlanInstall(1, Source(SourceKind.FOLDER, str(folder))), InstallPlanned)
        ended = await pilot.ask(CommitInstall(planned.plan.plan_id, {}), InstallEnded)
        shown = await page(pilot, ended.integration, lambda one: one.status is ServerStatus.CONNECTED)
    assert not shown.signs_in
    assert [one.code for one in shown.remarks] == [RemarkCode.SIGNS_IN_BY_ITSELF]
    assert [one.name for one in shown.fields] == ["ACCOUNT"]
