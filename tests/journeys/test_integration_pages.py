"""The page of an integration: its switches, setup, reload, update and removal, seen from outside the core."""

from __future__ import annotations

import ctypes
import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path

import keyring
import keyring.core
import pytest
from keyring.errors import KeyringLocked

from app.domain.calls import CallClass
from app.domain.installs import GrowthKind, Source, SourceKind
from app.domain.integrations import IntegrationPage, RemarkCode, ServerStatus
from app.domain.messages import (
    CommitInstall,
    ConfigureIntegration,
    ConnectionTested,
    DiscardInstall,
    InstallEnded,
    InstallPlanned,
    IntegrationsChanged,
    Notice,
    NoticeCode,
    PlanInstall,
    ReloadIntegration,
    RemoveIntegration,
    RestartIntegration,
    SetIntegrationEnabled,
    SetReloadByItself,
    SetShortName,
    SettingsChanged,
    SetTranscriptAccess,
    TestConnection,
)
from app.runtime import integrations
from app.settings import file_changes
from tests.journeys.integration_stage import (
    NOTES,
    SHOWCASE,
    Manifest,
    bundled,
    call,
    change_manifest,
    install,
    own_copy,
    page,
    pages,
    run,
)
from tests.journeys.pilot import flying
from tests.unit.extensions.secret_service import MemoryKeyring

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ExpectLog = Callable[[str], None]


