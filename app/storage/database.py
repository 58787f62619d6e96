"""A SQLite file: open, pragmas, migrations, and one call at a time.

Owned by ``bootstrap``; called by the stores beside it, on the core loop. Every statement runs on a worker thread, one
after the other (a limiter of one place), so that the loop never waits for the disk.

The version is ``PRAGMA user_version`` = major * 1000 + minor. A newer minor version only added what older code does
not look at, so it opens; a newer major version refuses to (D8).

Safety: write-ahead log. With ``synchronous = NORMAL`` no crash, of us or of the machine, damages the file, and a crash
of ours (kill -9) loses nothing committed; a power cut may lose the last commits. A finished turn is what a person said
and cannot say again, so its transaction is synced (``durable``); the mark that a recording began is not, because the
take's own file tells of it.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Final, Self, TypeVar

import anyio
from anyio import to_thread

from app.domain.errors import AppError, Bug, StorageUnavailable
from app.settings.disk import PRIVATE_FILE, make_folder, storage_error

__all__ = ["HISTORY_MIGRATIONS", "INTEGRATION_MIGRATIONS", "SCHEMA_MAJOR", "Database", "set_aside"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

SCHEMA_MAJOR: Final = 1
"""Of every file."""
HISTORY_MIGRATIONS: Final = "migrations"
INTEGRATION_MIGRATIONS: Final = "integration_migrations"
"""One file each: damage of one does not cost the other."""
_VERSION_UNIT: Final = 1000

_BUSY_TIMEOUT_S: Final = 5.0
"""The command line may hold the file for a moment; longer means that something hangs."""
_CLOSE_LIMIT_S: Final = 10.0
"""A close that has not got its turn by then gives up: the operating system closes the file at exit."""

_ENVIRONMENT: Final = {
    sqlite3.SQLITE_FULL: "storage-full",
    sqlite3.SQLITE_READONLY: "storage-read-only",
    sqlite3.SQLITE_CORRUPT: "storage-damaged",
    sqlite3.SQLITE_NOTADB: "storage-damaged",
    sqlite3.SQLITE_BUSY: "storage-unavailable",
    sqlite3.SQLITE_CANTOPEN: "storage-unavailable",
    sqlite3.SQLITE_IOERR: "storage-unavailable",
    sqlite3.SQLITE_LOCKED: "storage-unavailable",
    sqlite3.SQLITE_NOMEM: "storage-unavailable",
    sqlite3.SQLITE_PERM: "storage-unavailable",
    sqlite3.SQLITE_PROTOCOL: "storage-unavailable",
}
"""Primary result codes that are no fault of our statements (https://www.sqlite.org/rescode.html)."""


class Database:
    """One connection; every call waits for its turn and its end, also when the caller is cancelled meanwhile."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._turn = anyio.CapacityLimiter(1)

    @classmethod
    async def open(cls, path: Path, migrations: str = HISTORY_MIGRATIONS) -> Self:
        """Open the file, creating and migrating it as needed; a folder that is missing is made, private.

        ``migrations`` names the folder of scripts in this package.

        Raises:
            StorageUnavailable: full, read-only, newer, damaged (see :func:`set_aside`) or out of reach.
        """
        return cls(path, await to_thread.run_sync(_open, path, migrations))

    async def read(self, fn: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``fn`` outside a transaction; it must not write.

        Raises:
            StorageUnavailable: the file cannot be read.
        """
        return await self._run(lambda: fn(self._connection))

    async def write(self, fn: Callable[[sqlite3.Connection], T], *, durable: bool = False) -> T:
        """Run ``fn`` in one transaction: all of it or nothing.

        ``durable``: on return it survives a power cut.

        Raises:
            StorageUnavailable: the file cannot be written; nothing was changed.
        """
        return await self._run(lambda: self._transact(fn, durable=durable))

    async def compact(self) -> None:
        """Give the space of deleted rows back and overwrite what they held, also in the log; a failure is harmless."""
        try:
            await self.read(_compact)
        except StorageUnavailable as error:
            logger.warning("the history could not be made smaller: %s", error)

    async def close(self) -> None:
        """Finish the running call and close; safe to call twice and in a cancelled scope."""
        with anyio.move_on_after(_CLOSE_LIMIT_S, shield=True):
            await to_thread.run_sync(self._connection.close, limiter=self._turn)

    async def _run(self, call: Callable[[], T]) -> T:
        def guarded() -> T:
            try:
                return call()
            except sqlite3.Error as error:
                raise _named(error, self._path) from error

        return await to_thread.run_sync(guarded, limiter=self._turn)

    def _transact(self, fn: Callable[[sqlite3.Connection], T], *, durable: bool) -> T:
        connection = self._connection
        connection.execute("PRAGMA synchronous = FULL" if durable else "PRAGMA synchronous = NORMAL")
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = fn(connection)
            connection.execute("COMMIT")
        except BaseException:
            # SQLite has already rolled back by itself after some failures, such as a full disk.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return result


async def set_aside(path: Path) -> Path:
    """Rename a damaged database to ``<name>.damaged-<unix seconds>``, with its log; nothing is deleted.

    It must not be open. Returns the new path.

    Raises:
        StorageUnavailable: the folder cannot be written.
    """
    return await to_thread.run_sync(_set_aside, path)


def _set_aside(path: Path) -> Path:
    aside = path.with_name(f"{path.name}.damaged-{int(time.time())}")
    try:
        while aside.exists():
            aside = aside.with_name(f"{aside.name}-again")
        # The log first: left behind, it would be played into the fresh file.
        for suffix in ("-wal", "-shm", ""):
            part = path.with_name(path.name + suffix)
            if part.exists():
                part.replace(aside.with_name(aside.name + suffix))
    except OSError as error:
        raise storage_error(error, path) from error
    return aside


def _open(path: Path, migrations: str) -> sqlite3.Connection:
    make_folder(path.parent)
    try:
        # SQLite would say "unable to open" alone and would create the file readable by all.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    except OSError as error:
        raise storage_error(error, path) from error
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path, migrations)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _named(error, path) from error
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, migrations: str) -> None:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version // _VERSION_UNIT > SCHEMA_MAJOR:
        raise StorageUnavailable(f"version {version}", place=str(path), code="storage-newer")
    if version and version < _VERSION_UNIT:
        raise StorageUnavailable(f"version {version}", place=str(path), code="storage-damaged")
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        raise StorageUnavailable("a database of another program", place=str(path), code="storage-damaged")
    for pragma in ("journal_mode = WAL", "foreign_keys = ON", "secure_delete = ON", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    for target, script in _migrations(migrations):
        if target > version:
            logger.info("%s: migrating from version %d to %d", path.name, version, target)
            connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {target}; COMMIT;")
            version = target


def _migrations(name: str) -> list[tuple[int, str]]:
    """Return the scripts in order, each with the version it leads to (its first line says ``-- user_version N``)."""
    folder = resources.files("app.storage") / name
    scripts = sorted((file.name, file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".sql"))
    found: list[tuple[int, str]] = []
    for file_name, script in scripts:
        target = re.match(r"-- user_version (\d+)\n", script)
        if target is None:
            raise Bug("no user_version in its first line", place=file_name)
        found.append((int(target[1]), script))
    return found


def _compact(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _named(error: sqlite3.Error, path: Path) -> AppError:
    """Tell what the machine refuses from what we do wrong."""
    number = getattr(error, "sqlite_errorcode", None)
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    code = _ENVIRONMENT.get(number & 0xFF) if isinstance(number, int) else None
    if code is None:
        return Bug(f"{name}: {error}", place=str(path))
    return StorageUnavailable(str(name), place=str(path), code=code)
