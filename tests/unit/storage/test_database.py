"""The SQLite file: opening, refusing, migrating, and naming what went wrong."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import anyio
import pytest

from app.domain.errors import Bug, StorageUnavailable
from app.storage import database as module
from app.storage.database import Database, set_aside
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio


async def test_a_missing_folder_and_file_are_made_for_this_person_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "data" / "history.sqlite"
    database = await Database.open(path)
    await database.close()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


async def test_the_file_is_in_write_ahead_mode_with_its_version_and_foreign_keys(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "history.sqlite")

    def pragmas(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "user_version", "foreign_keys", "secure_delete")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await database.read(pragmas) == ["wal", 1001, 1, 1]
    await database.close()


async def test_opening_twice_migrates_once_and_keeps_rows(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    database = await Database.open(path)
    await database.write(lambda c: c.execute("CREATE TABLE kept (x)"))
    await database.close()
    database = await Database.open(path)
    assert await database.read(lambda c: c.execute("SELECT count(*) FROM kept").fetchone()) == (0,)
    await database.close()


async def test_a_newer_major_version_refuses_and_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    _with_version(path, 2000)
    before = path.read_bytes()
    with pytest.raises(StorageUnavailable) as caught:
        await Database.open(path)
    assert (caught.value.code, caught.value.place) == ("storage-newer", str(path))
    assert path.read_bytes() == before


async def test_a_version_that_was_never_made_is_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    await (await Database.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(StorageUnavailable) as caught:
        await Database.open(path)
    assert caught.value.code == "storage-damaged"


async def test_a_newer_minor_version_opens_and_keeps_its_version(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    await (await Database.open(path)).close()
    _with_version(path, 1007)
    database = await Database.open(path)
    assert await database.read(lambda c: c.execute("PRAGMA user_version").fetchone()) == (1007,)
    await database.close()


async def test_a_database_of_another_program_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    _with_version(path, 0, "CREATE TABLE theirs (x)")
    with pytest.raises(StorageUnavailable) as caught:
        await Database.open(path)
    assert caught.value.code == "storage-damaged"


async def test_a_file_that_is_no_database_is_told_and_can_be_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    path.write_bytes(b"not a database" * 200)
    with pytest.raises(StorageUnavailable) as caught:
        await Database.open(path)
    assert caught.value.code == "storage-damaged"
    path.with_name("history.sqlite-wal").write_bytes(b"its log")
    aside = await set_aside(path)
    assert aside.read_bytes() == b"not a database" * 200
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"its log"
    assert not path.exists()
    assert aside.name.startswith("history.sqlite.damaged-")
    await (await Database.open(path)).close()


async def test_setting_aside_twice_in_one_second_keeps_both(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    kept: list[Path] = []
    for content in ("a", "b", "c"):
        path.write_text(content)
        kept.append(await set_aside(path))
    assert [place.read_text() for place in kept] == ["a", "b", "c"]


async def test_setting_aside_in_a_folder_that_refuses_is_told(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 240)  # a name this long has no room for ".damaged-..."
    path.touch()
    with pytest.raises(StorageUnavailable):
        await set_aside(path)
    assert path.exists()


async def test_a_damaged_page_met_later_is_told_as_damage(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    database = await Database.open(path)
    await database.write(lambda c: c.execute("CREATE TABLE big AS SELECT zeroblob(40000) AS x"))
    await database.close()
    content = bytearray(path.read_bytes())
    # The last pages: those of the table. Earlier ones hold the schema, without which nothing opens.
    for page in range(len(content) - 5 * 4096, len(content), 4096):
        content[page : page + 100] = b"\xff" * 100
    path.write_bytes(content)
    database = await Database.open(path)
    with pytest.raises(StorageUnavailable) as caught:
        await database.read(lambda c: c.execute("SELECT * FROM big").fetchall())
    assert caught.value.code == "storage-damaged"
    await database.close()


async def test_a_full_disk_is_told_and_nothing_of_the_transaction_stays(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "history.sqlite")
    await database.write(lambda c: c.execute("CREATE TABLE t (x)"))
    await database.read(lambda c: c.execute("PRAGMA max_page_count = 1").fetchone())

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO t VALUES ('small')")
        connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")

    with pytest.raises(StorageUnavailable) as caught:
        await database.write(fill)
    assert caught.value.code == "storage-full"
    assert await database.read(lambda c: c.execute("SELECT count(*) FROM t").fetchone()) == (0,)
    await database.close()


async def test_a_read_only_file_is_told(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "history.sqlite")
    await database.read(lambda c: c.execute("PRAGMA query_only = ON"))
    with pytest.raises(StorageUnavailable) as caught:
        await database.write(lambda c: c.execute("CREATE TABLE t (x)"))
    assert caught.value.code == "storage-read-only"
    await database.close()


@pytest.mark.parametrize(
    ("place", "code"),
    [("/sys/voxnotch/history.sqlite", "storage-read-only"), ("/dev/null/history.sqlite", "storage-unavailable")],
)
async def test_a_folder_that_cannot_be_made_is_told_with_its_name(place: str, code: str) -> None:
    with pytest.raises(StorageUnavailable) as caught:
        await Database.open(Path(place))
    assert caught.value.code == code
    assert caught.value.place


async def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageUnavailable) as caught:
        await Database.open(tmp_path)
    assert caught.value.code == "storage-unavailable"


async def test_our_own_mistake_is_a_bug_and_rolls_back(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "history.sqlite")

    def mistaken(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("SELECT nonsense FROM nowhere")

    with pytest.raises(Bug):
        await database.write(mistaken)
    with pytest.raises(Bug):
        await database.read(lambda c: c.execute("SELECT * FROM t"))
    await database.close()


async def test_a_lock_held_by_another_process_is_told_and_bounded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_BUSY_TIMEOUT_S", 0.05)
    path = tmp_path / "history.sqlite"
    database = await Database.open(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with anyio.fail_after(5), pytest.raises(StorageUnavailable):
        await database.write(lambda c: c.execute("CREATE TABLE t (x)"))
    other.execute("ROLLBACK")
    other.close()
    await database.write(lambda c: c.execute("CREATE TABLE t (x)"))
    await database.close()


async def test_calls_run_off_the_loop_one_after_the_other(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "history.sqlite")
    running: list[int] = []
    most: list[int] = []

    def call(connection: sqlite3.Connection) -> None:
        running.append(threading.get_ident())
        most.append(len(running))
        connection.execute("SELECT 1").fetchone()
        running.pop()

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(database.read, call)
    assert set(most) == {1}
    await database.close()


async def test_closing_works_twice_and_in_a_cancelled_scope(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "history.sqlite")
    with anyio.CancelScope() as scope:
        scope.cancel()
        await database.close()
    await database.close()
    with pytest.raises(Bug):
        await database.read(lambda c: c.execute("SELECT 1"))


async def test_a_compaction_that_the_disk_refuses_is_only_logged(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("could not be made smaller")
    database = await Database.open(tmp_path / "history.sqlite")
    await database.read(lambda c: c.execute("PRAGMA query_only = ON"))
    await database.compact()
    await database.close()


async def test_a_failed_migration_leaves_the_file_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    await (await Database.open(path)).close()
    broken = [
        *module._migrations(module.HISTORY_MIGRATIONS),
        (1999, "CREATE TABLE half (x); SELECT nonsense FROM nowhere"),
    ]

    def migrations(_: str) -> list[tuple[int, str]]:
        return broken

    monkeypatch.setattr(module, "_migrations", migrations)
    with pytest.raises(Bug):
        await Database.open(path)
    monkeypatch.undo()
    database = await Database.open(path)
    assert await database.read(lambda c: c.execute("PRAGMA user_version").fetchone()) == (1001,)
    assert (
        await database.read(lambda c: c.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchone()) is None
    )
    await database.close()


async def test_a_migration_without_a_version_is_a_bug(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "migrations").mkdir()
    (tmp_path / "migrations" / "0001_x.sql").write_text("CREATE TABLE x (y)")

    def here(_: str) -> Path:
        return tmp_path

    monkeypatch.setattr(module.resources, "files", here)
    with pytest.raises(Bug):
        await Database.open(tmp_path / "history.sqlite")


def _with_version(path: Path, version: int, statement: str = "SELECT 1") -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.commit()
    connection.close()
