"""What is installed: one row for each integration (V-17.16); the values are those of ``install_record``.

Written by ``extensions/installer`` and by the switches of a page, read by the registry, the supervisor and the command
line, all on the core loop; the statements run on the thread of :class:`~app.storage.database.Database`. Another process
may write the same file: every change is one transaction that starts from what is there, and :meth:`InstallStore.watch`
tells of changes from outside.

Every method raises :class:`~app.domain.errors.StorageUnavailable` when the file cannot be read or written, and with
the code ``storage-damaged`` when a single row is not what was stored: then nothing that is installed may run.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeVar

from app.domain.calls import IntegrationId
from app.domain.errors import StorageUnavailable
from app.settings.file_changes import watch_folders
from app.storage.database import Database
from app.storage.install_record import InstallRecord, Kept, KeptKind
from app.storage.install_rows import from_row, to_row

__all__ = ["InstallRecord", "InstallStore", "Kept", "KeptKind"]

T = TypeVar("T")

Build = Callable[[Mapping[IntegrationId, InstallRecord]], InstallRecord]
"""From everything that is installed, in install order, to the record to save; on the worker thread."""

_ALL: Final = "SELECT * FROM installs ORDER BY approved_unix_s, integration_id"
"""Install order (E-4.26)."""
_REVISION: Final = "SELECT number FROM revision"


class InstallStore:
    """The installs of one database."""

    def __init__(self, database: Database, file: Path) -> None:
        """``file`` is that of the database: where changes from outside are seen."""
        self._database = database
        self._file = file
        self._seen: int | None = None

    async def all(self) -> tuple[InstallRecord, ...]:
        """Return everything that is installed, in install order."""
        return tuple((await self._database.read(self._all)).values())

    async def get(self, integration: IntegrationId) -> InstallRecord | None:
        return (await self._database.read(self._all)).get(integration)

    async def save(self, record: InstallRecord) -> None:
        """Store a record as it is given; what another process has changed meanwhile is lost, see :meth:`revise`."""
        await self.put(lambda _: record)

    async def put(self, build: Build) -> InstallRecord:
        """Store what ``build`` makes of everything that is installed, in one transaction; an exception of it passes."""

        def change(connection: sqlite3.Connection) -> InstallRecord:
            record = build(self._all(connection))
            _put(connection, record)
            return record

        return await self._change(change)

    async def revise(
        self, integration: IntegrationId, change: Callable[[InstallRecord], InstallRecord]
    ) -> InstallRecord | None:
        """Change a record as it is now; ``None``: it was removed meanwhile, and stays so.

        ``change`` runs on the worker thread, inside the transaction.
        """

        def apply(connection: sqlite3.Connection) -> InstallRecord | None:
            old = self._all(connection).get(integration)
            if old is None:
                return None
            new = change(old)
            if new != old:
                _put(connection, new)
            return new

        return await self._change(apply)

    async def remove(self, integration: IntegrationId, *, left_secrets: Iterable[str] = ()) -> bool:
        """Forget an integration, and say whether there was one.

        ``left_secrets``: names of secrets that are still in the key store, see :meth:`left_secrets`.
        """
        names = sorted(left_secrets)

        def delete(connection: sqlite3.Connection) -> bool:
            gone = connection.execute("DELETE FROM installs WHERE integration_id = ?", (integration,)).rowcount > 0
            _leave(connection, integration, names)
            return gone

        return await self._change(delete)

    async def leave_secrets(self, integration: IntegrationId, names: Iterable[str]) -> None:
        """Note secrets that nothing needs any more and that are still in the key store."""
        noted = sorted(names)
        await self._database.write(lambda connection: _leave(connection, integration, noted), durable=True)

    async def left_secrets(self) -> dict[IntegrationId, frozenset[str]]:
        """Return what is to be deleted from the key store when it can be."""

        def select(connection: sqlite3.Connection) -> dict[IntegrationId, frozenset[str]]:
            found: dict[IntegrationId, frozenset[str]] = {}
            for integration, name in connection.execute("SELECT integration_id, name FROM left_secrets"):
                known = found.get(IntegrationId(integration), frozenset())
                found[IntegrationId(integration)] = known | {str(name)}
            return found

        return await self._database.read(select)

    async def forget_left(self, integration: IntegrationId, names: Iterable[str]) -> None:
        """Note that these were deleted, or are in use again."""
        rows = [(integration, name) for name in names]
        statement = "DELETE FROM left_secrets WHERE integration_id = ? AND name = ?"
        await self._database.write(lambda connection: connection.executemany(statement, rows), durable=True)

    async def watch(self) -> AsyncIterator[None]:
        """Yield at once, and whenever somebody else has changed what is installed; our own changes are not told.

        Several changes in a row may be told as one. Idle, it costs nothing on Linux; see ``settings/file_changes.py``.
        Runs until it is closed or cancelled. One at a time: two would take the news from each other.
        """
        async for _ in watch_folders([self._file.parent]):
            now = await self._database.read(_revision)
            before, self._seen = self._seen, now
            if before != now:
                yield

    def _all(self, connection: sqlite3.Connection) -> dict[IntegrationId, InstallRecord]:
        cursor = connection.cursor()
        cursor.row_factory = sqlite3.Row
        try:
            return {record.integration_id: record for record in map(from_row, cursor.execute(_ALL))}
        except ValueError as error:
            raise StorageUnavailable("an install", place=str(self._file), code="storage-damaged") from error

    async def _change(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``change`` so that :meth:`watch` still tells what others did in between."""

        def run(connection: sqlite3.Connection) -> tuple[T, int, int]:
            before = _revision(connection)
            return change(connection), before, _revision(connection)

        result, before, after = await self._database.write(run, durable=True)
        if before == self._seen:
            self._seen = after
        return result


def _revision(connection: sqlite3.Connection) -> int:
    return int(connection.execute(_REVISION).fetchone()[0])


def _put(connection: sqlite3.Connection, record: InstallRecord) -> None:
    row = to_row(record)
    names = ", ".join(row)
    places = ", ".join(f":{name}" for name in row)
    changes = ", ".join(f"{name} = excluded.{name}" for name in row)
    connection.execute(
        f"INSERT INTO installs ({names}) VALUES ({places}) "  # noqa: S608 - names of our own columns
        f"ON CONFLICT (integration_id) DO UPDATE SET {changes}",
        row,
    )


def _leave(connection: sqlite3.Connection, integration: IntegrationId, names: list[str]) -> None:
    connection.executemany("INSERT OR IGNORE INTO left_secrets VALUES (?, ?)", [(integration, name) for name in names])
