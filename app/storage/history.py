"""Turns as rows: what was said, where it went, and the search over it.

Called by the core loop (``runtime``) and the command line; the statements run on the thread of
:class:`~app.storage.database.Database`. Rows are always listed in the order in which their turns were begun, newest
first, and found by the index from the newest on: nothing is ever ranked, so a common word costs no more than a rare
one.

Every method raises :class:`~app.domain.errors.StorageUnavailable` when the file cannot be read or written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final

from app.domain.turn import FinishedTurn, TurnId, TurnKind, TurnOutcome
from app.storage.database import Database
from app.storage.search import match_query
from app.storage.turn_rows import TURN_COLUMNS, as_utf8, finished_turn, turn_row

__all__ = ["History"]

LONGEST_PAGE: Final = 200
"""Rows; what one page may ask for (``RequestHistory.limit``)."""

_SIGNS_WINDOW: Final = 1000
"""Newest rows that are read one by one for a query of signs alone, which no index holds (an emoji, "?!")."""

_NEWEST: Final = 2**63 - 1
"""Largest row id of SQLite: before it is everything."""

_MARK: Final = """
INSERT INTO turns (turn_id, finished, kind, started_unix_s, outcome, text, raw_text, language, model, audio_s, app_id,
                   has_audio, error_code, words, thread_id, answer, route, answer_model, ended_unix_s)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (turn_id) DO """
_BEGIN: Final = _MARK + "NOTHING"
_FINISH: Final = (
    _MARK
    + """UPDATE SET
    finished = excluded.finished, kind = excluded.kind, started_unix_s = excluded.started_unix_s,
    outcome = excluded.outcome, text = excluded.text, raw_text = excluded.raw_text, language = excluded.language,
    model = excluded.model, audio_s = excluded.audio_s, app_id = excluded.app_id, has_audio = excluded.has_audio,
    error_code = excluded.error_code, words = excluded.words, thread_id = excluded.thread_id,
    answer = excluded.answer, route = excluded.route, answer_model = excluded.answer_model,
    ended_unix_s = excluded.ended_unix_s
