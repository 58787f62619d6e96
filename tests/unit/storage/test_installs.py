"""Installs as rows: stored whole, in order, by several processes, and never believed when damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.domain.calls import AskFor, IntegrationId, Pill
from app.domain.errors import StorageUnavailable
from app.domain.installs import Growth, GrowthKind
from app.storage.database import INTEGRATION_MIGRATIONS, Database
from app.storage.install_record import InstallRecord
from app.storage.installs import InstallStore, Kept, KeptKind
from tests.unit.storage.installs_fixtures import database, file, record, store

__all__ = ["database", "file", "store"]

pytestmark = pytest.mark.anyio

FULL: dict[str, Any] = {
    "enabled": False,
    "transcript_access": False,
    "reload_by_itself": True,
    "has_manifest": False,
    "fills_in": True,
    "ask_for": AskFor.EVERYTHING,
    "pills": {"send_message": Pill.ALLOW},
    "values": {"REGION": "eu"},
    "secret_names": frozenset({"API_KEY"}),
    "environment": {"MODE": "x"},
    "growth": (Growth(GrowthKind.DOMAIN, "example.com"),),
    "confirmed": frozenset({"send_message", "gone"}),
    "kept": (Kept(KeptKind.PILL, "gone", 5.0, "ask"),),
    "connected_digest": "a1",
}


@pytest.mark.clause("V-17.17")
async def test_an_install_comes_back_with_every_value_and_its_profile(store: InstallStore) -> None:
    for one in (record(), record("full", **FULL)):
        await store.save(one)
        assert await store.get(one.integration_id) == one
        assert one.profile == "default"


@pytest.mark.clause("E-4.26")
async def test_installs_are_listed_by_the_time_of_the_first_approval_and_then_by_id(store: InstallStore) -> None:
    for name, minute in (("late", 2), ("b-same", 1), ("a-same", 1), ("zz-first", 0)):
        await store.save(record(name, minute))
    await store.save(record("late", 2, enabled=False))  # a change moves nothing
    assert [one.short_name for one in await store.all()] == ["zz_first", "a_same", "b_same", "late"]


async def test_growth_and_the_switch_both_keep_it_from_running() -> None:
    assert record().may_run
    assert not record(enabled=False).may_run
    assert not record(growth=(Growth(GrowthKind.HOOK, "dictation"),)).may_run


async def test_a_record_is_revised_as_it_is_now_and_a_removed_one_stays_removed(store: InstallStore) -> None:
    await store.save(record())
    here = record().integration_id
    revised = await store.revise(here, lambda one: replace(one, pills={"send_message": Pill.ASK}))
    assert revised is not None
    revised = await store.revise(here, lambda one: replace(one, enabled=False))
    assert revised is not None
    assert await store.revise(here, lambda one: one) == revised
    assert (revised.pills, revised.enabled) == ({"send_message": Pill.ASK}, False)
    assert await store.remove(here)
    assert not await store.remove(here)
    assert await store.revise(here, lambda one: one) is None
    assert await store.get(here) is None


async def test_what_is_built_sees_all_that_is_installed_and_its_failure_changes_nothing(store: InstallStore) -> None:
    await store.save(record("first"))

    def build(installed: Mapping[IntegrationId, InstallRecord]) -> InstallRecord:
        assert list(installed) == ["com.example.first"]
        raise LookupError

    with pytest.raises(LookupError):
        await store.put(build)
    assert [one.short_name for one in await store.all()] == ["first"]


@pytest.mark.clause("V-17.16")
async def test_two_processes_that_write_at_once_both_count(store: InstallStore, file: Path) -> None:
    other = await Database.open(file, INTEGRATION_MIGRATIONS)
    here = record().integration_id
    await store.save(record(values={"count": "0"}))

    async def count(in_store: InstallStore) -> None:
        for _ in range(10):
            await in_store.revise(here, lambda one: replace(one, values={"count": str(int(one.values["count"]) + 1)}))

    async with anyio.create_task_group() as group:
        group.start_soon(count, store)
        group.start_soon(count, InstallStore(other, file))
    found = await store.get(here)
    assert found is not None
    assert found.values == {"count": "20"}
    await other.close()


@pytest.mark.clause("V-17.16")
async def test_a_change_from_outside_is_told_and_one_of_our_own_is_not(store: InstallStore, file: Path) -> None:
    other = await Database.open(file, INTEGRATION_MIGRATIONS)
    outside = InstallStore(other, file)
    told: list[list[str]] = []
    news = anyio.Event()

    async def follow() -> None:
        nonlocal news
        async for _ in store.watch():
            told.append([one.short_name for one in await store.all()])
            news.set()
            news = anyio.Event()

    async def next_news() -> None:
        with anyio.fail_after(10):
            await news.wait()

    async with anyio.create_task_group() as group:
        group.start_soon(follow)
        await next_news()
        await store.save(record("ours"))
        await outside.save(record("theirs", 1))
        while told[-1] != ["ours", "theirs"]:
            await next_news()
        await outside.remove(record("ours").integration_id)
        await next_news()
        group.cancel_scope.cancel()
    assert told[0] == []
    assert ["ours"] not in told
    assert told[-1] == ["theirs"]
    await other.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE installs SET manifest_bytes = x'00'",
        "UPDATE installs SET manifest_bytes = x'00', digest = 'no'",
        "UPDATE installs SET manifest = '{}'",
        "UPDATE installs SET integration_id = 'com.example.other'",
        'UPDATE installs SET pills = \'{"send_message": "never"}\'',
        "UPDATE installs SET source_kind = 'wish'",
        "UPDATE installs SET ask_for = 'nothing'",
        "UPDATE installs SET growth = 'no list'",
    ],
)
async def test_one_damaged_row_means_that_nothing_is_given_to_run(store: InstallStore, file: Path, damage: str) -> None:
    await store.save(record())
    await store.save(record("sound", 1))
    await store._database.write(lambda c: c.execute(damage + " WHERE short_name = 'post_office'"))
    for ask in (store.all, lambda: store.get(record("sound").integration_id)):
        with pytest.raises(StorageUnavailable) as caught:
            await ask()
        assert (caught.value.code, caught.value.place) == ("storage-damaged", str(file))


async def test_secrets_left_in_the_key_store_are_noted_until_they_are_gone(store: InstallStore) -> None:
    here = record().integration_id
    await store.save(record())
    await store.remove(here, left_secrets={"API_KEY", "OTHER"})
    await store.leave_secrets(here, ["OTHER", "THIRD"])
    await store.leave_secrets(IntegrationId("com.example.b"), ["X"])
    assert await store.left_secrets() == {here: {"API_KEY", "OTHER", "THIRD"}, "com.example.b": {"X"}}
    await store.forget_left(here, ["API_KEY", "OTHER", "THIRD", "never there"])
    assert await store.left_secrets() == {"com.example.b": {"X"}}


@pytest.mark.clause("V-17.16")
async def test_a_reader_sees_the_old_state_or_the_new_one_while_another_process_writes(
    store: InstallStore, file: Path
) -> None:
    await store.save(record())
    writer = sqlite3.connect(file, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE installs SET enabled = 0")
    with anyio.fail_after(5):
        assert [one.enabled for one in await store.all()] == [True]
    writer.execute("COMMIT")
    writer.close()
    assert [one.enabled for one in await store.all()] == [False]


async def test_the_file_says_its_schema_version(database: Database) -> None:
    assert await database.read(lambda c: c.execute("PRAGMA user_version").fetchone()) == (1000,)
