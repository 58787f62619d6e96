"""Installing what a sheet has shown, and nothing else; two processes at once, and every way in which it may fail."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from dataclasses import replace

import anyio
import pytest

from app.domain.calls import IntegrationId, Pill
from app.domain.errors import InstallFailed, KeyStoreUnavailable, StorageUnavailable
from app.domain.installs import PlanReason, Source, SourceKind
from app.extensions import sheets
from app.extensions.installer import Consent
from tests.unit.domain.manifests import GONE
from tests.unit.extensions.bundles import bundle_bytes, zipped
from tests.unit.extensions.install_stage import HERE, PNG, Stage, stage

__all__ = ["stage"]

pytestmark = pytest.mark.anyio


SHEET_ALONE = Consent()


async def code_of_commit(stage: Stage, plan_id: str, consent: Consent = SHEET_ALONE) -> str:
    with pytest.raises(InstallFailed) as caught:
        await stage.installer.commit(plan_id, {}, consent)
    return caught.value.code


@pytest.mark.clause("V-17.1", "V-17.2", "V-17.17", "V-2.24")
async def test_a_folder_is_installed_in_place_and_its_approved_manifest_is_cached(stage: Stage) -> None:
    folder = stage.folder()
    data = (folder / "voiceos.integration.json").read_bytes()
    record = await stage.install(folder, API_KEY="s3cr3t", region="eu", unknown="x")
    assert record == await stage.record()
    assert (record.folder, record.profile, record.short_name) == (str(folder), "default", "post_office")
    assert (record.manifest_bytes, record.approved_unix_s) == (data, stage.now)
    assert (record.values, record.secret_names) == ({"region": "eu"}, {"API_KEY"})
    assert await stage.secrets.load(HERE, ["API_KEY"]) == {"API_KEY": "s3cr3t"}
    assert record.confirmed == {"send_message"}
    stage.folder("post-office", ("name", "Other"))  # what is written later changes nothing of what is enforced
    assert (await stage.record()).manifest.name == "Post office"
    assert record.icon_path == str(folder / "icon.png")


async def test_no_secret_is_in_any_file(stage: Stage) -> None:
    await stage.install(stage.folder(), API_KEY="s3cr3t-one", pin="s3cr3t-two")
    plan = await stage.installer.plan(Source(SourceKind.COMMAND, "TOKEN=s3cr3t-three node /server.js"))
    await stage.installer.commit(plan.plan_id, {})
    for file in (path for path in stage.home.parent.rglob("*") if path.is_file()):
        assert b"s3cr3t" not in file.read_bytes(), file


@pytest.mark.clause("V-17.3")
async def test_a_command_line_keeps_its_values_in_the_key_store_and_the_sheet_may_change_them(stage: Stage) -> None:
    plan = await stage.installer.plan(Source(SourceKind.COMMAND, "TOKEN=one MODE=two node /server.js"))
    record = await stage.installer.commit(plan.plan_id, {"TOKEN": "three"})
    assert (record.folder, record.has_manifest, record.source.location) == ("", False, "node /server.js")
    assert await stage.secrets.load(record.integration_id, record.secret_names) == {"TOKEN": "three", "MODE": "two"}
    assert (await stage.installer.reload(record.integration_id)).changed is False


@pytest.mark.clause("V-17.3")
async def test_a_server_without_a_manifest_is_called_as_the_person_says_and_keeps_that_name(stage: Stage) -> None:
    line = Source(SourceKind.COMMAND, "node /server.js")
    names = []
    for name in ("", " My \n tickets\ud800 ", "", "x" * 70):
        plan = await stage.installer.plan(line)
        record = await stage.installer.commit(plan.plan_id, {}, name=name)
        assert record == await stage.record(record.integration_id)
        names.append(record.manifest.name)
    assert names == ["server", "My tickets?", "My tickets?", "x" * 59 + "…"]


async def test_a_manifest_keeps_its_own_name_whatever_the_person_calls_it(stage: Stage) -> None:
    plan = await stage.plan(stage.folder())
    record = await stage.installer.commit(plan.plan_id, {"API_KEY": "k"}, name="Something else")
    assert record.manifest.name == "Post office"


@pytest.mark.clause("V-17.2")
async def test_a_packed_file_lives_in_the_data_folder_and_an_update_gets_a_folder_of_its_own(stage: Stage) -> None:
    file = zipped(stage.home / "a.mcpb", {"manifest.json": bundle_bytes(), "icon.png": PNG})
    records = []
    for _ in range(2):
        plan = await stage.installer.plan(Source(SourceKind.PACKED, str(file)))
        records.append(await stage.installer.commit(plan.plan_id, {"api_key": "k"}))
    first, second = records
    assert [path.name for path in stage.paths.packages.iterdir() if path.name.startswith(".")] == []
    assert first.folder != second.folder
    for one in records:
        assert (stage.paths.packages / one.folder / "manifest.json").read_bytes() == bundle_bytes()
    assert (second.fills_in, second.has_manifest) == (True, False)
    assert second.environment["MODE"] == "plain"
    stage.now += 7200
    for folder in stage.paths.packages.iterdir():
        os.utime(folder, (stage.now - 7200, stage.now - 7200))
    await stage.installer.tidy()
    assert [str(path) for path in stage.paths.packages.iterdir()] == [second.folder]


async def test_what_was_shown_is_what_is_stored(stage: Stage) -> None:
    folder = stage.folder()
    plan = await stage.plan(folder)
    stage.folder("post-office", ("permissions.0.domains", ["*"]))
    assert await code_of_commit(stage, plan.plan_id) == "install-changed"
    assert await stage.store.all() == ()
    assert await code_of_commit(stage, plan.plan_id) == "install-unknown"  # the sheet is closed


async def test_a_folder_that_vanished_meanwhile_is_not_installed(stage: Stage) -> None:
    folder = stage.folder()
    plan = await stage.plan(folder)
    shutil.rmtree(folder)
    assert await code_of_commit(stage, plan.plan_id) == "install-gone"
    assert await stage.store.all() == ()


@pytest.mark.clause("V-17.5")
async def test_a_refused_sheet_installs_nothing(stage: Stage) -> None:
    plan = await stage.plan(stage.folder("bad", ("id", "Bad")))
    assert await code_of_commit(stage, plan.plan_id) == "install-refused"
    assert await stage.store.all() == ()


async def test_a_discarded_sheet_leaves_nothing(stage: Stage) -> None:
    file = zipped(stage.home / "a.mcpb", {"manifest.json": bundle_bytes()})
    plan = await stage.installer.plan(Source(SourceKind.PACKED, str(file)))
    assert len(list(stage.paths.packages.iterdir())) == 1
    await stage.plan(stage.folder())
    await stage.installer.tidy()  # a sheet that is open is no leftover
    assert len(list(stage.paths.packages.iterdir())) == 1
    await stage.installer.discard(plan.plan_id)
    await stage.installer.discard(plan.plan_id)
    assert list(stage.paths.packages.iterdir()) == []
    assert await code_of_commit(stage, plan.plan_id) == "install-unknown"


async def test_one_sheet_too_many_closes_the_oldest(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_SHEETS", 2)
    file = zipped(stage.home / "a.mcpb", {"manifest.json": bundle_bytes()})
    plans = [await stage.installer.plan(Source(SourceKind.PACKED, str(file))) for _ in range(3)]
    assert len(list(stage.paths.packages.iterdir())) == 2
    assert await code_of_commit(stage, plans[0].plan_id) == "install-unknown"
    await stage.installer.commit(plans[1].plan_id, {})


@pytest.mark.clause("V-2.22", "V-17.13", "E-4.26")
async def test_a_known_id_is_an_update_that_keeps_place_pills_values_secrets_and_consent(stage: Stage) -> None:
    await stage.install(stage.folder(), API_KEY="one", region="eu")
    await stage.installer.commit((await stage.plan(stage.home / "post-office")).plan_id, {"pin": "1"}, Consent(False))
    await stage.store.revise(HERE, lambda one: replace(one, pills={"send_message": Pill.ASK}, short_name="mail"))
    first = await stage.record()
    stage.now += 1000
    moved = stage.folder("elsewhere", ("name", "Post office 2"), ("auth.fields.1", GONE))
    plan = await stage.plan(moved)
    assert plan.reason is PlanReason.UPDATE
    record = await stage.installer.commit(plan.plan_id, {"API_KEY": ""})
    assert (record.folder, record.manifest.name) == (str(moved), "Post office 2")
    assert (record.approved_unix_s, record.short_name, record.pills) == (
        first.approved_unix_s,
        "mail",
        {"send_message": Pill.ASK},
    )
    assert not record.transcript_access  # an update turns nothing on
    assert (record.values, record.secret_names) == ({}, {"pin"})
    assert await stage.secrets.load(HERE, ["API_KEY", "pin"]) == {"pin": "1"}
    assert len(await stage.store.all()) == 1


@pytest.mark.clause("V-2.22")
async def test_another_id_is_another_integration_with_a_short_name_of_its_own(stage: Stage) -> None:
    await stage.install(stage.folder())
    other = await stage.install(stage.folder("b", ("id", "org.other.post-office")))
    host = await stage.install(stage.folder("c", ("id", "org.other.host")))
    assert [one.short_name for one in (other, host)] == ["post_office_2", "host_2"]
    assert len(await stage.store.all()) == 3


async def test_two_processes_that_install_at_once_both_count(stage: Stage) -> None:
    installers = [stage.another() for _ in range(2)]
    folders = [stage.folder(name, ("id", f"{name}.example.same")) for name in ("a", "b")]
    plans = [
        await one.plan(Source(SourceKind.FOLDER, str(folder))) for one, folder in zip(installers, folders, strict=True)
    ]
    async with anyio.create_task_group() as group:
        for one, plan in zip(installers, plans, strict=True):
            group.start_soon(one.commit, plan.plan_id, {})
    assert sorted(one.short_name for one in await stage.store.all()) == ["same", "same_2"]


async def test_two_processes_that_install_the_same_leave_one_install(stage: Stage) -> None:
    folder = stage.folder()
    other = stage.another()
    plans = [await one.plan(Source(SourceKind.FOLDER, str(folder))) for one in (stage.installer, other)]
    await stage.installer.commit(plans[0].plan_id, {"region": "eu"})
    record = await other.commit(plans[1].plan_id, {"limit": "3"})
    assert record.values == {"region": "eu", "limit": "3"}
    assert await stage.store.all() == (record,)


@pytest.mark.clause("V-17.6", "V-17.7")
async def test_dependencies_are_fetched_after_consent_before_anything_is_stored(stage: Stage) -> None:
    tool = stage.home / "bin" / "npm"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho fetching\nmkdir node_modules\n")
    tool.chmod(0o755)
    stage.environment["PATH"] = f"{tool.parent}:/usr/bin:/bin"
    folder = stage.folder(files={"package.json": '{"dependencies": {"x": "1"}}'})
    plan = await stage.plan(folder)
    await stage.installer.commit(plan.plan_id, {})
    assert not (folder / "node_modules").exists()
    lines: list[str] = []
    plan = await stage.plan(folder)
    await stage.installer.commit(plan.plan_id, {}, Consent(fetch_dependencies=True), lines.append)
    assert lines == ["fetching"]
    assert (folder / "node_modules").is_dir()
    assert (await stage.plan(folder)).dependencies is None


@pytest.mark.clause("V-17.7")
@pytest.mark.parametrize(
    ("script", "code"),
    [("echo broken; exit 1", "dependencies-failed"), ("echo '{}' > voiceos.integration.json", "install-changed")],
)
async def test_a_fetch_that_fails_or_changes_the_manifest_installs_nothing(
    stage: Stage, script: str, code: str
) -> None:
    tool = stage.home / "npm"
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)
    stage.environment["PATH"] = f"{stage.home}:/usr/bin:/bin"
    plan = await stage.plan(stage.folder(files={"package.json": '{"dependencies": {"x": "1"}}'}))
    assert await code_of_commit(stage, plan.plan_id, Consent(fetch_dependencies=True)) == code
    assert await stage.store.all() == ()


async def test_without_a_key_store_a_secret_is_refused_and_the_sheet_stays_open(stage: Stage) -> None:
    plan = await stage.plan(stage.folder())
    stage.keyring.refuses = True
    with pytest.raises(KeyStoreUnavailable):
        await stage.installer.commit(plan.plan_id, {"API_KEY": "s3cr3t"})
    assert await stage.store.all() == ()
    record = await stage.installer.commit(plan.plan_id, {"API_KEY": "s3cr3t"}, Consent(until_quit=True))
    assert record.secret_names == {"API_KEY"}
    assert await stage.secrets.load(HERE, ["API_KEY"]) == {"API_KEY": "s3cr3t"}


async def test_a_full_disk_installs_nothing_and_the_same_sheet_works_when_there_is_room(stage: Stage) -> None:
    data = bundle_bytes(long_description="d" * 9000)
    file = zipped(stage.home / "a.mcpb", {"manifest.json": data})
    plan = await stage.installer.plan(Source(SourceKind.PACKED, str(file)))

    def limit(connection: sqlite3.Connection, more: int) -> None:
        used = int(connection.execute("PRAGMA page_count").fetchone()[0])
        connection.execute(f"PRAGMA max_page_count = {used + more}").fetchone()

    await stage.database.read(lambda connection: limit(connection, 0))
    with pytest.raises(StorageUnavailable) as caught:
        await stage.installer.commit(plan.plan_id, {"api_key": "k"})
    assert caught.value.code == "storage-full"
    assert await stage.store.all() == ()
    assert stage.keyring.kept == {}
    await stage.database.read(lambda connection: limit(connection, 100))
    record = await stage.installer.commit(plan.plan_id, {"api_key": "k"})
    assert record.secret_names == {"api_key"}
    assert record.folder.startswith(str(stage.paths.packages / "mcpb.ann-example.file-reader-"))


async def test_a_damaged_store_installs_and_shows_nothing(stage: Stage) -> None:
    await stage.install(stage.folder())
    await stage.database.write(lambda c: c.execute("UPDATE installs SET digest = 'x'"))
    file = zipped(stage.home / "a.mcpb", {"manifest.json": bundle_bytes()})
    for source in (Source(SourceKind.FOLDER, str(stage.home / "post-office")), Source(SourceKind.PACKED, str(file))):
        with pytest.raises(StorageUnavailable) as caught:
            await stage.installer.plan(source)
        assert caught.value.code == "storage-damaged"
    assert list(stage.paths.packages.iterdir()) == []


async def test_a_cancelled_install_leaves_the_sheet_open(stage: Stage) -> None:
    tool = stage.home / "npm"
    tool.write_text("#!/bin/sh\necho started\nexec sleep 1000\n")
    tool.chmod(0o755)
    stage.environment["PATH"] = f"{stage.home}:/usr/bin:/bin"
    plan = await stage.plan(stage.folder(files={"package.json": json.dumps({"dependencies": {"x": "1"}})}))
    async with anyio.create_task_group() as group:

        async def install() -> None:
            consent = Consent(fetch_dependencies=True)
            await stage.installer.commit(plan.plan_id, {}, consent, lambda _: group.cancel_scope.cancel())

        group.start_soon(install)
    assert await stage.store.all() == ()
    assert (await stage.installer.commit(plan.plan_id, {})).integration_id == HERE


async def test_an_unknown_integration_cannot_be_reloaded_or_removed(stage: Stage) -> None:
    for act in (stage.installer.reload, stage.installer.remove):
        with pytest.raises(InstallFailed) as caught:
            await act(IntegrationId("com.example.nobody"))
        assert caught.value.code == "install-unknown"
