"""Every call of a tool as a row: who asked, with what, who approved it, and how it ended (V-19.8).

Written by ``tools/executor``, pruned by ``runtime``, on the core loop; the statements run on the thread of
:class:`~app.storage.database.Database`. Arguments and messages come with their secrets masked already.

A running host writes behind: a call is handed over, and :meth:`Journal.run` writes it as soon as the disk is free.
Whatever reads or deletes rows, and the end of ``run``, first writes what was handed over: an orderly end loses nothing.
A crash of ours (kill -9) loses the calls of the last moment: those of the last :data:`GATHER_S` and of the
write that is under way, and never more than :data:`MOST_WAITING`.

Every method but ``take`` and ``run`` raises :class:`~app.domain.errors.StorageUnavailable` when the file cannot be
read or written.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import anyio

from app.domain.calls import CallClass, CallId, IntegrationId, Origin, Surface, ToolRef
from app.domain.errors import StorageUnavailable
from app.domain.turn import TurnId
from app.storage.database import Database

__all__ = ["GATHER_S", "LONGEST_PAGE", "MOST_WAITING", "MOST_WAITING_TEXT", "Journal", "JournalEntry"]

log = logging.getLogger(__name__)

MOST_WAITING: Final = 256
"""Calls that wait for the disk; who comes next waits for it by itself."""
MOST_WAITING_TEXT: Final = 4 * 1024 * 1024
"""Characters of their arguments, before the last one; those of one call may have a million."""
GATHER_S: Final = 0.02
"""From a call to the write: those that follow each other at once share it, for a write costs more than a call."""
_WRITE_S: Final = 6.0
"""For what waits; SQLite gives up on a file that another process holds after 5."""

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
        self._waiting: list[JournalEntry] = []
        self._text = 0
        """Characters of what waits."""
        self._news: anyio.Event | None = None
        """``None``: nobody writes behind."""
        self._writing = anyio.Lock()

    async def run(self) -> None:
        """Write behind until cancelled, and then what is left."""
        self._news = anyio.Event()
        try:
            while True:
                await self._news.wait()
                await anyio.sleep(GATHER_S)
                self._news = anyio.Event()
                await self._write_waiting()
        finally:
            self._news = None
            await self._write_waiting()

    def take(self, entry: JournalEntry) -> bool:
        """Take a call over, to be written in a moment; ``False``: nobody would write it, or too much waits already."""
        is_full = len(self._waiting) >= MOST_WAITING or self._text >= MOST_WAITING_TEXT
        if self._news is None or is_full:
            return False
        self._waiting.append(entry)
        self._text += len(entry.arguments)
        self._news.set()
        return True

    async def add(self, entry: JournalEntry) -> None:
        """Write a call down now, after those that wait."""
        await self._write_waiting()
        await self._write([entry])

    async def _write_waiting(self) -> None:
        """Write down what was taken over, also when cancelled; what cannot be written is told and given up."""
        if not self._waiting and not self._writing.locked():
            return
        entries: list[JournalEntry] = []
        try:
            with anyio.fail_after(_WRITE_S, shield=True):
                async with self._writing:
                    entries, self._waiting, self._text = self._waiting, [], 0
                    await self._write(entries)
        except (StorageUnavailable, TimeoutError) as error:
            log.warning("%d calls are missing in the journal: %s", len(entries), error)

    async def _write(self, entries: Sequence[JournalEntry]) -> None:
        if entries:
            await self._database.write(lambda connection: connection.executemany(_ADD, map(_row, entries)))

    async def page(
        self, *, before: int = 0, limit: int = LONGEST_PAGE, integration: IntegrationId | None = None
    ) -> tuple[tuple[JournalEntry, ...], bool]:
        """Return up to ``limit`` calls, newest first, and whether there are more.

        ``before``: the ``row`` of the last entry that is known; 0 begins at the newest. ``limit`` is kept in 1..200.
        """
        await self._write_waiting()
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
        await self._write_waiting()
        return await self._database.write(lambda connection: connection.execute(statement, (value,)).rowcount)


def _row(entry: JournalEntry) -> tuple[object, ...]:
    return (
        *(entry.call_id, entry.at_unix_s, entry.ref.integration, _utf8(entry.ref.tool), entry.origin.value),
        *(entry.turn_id or "", _utf8(entry.arguments), "" if entry.surface is None else entry.surface.value),
        *(entry.actor, "" if entry.failure is None else entry.failure.value, _utf8(entry.message)),
        entry.duration_s,
    )


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