@pytest.fixture
def key_store(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    backend = MemoryKeyring()
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    keyring.set_keyring(backend)
    return backend


def files_with(text: str, folder: Path) -> list[Path]:
    return [one for one in folder.rglob("*") if one.is_file() and text.encode() in one.read_bytes()]


def connected(one: IntegrationPage) -> bool:
    return one.status is ServerStatus.CONNECTED


@pytest.mark.clause("V-17.14")
async def test_switched_off_it_is_stopped_and_its_tools_are_gone(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        pilot.core.submit(SetIntegrationEnabled(NOTES, enabled=False))
        shown = await page(pilot, NOTES, lambda one: one.status is ServerStatus.STOPPED)
        assert not shown.enabled
        failure = (await run(pilot, call("list_notes", {}))).failure
        assert failure is not None
        assert failure.kind is CallClass.NOT_CONNECTED
        pilot.core.submit(SetIntegrationEnabled(NOTES, enabled=True))
        await page(pilot, NOTES, connected)
        pilot.core.submit(RestartIntegration(NOTES))
        await page(pilot, NOTES, lambda one: not connected(one))
        await page(pilot, NOTES, connected)


async def test_switches_are_kept_over_a_restart_of_the_host(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await install(pilot, bundled("showcase"))
        pilot.core.submit(SetTranscriptAccess(NOTES, allowed=False))
        pilot.core.submit(SetShortName(NOTES, "jotter"))
        pilot.core.submit(SetShortName(SHOWCASE, " Jotter!"))
        await page(pilot, NOTES, lambda one: one.short_name == "jotter" and not one.transcript_access)
        await page(pilot, SHOWCASE, lambda one: one.short_name == "jotter_2")
    async with flying(tmp_path) as pilot:
        shown = await page(pilot, NOTES, connected)
        assert (shown.short_name, shown.transcript_access) == ("jotter", False)
        assert shown.actions[0].effective_name.startswith("jotter__")
        assert [one.integration_id for one in pages(pilot)] == [NOTES, SHOWCASE]


@pytest.mark.clause("V-5.15", "V-5.19")
async def test_setup_is_tried_saved_and_used_and_secrets_are_in_the_key_store_alone(
    tmp_path: Path, key_store: MemoryKeyring
) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("showcase"))
        secret = "correct horse battery"
        tried = await pilot.ask(TestConnection(5, SHOWCASE, {"GREETING": "Good day"}), ConnectionTested)
        assert (tried.failure, tried.tool_count > 5) == (None, True)
        refused = await pilot.ask(TestConnection(6, SHOWCASE, {"BAD_START": "exit"}), ConnectionTested)
        assert refused.failure is CallClass.SERVER_EXITED
        assert key_store.kept == {}
        pilot.core.submit(ConfigureIntegration(SHOWCASE, {"GREETING": "Good day", "SECRET_WORD": secret}))
        shown = await page(pilot, SHOWCASE, lambda one: "SECRET_WORD" in one.stored_secrets)
        assert shown.values == {"GREETING": "Good day"}
        await page(pilot, SHOWCASE, connected)
        assert secret in key_store.kept.values()
        done = await run(pilot, call("show_setup", {}, SHOWCASE))
        assert str(len(secret)) in str(done.card)
        pilot.core.submit(ConfigureIntegration(SHOWCASE, {"SECRET_WORD": ""}))
        await page(pilot, SHOWCASE, lambda one: not one.stored_secrets)
        assert key_store.kept == {}
    assert files_with(secret, tmp_path) == []


async def test_without_a_key_store_a_secret_may_be_kept_until_quit(
    tmp_path: Path, key_store: MemoryKeyring, expected_log: ExpectLog
) -> None:
    expected_log("could not be done")
    key_store.failure = KeyringLocked()
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("showcase"))
        notice = await pilot.ask(ConfigureIntegration(SHOWCASE, {"SECRET_WORD": "sesame open"}), Notice)
        assert (notice.code, notice.place) == (NoticeCode.FAILED, "key-store-locked")
        pilot.core.submit(ConfigureIntegration(SHOWCASE, {"SECRET_WORD": "sesame open"}, until_quit=True))
        shown = await page(pilot, SHOWCASE, lambda one: bool(one.stored_secrets))
        assert RemarkCode.SECRET_UNTIL_QUIT in {remark.code for remark in shown.remarks}


@pytest.mark.clause("V-17.8", "V-17.11", "V-17.12")
async def test_a_reload_takes_what_is_less_and_asks_for_what_is_more(tmp_path: Path) -> None:
    folder = own_copy("notes", tmp_path)
    async with flying(tmp_path / "home") as pilot:
        await install(pilot, folder)

        def less(manifest: Manifest) -> None:
            manifest["summary"] = "Fewer things."
            manifest["permissions"] = []

        change_manifest(folder, less)
        await page(pilot, NOTES, lambda one: RemarkCode.FOLDER_CHANGED in {remark.code for remark in one.remarks})
        pilot.core.submit(ReloadIntegration(NOTES))
        shown = await page(pilot, NOTES, lambda one: one.summary == "Fewer things." and connected(one))
        assert (shown.own_data, shown.remarks) == (False, ())

        def more(manifest: Manifest) -> None:
            manifest["permissions"] = [{"kind": "network", "domains": ["notes.example"]}]
            next(tool for tool in manifest["tools"] if tool["name"] == "create_note").pop("confirmation")

        change_manifest(folder, more)
        sheet = (await pilot.ask(ReloadIntegration(NOTES), InstallPlanned)).plan
        assert {growth.kind for growth in sheet.growth} >= {GrowthKind.DOMAIN, GrowthKind.UNCONFIRMED}
        await page(pilot, NOTES, lambda one: one.status is ServerStatus.NEEDS_APPROVAL)
        failure = (await run(pilot, call("list_notes", {}))).failure
        assert failure is not None
        ended = await pilot.ask(CommitInstall(sheet.plan_id), InstallEnded)
        assert ended.error_code == ""
        shown = await page(pilot, NOTES, connected)
        assert shown.domains == ("notes.example",)


@pytest.mark.clause("V-17.8")
async def test_a_reload_of_the_same_manifest_restarts_its_server_alone(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await install(pilot, bundled("showcase"))
        since = len(pilot.events)
        pilot.core.submit(ReloadIntegration(NOTES))
        await page(pilot, NOTES, lambda one: not connected(one))
        await page(pilot, NOTES, connected)
        told = pilot.told(IntegrationsChanged, since=since)
        assert {one.status for event in told for one in event.pages if one.integration_id == SHOWCASE} == {
            ServerStatus.CONNECTED
        }


@pytest.mark.clause("V-17.10")
async def test_a_broken_manifest_changes_nothing_and_is_shown(tmp_path: Path) -> None:
    folder = own_copy("notes", tmp_path)
    async with flying(tmp_path / "home") as pilot:
        await install(pilot, folder)
        change_manifest(folder, lambda manifest: manifest.update(tools=[], version="soon"))
        pilot.core.submit(ReloadIntegration(NOTES))
        shown = await page(pilot, NOTES, lambda one: bool(one.findings) and connected(one))
        assert {finding.path for finding in shown.findings} >= {"$.version"}
        assert (await run(pilot, call("list_notes", {}))).failure is None


@pytest.mark.clause("V-17.9")
async def test_it_reloads_by_itself_where_that_is_switched_on(tmp_path: Path) -> None:
    folder = own_copy("notes", tmp_path)
    async with flying(tmp_path / "home") as pilot:
        await install(pilot, folder)
        pilot.core.submit(SetReloadByItself(NOTES, on=True))
        await page(pilot, NOTES, lambda one: one.reload_by_itself)
        change_manifest(folder, lambda manifest: manifest.update(summary="Anew."))
        shown = await page(pilot, NOTES, lambda one: one.summary == "Anew." and connected(one))
        assert shown.remarks == ()


@pytest.mark.clause("V-17.15")
async def test_a_removed_one_is_gone_and_its_calls_stay_unless_they_are_to_go(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        for with_history in (False, True):
            await install(pilot, bundled("notes"))
            await run(pilot, call("list_notes", {}))
            pilot.core.submit(RemoveIntegration(NOTES, with_history=with_history))
            await pilot.until(lambda: pages(pilot) == ())
            calls, _ = await pilot.core._integrations.parts.journal.page()
            assert len(calls) == (0 if with_history else 1)
        assert bundled("notes").is_dir()
        assert not [*pilot.paths.integration_logs.glob("*")]


async def test_a_sheet_that_is_refused_or_closed_installs_nothing(tmp_path: Path) -> None:
    folder = own_copy("notes", tmp_path)
    async with flying(tmp_path / "home") as pilot:
        planned = await pilot.ask(PlanInstall(1, Source(SourceKind.FOLDER, str(folder))), InstallPlanned)
        pilot.core.submit(DiscardInstall(planned.plan.plan_id))
        ended = await pilot.ask(CommitInstall(planned.plan.plan_id), InstallEnded)
        assert ended.error_code == "install-unknown"
        change_manifest(folder, lambda manifest: manifest.update(id="?"))
        refused = await pilot.ask(PlanInstall(2, Source(SourceKind.FOLDER, str(folder))), InstallPlanned)
        assert (refused.plan.refused, [one.path for one in refused.plan.findings]) == (True, ["$.id"])
        assert (await pilot.see(IntegrationsChanged)).pages == ()
        assert pages(pilot) == ()


@pytest.mark.clause("V-17.3")
async def test_a_server_without_a_manifest_has_the_name_that_the_person_gave(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        line = Source(SourceKind.COMMAND, "MODE=s3cr3t-mode no-such-program-of-voxnotch --stdio")
        sheet = (await pilot.ask(PlanInstall(1, line), InstallPlanned)).plan
        ended = await pilot.ask(CommitInstall(sheet.plan_id, name="Tickets", until_quit=True), InstallEnded)
        shown = await page(pilot, ended.integration, lambda one: one.name == "Tickets")
        assert shown.stored_secrets == {"MODE"}


@pytest.mark.clause("V-17.16")
async def test_what_another_process_installs_appears_by_itself(tmp_path: Path) -> None:
    async with flying(tmp_path / "home") as pilot:
        await install(pilot, bundled("notes"))
        database = sqlite3.connect(pilot.paths.integrations_file)
        with database:
            database.execute("UPDATE installs SET enabled = 0")
        database.close()
        await page(pilot, NOTES, lambda one: one.status is ServerStatus.STOPPED)


async def test_a_store_that_cannot_be_read_runs_nothing_and_says_so(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("cannot be read")
    expected_log("is not cleaned up")
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
    database = sqlite3.connect(pilot.paths.integrations_file)
    with database:
        database.execute("UPDATE installs SET digest = 'other'")
    database.close()
    async with flying(tmp_path) as pilot:
        notice = await pilot.see(Notice, lambda event: event.code is NoticeCode.FAILED)
        assert notice.place == "storage-damaged"
        assert (await pilot.see(IntegrationsChanged)).pages == ()
        failure = (await run(pilot, call("list_notes", {}))).failure
        assert failure is not None


async def test_where_nothing_can_be_watched_what_is_installed_runs_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_log: ExpectLog
) -> None:
    expected_log("is seen late")
    expected_log("changed manifests are not seen")
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
    monkeypatch.setattr(file_changes.ctypes, "CDLL", NoWatches)
    monkeypatch.setattr(integrations, "FOLLOW_AGAIN_S", 0.05)
    async with flying(tmp_path) as pilot:
        await page(pilot, NOTES, connected)
        database = sqlite3.connect(pilot.paths.integrations_file)
        with database:
            database.execute("UPDATE installs SET enabled = 0")
        database.close()
        await page(pilot, NOTES, lambda one: one.status is ServerStatus.STOPPED)


class NoWatches:
    """The system's library when the person has no inotify instance left."""

    def __init__(self, *_: object, **__: object) -> None:
        """Take what ``ctypes.CDLL`` takes."""

    def inotify_init1(self, flags: int) -> int:
        ctypes.set_errno(errno.EMFILE)
        return -1


async def test_a_result_that_cannot_be_deleted_stays_and_the_next_day_comes_all_the_same(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("old calls cannot be deleted")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    async with flying(tmp_path / "home") as pilot:
        pilot.paths.kept_results.mkdir(parents=True)
        (pilot.paths.kept_results / "0000000000000-link").symlink_to(elsewhere)
        (pilot.paths.kept_results / ".stray").touch()
        assert isinstance(await pilot.change(integrations__keep_calls_days=1), SettingsChanged)
        await pilot.core._integrations.prune()
        assert elsewhere.is_dir()


async def test_old_calls_and_results_are_pruned(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("showcase"))
        await run(pilot, call("answer_badly", {"case": "big_text"}, SHOWCASE))
        kept = [*pilot.paths.kept_results.iterdir()]
        assert len(kept) == 1
        journal = pilot.core._integrations.parts.journal
        assert len((await journal.page())[0]) == 1
        pilot.unix_s += 31 * 86_400
        await pilot.core._integrations.prune()
        assert [*pilot.paths.kept_results.iterdir()] == []
        assert (await journal.page())[0] == ()


async def test_a_file_that_another_process_holds_delays_no_key(tmp_path: Path) -> None:
    """A switch waits for its turn at the disk; dictation does not wait for the switch."""
    async with flying(tmp_path, "still here") as pilot:
        await install(pilot, bundled("notes"))
        other = sqlite3.connect(pilot.paths.integrations_file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        pilot.core.submit(SetIntegrationEnabled(NOTES, enabled=False))
        assert (await pilot.dictate()).text == "still here"
        assert pages(pilot)[0].enabled
        other.execute("ROLLBACK")
        other.close()
        await page(pilot, NOTES, lambda one: not one.enabled)
