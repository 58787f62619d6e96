"""Every call of a tool as a row: who asked, with what, who approved it, and how it ended (V-19.8).

Written by ``tools/executor``, pruned by ``runtime``, on the core loop; the statements run on the thread of
:class:`~app.storage.database.Database`. Arguments and messages come with their secrets masked already.

Every method raises :class:`~app.domain.errors.StorageUnavailable` when the file cannot be read or written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from app.domain.calls import CallClass, CallId, IntegrationId, Origin, Surface, ToolRef
from app.domain.turn import TurnId
from app.storage.database import Database

__all__ = ["LONGEST_PAGE", "Journal", "JournalEntry"]

LONGEST_PAGE: Final = 200
"""Rows that one page may ask for."""

_NEWEST: Final = 2**63 - 1
"""Largest row id of SQLite: before it is everything."""
_DAY_S: Final = 86_400.0

_COLUMNS: Final = (
    "call_id, at_unix_s, integration_id, tool, origin, turn_id, arguments, surface, actor, failure, message, duration_s"
)
_ADD: Final = f"INSERT INTO calls ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants
_PAGE: Final = (
    f"SELECT id, {_COLUMNS} FROM calls WHERE id < ? AND (? = '' OR integration_id = ?) "  # noqa: S608 - constants
    "ORDER BY id DESC LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    call_id: CallId
    at_unix_s: float
    ref: ToolRef
    origin: Origin
    arguments: str = field(repr=False)
    """JSON, secrets masked (V-19.7)."""
    turn_id: TurnId | None = None
    surface: Surface | None = None
    """Where it was approved; ``None``: nobody was asked, or nobody said yes."""
    actor: str = ""
    """Who approved it."""
    failure: CallClass | None = None
    message: str = field(default="", repr=False)
    duration_s: float = 0.0
    row: int = 0
    """Set by the journal: where a page goes on."""


class Journal:
    """The calls of one database; only ever appended to, and pruned."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, entry: JournalEntry) -> None:
        values = (
            *(entry.call_id, entry.at_unix_s, entry.ref.integration, _utf8(entry.ref.tool), entry.origin.value),
            *(entry.turn_id or "", _utf8(entry.arguments), "" if entry.surface is None else entry.surface.value),
            *(entry.actor, "" if entry.failure is None else entry.failure.value, _utf8(entry.message)),
            entry.duration_s,
        )
        await self._database.write(lambda connection: connection.execute(_ADD, values))

    async def page(
        self, *, before: int = 0, limit: int = LONGEST_PAGE, integration: IntegrationId | None = None
    ) -> tuple[tuple[JournalEntry, ...], bool]:
        """Return up to ``limit`` calls, newest first, and whether there are more.

        ``before``: the ``row`` of the last entry that is known; 0 begins at the newest. ``limit`` is kept in 1..200.
        """
        wanted = min(max(limit, 1), LONGEST_PAGE)
        whose = integration or ""

        def select(connection: sqlite3.Connection) -> list[JournalEntry]:
            return [_entry(row) for row in connection.execute(_PAGE, (before or _NEWEST, whose, whose, wanted + 1))]

        found = await self._database.read(select)
        return tuple(found[:wanted]), len(found) > wanted

    async def prune(self, days: int, now_unix_s: float) -> int:
        """Remove for good what is older than ``days``; return how many that were."""
        oldest = now_unix_s - days * _DAY_S
        return await self._delete("DELETE FROM calls WHERE at_unix_s < ?", oldest)

    async def remove_of(self, integration: IntegrationId) -> int:
        """Remove for good the calls of one integration (V-17.15); return how many there were."""
        return await self._delete("DELETE FROM calls WHERE integration_id = ?", integration)

    async def _delete(self, statement: str, value: object) -> int:
        return await self._database.write(lambda connection: connection.execute(statement, (value,)).rowcount)


def _entry(row: Sequence[object]) -> JournalEntry:
    """Read a row; a class or an origin that a newer Voxnotch has added still shows, as the plainest one there is."""
    number, call_id, at, integration, tool, origin, turn_id, arguments, surface, actor, failure, message, took = row
    return JournalEntry(
        call_id=CallId(str(call_id)),
        at_unix_s=float(str(at)),
        ref=ToolRef(IntegrationId(str(integration)), str(tool)),
        origin=_ORIGINS.get(str(origin), Origin.API),
        arguments=str(arguments),
        turn_id=TurnId(str(turn_id)) if turn_id else None,
        surface=_SURFACES.get(str(surface)),
        actor=str(actor),
        failure=_CLASSES.get(str(failure), CallClass.TOOL_ERROR) if failure else None,
        message=str(message),
        duration_s=float(str(took)),
        row=int(str(number)),
    )


def _utf8(text: str) -> str:
    """Replace lone surrogates, which no UTF-8 file can hold."""
    return text.encode("utf-8", "replace").decode()


_ORIGINS: Final = {origin.value: origin for origin in Origin}
_SURFACES: Final = {surface.value: surface for surface in Surface}
_CLASSES: Final = {kind.value: kind for kind in CallClass}