"""
)

_SELECT: Final = f"SELECT {TURN_COLUMNS} FROM kept_turns "  # noqa: S608 -- constants
_GET: Final = _SELECT + "WHERE turn_id = ?"
_LAST_TEXT: Final = _SELECT + "WHERE text <> '' AND kind = 'dictate' ORDER BY id DESC LIMIT 1"
_PAGE: Final = _SELECT + "WHERE id < ? ORDER BY id DESC LIMIT ?"
_PAGE_OF_WORDS: Final = (
    f"SELECT {TURN_COLUMNS} FROM turn_search JOIN kept_turns ON kept_turns.id = turn_search.rowid "  # noqa: S608
    "WHERE turn_search MATCH ? AND turn_search.rowid < ? ORDER BY turn_search.rowid DESC LIMIT ?"
)
_PAGE_OF_SIGNS: Final = (
    f"SELECT {TURN_COLUMNS} FROM (SELECT * FROM kept_turns ORDER BY id DESC LIMIT ?) "  # noqa: S608 -- constants
    "WHERE id < ? AND (instr(text, ?) OR instr(answer, ?)) ORDER BY id DESC LIMIT ?"
)


class History:
    """The rows of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, turn_id: TurnId, kind: TurnKind, started_unix_s: float, app_id: str) -> None:
        """Mark a turn as being recorded; it is on no page until it is finished, and not reset if it is already."""
        blank = FinishedTurn(
            turn_id, kind, started_unix_s, TurnOutcome.RECOVERED, "", "", "", "", 0.0, app_id, has_audio=False
        )
        row = (turn_id, 0, *turn_row(blank)[2:])
        await self._database.write(lambda connection: connection.execute(_BEGIN, row))

    async def finish(self, turn: FinishedTurn) -> None:
        """Save a turn, or replace what is known of it; it keeps its place in the order."""
        row = turn_row(turn)
        await self._database.write(lambda connection: connection.execute(_FINISH, row), durable=True)

    async def revise(self, turn_id: TurnId, change: Callable[[FinishedTurn], FinishedTurn]) -> None:
        """Change a finished turn as it is now; one that was deleted meanwhile stays deleted.

        ``change`` runs on the worker thread, inside the transaction.
        """

        def apply(connection: sqlite3.Connection) -> None:
            row = connection.execute(_GET, (turn_id,)).fetchone()
            if row is not None:
                connection.execute(_FINISH, turn_row(change(finished_turn(row))))

        await self._database.write(apply, durable=True)

    async def get(self, turn_id: TurnId) -> FinishedTurn | None:
        """Return a finished turn."""
        return await self._one(_GET, turn_id)

    async def last_text(self) -> FinishedTurn | None:
        """Return the newest dictation that has words; what was said to the agent is nothing to paste."""
        return await self._one(_LAST_TEXT)

    async def page(self, query: str, before: TurnId | None, limit: int) -> tuple[tuple[FinishedTurn, ...], bool]:
        """Return up to ``limit`` turns older than ``before``, newest first, and whether there are more.

        ``query``: words that must all be in what was said or answered, in any case and with or without accents; the
        last one may be a beginning. Any text is allowed. ``limit`` is held within 1..200.
        """
        wanted = min(max(limit, 1), LONGEST_PAGE)

        def select(connection: sqlite3.Connection) -> list[FinishedTurn]:
            end = _NEWEST if before is None else _place(connection, before)
            return [finished_turn(row) for row in _matching(connection, query.strip(), end, wanted + 1)]

        found = await self._database.read(select)
        return tuple(found[:wanted]), len(found) > wanted

    async def drop_audio(self, turn_ids: Sequence[TurnId]) -> None:
        """Note that the takes of these turns are gone."""
        await self._each("UPDATE turns SET has_audio = 0 WHERE turn_id = ?", turn_ids)

    async def delete(self, turn_id: TurnId) -> None:
        """Remove a row for good; one that is not there is no fault."""
        await self._each("DELETE FROM turns WHERE turn_id = ?", (turn_id,))

    async def clear(self) -> tuple[TurnId, ...]:
        """Remove all finished rows for good, also from the index and the log; return their ids, oldest first.

        A turn that is being recorded stays.
        """

        def remove(connection: sqlite3.Connection) -> tuple[TurnId, ...]:
            gone = _ids(connection.execute("SELECT turn_id FROM turns WHERE finished ORDER BY id"))
            connection.execute("DELETE FROM turns WHERE finished")
            # Deleted words linger in the segments of the index until they are merged away.
            connection.execute("INSERT INTO turn_search (turn_search) VALUES ('rebuild')")
            return gone

        gone = await self._database.write(remove, durable=True)
        await self._database.compact()
        return gone

    async def unfinished(self) -> tuple[TurnId, ...]:
        """Return the turns still marked as recorded, oldest first; at the start: those of a run that died."""
        return await self._list("SELECT turn_id FROM turns WHERE NOT finished ORDER BY id")

    async def unknown(self, turn_ids: Sequence[TurnId]) -> tuple[TurnId, ...]:
        """Return those of which there is no row, in the order given; thousands take some 10 ms."""

        def select(connection: sqlite3.Connection) -> tuple[TurnId, ...]:
            here = "SELECT 1 FROM turns WHERE turn_id = ?"
            return tuple(each for each in turn_ids if connection.execute(here, (each,)).fetchone() is None)

        return await self._database.read(select)

    async def older_than(self, unix_s: float, *, with_audio: bool = False) -> tuple[TurnId, ...]:
        """Return the finished turns that started before ``unix_s``, oldest first; only those that keep their take."""
        statement = "SELECT turn_id FROM kept_turns WHERE started_unix_s < ? ORDER BY started_unix_s, id"
        if with_audio:
            statement = statement.replace("ORDER", "AND has_audio ORDER")
        return await self._list(statement, unix_s)

    async def _one(self, statement: str, *values: object) -> FinishedTurn | None:
        def select(connection: sqlite3.Connection) -> FinishedTurn | None:
            row = connection.execute(statement, values).fetchone()
            return None if row is None else finished_turn(row)

        return await self._database.read(select)

    async def _list(self, statement: str, *values: object) -> tuple[TurnId, ...]:
        return await self._database.read(lambda connection: _ids(connection.execute(statement, values)))

    async def _each(self, statement: str, turn_ids: Sequence[TurnId]) -> None:
        values = [(turn_id,) for turn_id in turn_ids]
        await self._database.write(lambda connection: connection.executemany(statement, values), durable=True)


def _matching(connection: sqlite3.Connection, query: str, end: int, limit: int) -> sqlite3.Cursor:
    if not query:
        return connection.execute(_PAGE, (end, limit))
    expression = match_query(query)
    if expression is None:
        return connection.execute(_PAGE_OF_SIGNS, (_SIGNS_WINDOW, end, as_utf8(query), as_utf8(query), limit))
    return connection.execute(_PAGE_OF_WORDS, (expression, end, limit))


def _place(connection: sqlite3.Connection, turn_id: TurnId) -> int:
    """Return the row id before which to go on; a row deleted meanwhile is placed by its time, which its id holds."""
    row = connection.execute("SELECT id FROM turns WHERE turn_id = ?", (turn_id,)).fetchone()
    if row is None:
        row = connection.execute("SELECT id + 1 FROM turns WHERE turn_id < ? ORDER BY turn_id DESC LIMIT 1", (turn_id,))
        row = row.fetchone()
    return 0 if row is None else int(row[0])


def _ids(cursor: sqlite3.Cursor) -> tuple[TurnId, ...]:
    return tuple(TurnId(row[0]) for row in cursor)
