"""Reloading: what takes effect, what asks first, what is withdrawn; and what a removal leaves."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from app.domain.calls import IntegrationId, Pill
from app.domain.errors import InstallFailed
from app.domain.installs import PlanReason, Source, SourceKind
from app.extensions.carry_over import KEPT_S
from app.extensions.folder_watch import FolderWatch
from app.extensions.install_parts import Reloaded
from app.storage.install_record import InstallRecord
from app.storage.installs import Kept, KeptKind
from tests.unit.domain.manifests import GONE, RICH
from tests.unit.extensions.bundles import bundle, bundle_bytes, zipped
from tests.unit.extensions.install_stage import HERE, Stage, stage

__all__ = ["stage"]

pytestmark = pytest.mark.anyio


def growth_of(reloaded: Reloaded) -> list[tuple[str, str]]:
    return [(one.kind.value, one.what) for one in reloaded.record.growth]


@pytest.mark.clause("V-17.12", "V-17.13", "V-2.24")
async def test_a_harmless_change_takes_effect_at_once_and_keeps_what_a_person_has_set(stage: Stage) -> None:
    await stage.install(stage.folder(), API_KEY="k", region="eu")
    await stage.store.revise(HERE, lambda one: replace(one, pills={"send_message": Pill.ASK}, transcript_access=False))
    unchanged = await stage.installer.reload(HERE)
    assert (unchanged.changed, unchanged.plan) == (False, None)
    stage.folder("post-office", ("name", "New name"), ("permissions.4", GONE), ("hooks.turnComplete", GONE))
    reloaded = await stage.installer.reload(HERE)
    assert (reloaded.changed, reloaded.plan) == (True, None)
    record = await stage.record()
    assert reloaded.record == record
    assert record.manifest.name == "New name"
    assert "store" not in record.manifest.grants.kinds
    assert (record.pills, record.values, record.secret_names) == (
        {"send_message": Pill.ASK},
        {"region": "eu"},
        {"API_KEY"},
    )
    assert not record.transcript_access


@pytest.mark.clause("V-17.11")
async def test_growth_stops_it_and_shows_only_the_differences_until_it_is_approved(stage: Stage) -> None:
    await stage.install(stage.folder("post-office", ("permissions.3", GONE)))
    stage.folder("post-office", ("name", "Grown"))
    reloaded = await stage.installer.reload(HERE)
    assert growth_of(reloaded) == [("permission", "notify")]
    assert not reloaded.record.may_run
    assert reloaded.record.manifest.name == "Post office"
    assert reloaded.plan is not None
    assert (reloaded.plan.reason, reloaded.plan.growth) == (PlanReason.GROWTH, reloaded.record.growth)
    record = await stage.installer.commit(reloaded.plan.plan_id, {})
    assert (record.may_run, record.manifest.name, record.growth) == (True, "Grown", ())


@pytest.mark.clause("V-17.11")
async def test_growth_that_is_taken_back_needs_no_approval_and_a_discarded_sheet_keeps_it_stopped(
    stage: Stage,
) -> None:
    await stage.install(stage.folder("post-office", ("permissions.3", GONE)))
    stage.folder("post-office")
    reloaded = await stage.installer.reload(HERE)
    assert reloaded.plan is not None
    await stage.installer.discard(reloaded.plan.plan_id)
    assert not (await stage.record()).may_run
    stage.folder("post-office", ("permissions.3", GONE))
    assert (await stage.installer.reload(HERE)).record.may_run


@pytest.mark.clause("V-17.11", "V-17.12")
async def test_what_the_same_reload_gives_up_is_gone_at_once_and_stays_so_when_the_file_is_put_back(
    stage: Stage,
) -> None:
    await stage.install(stage.folder("post-office", ("permissions.3", GONE)))
    stage.folder("post-office", ("permissions.0.domains", ["api.example.com"]))
    assert growth_of(await stage.installer.reload(HERE)) == [("permission", "notify")]
    assert (await stage.record()).manifest.grants.domains == {"api.example.com", "api.example.net"}
    stage.folder("post-office", ("permissions.3", GONE))
    grown = growth_of(await stage.installer.reload(HERE))
    assert ("domain", "*.example.org") in grown


@pytest.mark.clause("V-17.11")
async def test_an_approval_of_differences_counts_only_for_what_they_were_compared_with(stage: Stage) -> None:
    await stage.install(stage.folder("post-office", ("permissions.3", GONE)))
    stage.folder("post-office")
    first = await stage.installer.reload(HERE)
    second = await stage.installer.reload(HERE)
    assert first.plan is not None
    assert second.plan is not None
    for plan_id, code, change in (
        (first.plan.plan_id, "install-unknown", None),  # the newer sheet has closed it
        (second.plan.plan_id, "install-changed", {"name": "Changed by another process"}),
    ):
        if change is not None:
            await stage.store.revise(
                HERE, lambda one, change=change: replace(one, manifest=one.manifest.model_copy(update=change))
            )
        with pytest.raises(InstallFailed) as caught:
            await stage.installer.commit(plan_id, {})
        assert caught.value.code == code
    third = await stage.installer.reload(HERE)
    assert third.plan is not None
    await stage.store.remove(HERE)
    with pytest.raises(InstallFailed) as caught:
        await stage.installer.commit(third.plan.plan_id, {})
    assert caught.value.code == "install-gone"


@pytest.mark.clause("V-17.11")
async def test_a_tool_that_left_for_one_reload_does_not_come_back_without_its_question(stage: Stage) -> None:
    await stage.install(stage.folder("post-office", ("intents", GONE)))
    stage.folder("post-office", ("intents", GONE), ("tools.0", GONE))
    assert (await stage.installer.reload(HERE)).record.may_run
    stage.folder("post-office", ("intents", GONE), ("tools.0.confirmation", GONE))
    assert growth_of(await stage.installer.reload(HERE)) == [("unconfirmed", "Send message")]


@pytest.mark.clause("V-17.10")
async def test_an_invalid_manifest_keeps_the_old_one_but_for_the_permissions_it_grants_no_more(stage: Stage) -> None:
    await stage.install(stage.folder())
    stage.folder("post-office", ("version", "one"), ("permissions", RICH["permissions"][5:6]), ("hooks", GONE))
    reloaded = await stage.installer.reload(HERE)
    assert "bad-version" in [one.code for one in reloaded.findings]
    record = await stage.record()
    assert (record.may_run, record.manifest.version) == (True, "1.2.3-beta.1")
    assert record.manifest.grants.kinds == {"transcript"}
    assert (record.manifest.grants.hears_agent, record.manifest.grants.hears_dictation) == (True, False)
    # What was withdrawn does not come back by itself, not even with the file that was approved.
    stage.folder("post-office")
    grown = growth_of(await stage.installer.reload(HERE))
    assert ("permission", "notify") in grown
    assert ("scope", "dictation") in grown


@pytest.mark.clause("V-17.10")
@pytest.mark.parametrize("text", ["{ half a file", '{"permissions": 5}', None])
async def test_a_file_that_says_nothing_of_permissions_withdraws_nothing(stage: Stage, text: str | None) -> None:
    installed = await stage.install(stage.folder())
    manifest = stage.home / "post-office" / "voiceos.integration.json"
    if text is None:
        manifest.unlink()
    else:
        manifest.write_text(text)
    reloaded = await stage.installer.reload(HERE)
    assert reloaded.record == installed
    assert not reloaded.changed
    assert reloaded.findings != ()


@pytest.mark.clause("V-2.22")
async def test_another_id_in_the_folder_is_another_integration_and_changes_nothing(stage: Stage) -> None:
    installed = await stage.install(stage.folder())
    stage.folder("post-office", ("id", "com.example.other"), ("permissions.3", GONE))
    reloaded = await stage.installer.reload(HERE)
    assert (reloaded.record, reloaded.changed) == (installed, False)
    assert "other-id" in [one.code for one in reloaded.findings]


@pytest.mark.clause("V-17.11")
async def test_another_environment_of_a_bundle_is_growth(stage: Stage) -> None:
    file = zipped(stage.home / "a.mcpb", {"manifest.json": bundle_bytes()})
    plan = await stage.installer.plan(Source(SourceKind.PACKED, str(file)))
    record = await stage.installer.commit(plan.plan_id, {})
    server = bundle()["server"]
    server["mcp_config"]["env"]["MODE"] = "other"
    write(Path(record.folder) / "manifest.json", bundle_bytes(server=server))
    reloaded = await stage.installer.reload(record.integration_id)
    assert [one.kind.value for one in reloaded.record.growth] == ["runs"]
    assert reloaded.plan is not None
    approved = await stage.installer.commit(reloaded.plan.plan_id, {})
    assert (approved.environment["MODE"], approved.folder) == ("other", record.folder)
    write(Path(record.folder) / "manifest.json", b"{}")
    assert (await stage.installer.reload(record.integration_id)).record == approved


def write(file: Path, data: bytes) -> None:
    file.write_bytes(data)


@pytest.mark.clause("V-17.13")
async def test_what_vanished_is_deleted_for_good_after_30_days(stage: Stage) -> None:
    await stage.install(stage.folder(), API_KEY="s3cr3t", region="eu")
    stage.folder("post-office", ("auth", GONE))
    await stage.installer.reload(HERE)
    assert await stage.secrets.load(HERE, ["API_KEY"]) == {"API_KEY": "s3cr3t"}
    stage.now += KEPT_S
    await stage.installer.tidy()
    assert len((await stage.record()).kept) == 2
    stage.now += 1
    await stage.installer.tidy()
    assert (await stage.record()).kept == ()
    assert stage.keyring.kept == {}


@pytest.mark.clause("V-17.13")
async def test_a_reload_after_30_days_deletes_them_too(stage: Stage) -> None:
    await stage.install(stage.folder(), API_KEY="s3cr3t")
    stage.folder("post-office", ("auth", GONE))
    await stage.installer.reload(HERE)
    stage.now += KEPT_S + 1
    await stage.installer.reload(HERE)
    assert stage.keyring.kept == {}


@pytest.mark.clause("V-17.15")
async def test_removing_stops_it_first_and_leaves_only_the_authors_folder(stage: Stage) -> None:
    folder = stage.folder()
    await stage.install(folder, API_KEY="k")
    await stage.store.revise(HERE, lambda one: replace(one, kept=(Kept(KeptKind.SECRET, "OLD", stage.now),)))
    await stage.secrets.store(HERE, {"OLD": "o"})
    data = stage.paths.integration_data / HERE
    data.mkdir(parents=True)
    await stage.installer.remove(HERE)
    assert stage.calls == [f"stop {HERE}", f"forget {HERE}"]
    assert await stage.store.all() == ()
    assert stage.keyring.kept == {}
    assert (folder / "voiceos.integration.json").exists()
    assert data.exists()


@pytest.mark.clause("V-17.15")
async def test_history_and_own_data_go_only_when_that_is_ticked_and_a_package_goes_always(stage: Stage) -> None:
    file = zipped(stage.home / "a.mcpb", {"x/manifest.json": bundle_bytes()})
    plan = await stage.installer.plan(Source(SourceKind.PACKED, str(file)))
    record = await stage.installer.commit(plan.plan_id, {})
    data = stage.paths.integration_data / record.integration_id
    data.mkdir(parents=True)
    await stage.installer.remove(record.integration_id, with_history=True)
    assert f"forget history {record.integration_id}" in stage.calls
    assert not data.exists()
    assert list(stage.paths.packages.iterdir()) == []
    assert file.exists()


@pytest.mark.clause("V-17.15")
async def test_secrets_that_the_key_store_keeps_back_are_deleted_at_the_next_start(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.extensions.removal")
    await stage.install(stage.folder(), API_KEY="k")
    stage.keyring.refuses = True
    await stage.installer.remove(HERE)
    assert await stage.store.all() == ()
    await stage.installer.tidy()
    assert [(one.levelno, one.getMessage()) for one in caplog.records if "key store" in one.getMessage()] == [
        (logging.INFO, f"secrets of {HERE} stay in the key store until the next start: key-store-unavailable")
    ]
    stage.keyring.refuses = False
    await stage.installer.tidy()
    assert stage.keyring.kept == {}
    assert await stage.store.left_secrets() == {}


async def test_a_secret_that_was_to_be_deleted_stays_when_it_is_filled_in_again(stage: Stage) -> None:
    await stage.install(stage.folder(), API_KEY="k")
    stage.keyring.refuses = True
    await stage.installer.remove(HERE)
    stage.keyring.refuses = False
    await stage.install(stage.folder(), API_KEY="new")
    await stage.installer.tidy()
    assert await stage.secrets.load(HERE, ["API_KEY"]) == {"API_KEY": "new"}


@pytest.mark.clause("V-17.9")
async def test_a_changed_manifest_in_a_watched_folder_is_told_once_with_its_integration(stage: Stage) -> None:
    told: list[IntegrationId] = []
    news = anyio.Event()

    def on_change(integration: IntegrationId) -> None:
        told.append(integration)
        news.set()

    async def until(act: Callable[[], object]) -> None:
        nonlocal news
        news = anyio.Event()
        act()
        with anyio.fail_after(10):
            await news.wait()

    watch = FolderWatch(on_change)
    first = await stage.install(stage.folder())
    second = await stage.install(stage.folder("b", ("id", "com.example.b")))
    stage.folder("b", ("id", "com.example.b"), ("name", "Changed while nobody watched"))
    async with anyio.create_task_group() as group:
        group.start_soon(watch.run)
        await anyio.wait_all_tasks_blocked()  # there is nothing to watch yet
        await until(lambda: watch.follow([first, second, replace(first, folder="")]))
        assert told == ["com.example.b"]
        watch.follow([first, second])  # nothing new: goes on as it was
        (stage.home / "post-office" / "other.txt").write_text("no manifest")
        await until(lambda: stage.folder("post-office", ("name", "Changed")))
        await until((stage.home / "b" / "voiceos.integration.json").unlink)
        watch.follow([first])
        stage.folder("b", ("id", "com.example.b"), ("name", "Nobody watches this one any more"))
        await until(lambda: stage.folder("post-office", ("name", "Changed again")))
        group.cancel_scope.cancel()
    assert told == ["com.example.b", HERE, "com.example.b", HERE]


async def test_a_record_removed_in_the_middle_of_a_reload_stays_removed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.install(stage.folder())
    real = stage.store.get

    async def get_and_lose(integration: IntegrationId) -> InstallRecord | None:
        found = await real(integration)
        await stage.store.remove(integration)
        return found

    monkeypatch.setattr(stage.store, "get", get_and_lose)
    with pytest.raises(InstallFailed) as caught:
        await stage.installer.reload(HERE)
    assert caught.value.code == "install-unknown"
