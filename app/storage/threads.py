"""Threads of agent turns: which one goes on, what was said in it, and the list of all (M-12.5 to M-12.7).

Called by the core loop (``runtime``) and by the local API; the statements run on the thread of
:class:`~app.storage.database.Database`. A thread is its finished turns: it comes with the first and goes with the
last. What is open in it now only runtime knows, and hands over as ``states``.

Every method raises :class:`~app.domain.errors.StorageUnavailable` when the file cannot be read or written.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.domain.calls import CallId
from app.domain.threads import PastTurn, Thread, ThreadState, TurnCall
from app.domain.turn import ThreadId, TurnId
from app.storage.database import Database
from app.storage.turn_calls import CALL_COLUMNS, turn_call
from app.storage.turn_rows import TURN_COLUMNS, finished_turn

__all__ = ["LONGEST_PAGE", "NO_STATES", "USUAL_PAGE", "LiveStates", "Threads"]

USUAL_PAGE: Final = 50
LONGEST_PAGE: Final = 200
"""Threads, M-12.6."""

LiveStates = Mapping[ThreadId, tuple[ThreadState, tuple[CallId, ...]]]
"""What is open now: the state of each thread that is not idle, and the calls whose questions wait in it."""
NO_STATES: Final[LiveStates] = {}

_LONGEST_TITLE: Final = 80
"""Characters: a line of a list."""
_TITLE_READ: Final = 400
"""Characters of the first words that a title is made of."""
_NEWEST: Final = 2**63 - 1
"""Largest row id of SQLite: before it is everything."""

_THREAD: Final = f"""
SELECT threads.thread_id, substr(first.text, 1, {_TITLE_READ}),
       max(last.ended_unix_s, last.started_unix_s + last.audio_s), threads.last_turn
FROM threads JOIN turns AS first ON first.id = threads.first_turn JOIN turns AS last ON last.id = threads.last_turn
"""  # noqa: S608 -- constants
_NEWEST_THREADS: Final = _THREAD + "WHERE threads.last_turn < ? ORDER BY threads.last_turn DESC LIMIT ?"
_ONE_THREAD: Final = _THREAD + "WHERE threads.thread_id = ?"
_TURNS: Final = f"SELECT {TURN_COLUMNS} FROM kept_turns WHERE thread_id = ? ORDER BY id"  # noqa: S608 -- constants
_TURN_IDS: Final = "SELECT turn_id FROM kept_turns WHERE thread_id = ? ORDER BY id"
_PAST: Final = """
SELECT kept_turns.id, turn_id, text, answer, context FROM kept_turns
LEFT JOIN turn_contexts ON turn_contexts.turn = kept_turns.id
WHERE thread_id = ? ORDER BY kept_turns.id DESC LIMIT ?
"""
_CALLS: Final = f"SELECT {CALL_COLUMNS} FROM turn_calls WHERE turn = ? ORDER BY position"  # noqa: S608 -- constants
_KEEP_CONTEXT: Final = """
INSERT INTO turn_contexts (turn, context) SELECT id, ? FROM turns WHERE turn_id = ?
ON CONFLICT (turn) DO UPDATE SET context = excluded.context
"""

_CURSOR: Final = re.compile(r"(?:t(?P<row>[0-9]{1,19})|n(?P<id>[0-9a-f]{1,40}))")


@dataclass(frozen=True, slots=True)
class _Listed:
    """A thread with its place: those without a finished turn come first, then by their last turn, newest first."""

    thread: Thread
    row: int | None
    """Id of the row of its last turn; ``None``: its first turn is under way."""

    @property
    def place(self) -> tuple[int, str]:
        return (_NEWEST, self.thread.thread_id) if self.row is None else (self.row, "")

    @property
    def cursor(self) -> str:
        return f"n{self.thread.thread_id}" if self.row is None else f"t{self.row}"


class Threads:
    """The threads of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def newest(self, since_unix_s: float) -> ThreadId | None:
        """Return the thread of the last turn, when that ended after ``since_unix_s``."""

        def select(connection: sqlite3.Connection) -> ThreadId | None:
            found = list(_listed(connection.execute(_NEWEST_THREADS, (_NEWEST, 1))))
            return found[0].thread.thread_id if found and found[0].thread.updated_unix_s > since_unix_s else None

        return await self._database.read(select)

    async def past(self, thread_id: ThreadId, most: int) -> tuple[PastTurn, ...]:
        """Return the last ``most`` finished turns, oldest first, with their calls but not their cards."""

        def select(connection: sqlite3.Connection) -> tuple[PastTurn, ...]:
            rows = connection.execute(_PAST, (thread_id, max(most, 0))).fetchall()
            return tuple(_past_turn(row, _calls(connection, row[0])) for row in reversed(rows))

        return await self._database.read(select)

    async def keep_context(self, turn_id: TurnId, context: bytes) -> None:
        """Keep what the model layer wants to know of a turn; of one that is not there nothing is kept."""
        await self._database.write(lambda connection: connection.execute(_KEEP_CONTEXT, (context, turn_id)))

    async def page(
        self,
        *,
        states: LiveStates = NO_STATES,
        state: ThreadState | None = None,
        limit: int = USUAL_PAGE,
        cursor: str | None = None,
    ) -> tuple[tuple[Thread, ...], str | None]:
        """Return threads without their turns, last used first, and where the list goes on, or ``None`` (M-12.6).

        ``state``: only those; ``None``: all. ``limit`` is held within 1..200. A thread whose first turn is under way
        has no words yet, and its title is "".

        Raises:
            ValueError: not a cursor that this method returned.
        """
        wanted = min(max(limit, 1), LONGEST_PAGE)
        end = _end(cursor)

        def select(connection: sqlite3.Connection) -> list[_Listed]:
            live = [one for each in states if (one := _live(connection, each, states)) is not None]
            found = sorted(live, key=lambda one: one.place, reverse=True)
            if state in (None, ThreadState.IDLE):
                # Those that are live are among them too, and counted once.
                rows = connection.execute(_NEWEST_THREADS, (end[0], wanted + 1 + len(live)))
                found += [one for one in _listed(rows) if one.thread.thread_id not in states]
                found.sort(key=lambda one: one.place, reverse=True)
            fitting = (one for one in found if state in (None, one.thread.state) and one.place < end)
            return [one for one, _ in zip(fitting, range(wanted + 1), strict=False)]

        found = await self._database.read(select)
        goes_on = found[wanted - 1].cursor if len(found) > wanted else None
        return tuple(one.thread for one in found[:wanted]), goes_on

    async def get(self, thread_id: ThreadId, *, states: LiveStates = NO_STATES) -> Thread | None:
        """Return a thread with its finished turns (M-12.7)."""

        def select(connection: sqlite3.Connection) -> Thread | None:
            found = _live(connection, thread_id, states)
            if found is None:
                return None
            turns = tuple(finished_turn(row) for row in connection.execute(_TURNS, (thread_id,)))
            return replace(found.thread, turns=turns)

        return await self._database.read(select)

    async def turn_ids(self, thread_id: ThreadId) -> tuple[TurnId, ...]:
        """Return its finished turns, oldest first."""
        return await self._database.read(lambda connection: _ids(connection, thread_id))

    async def delete(self, thread_id: ThreadId) -> tuple[TurnId, ...]:
        """Remove its finished turns for good, with their calls; return them, oldest first."""

        def remove(connection: sqlite3.Connection) -> tuple[TurnId, ...]:
            gone = _ids(connection, thread_id)
            connection.execute("DELETE FROM turns WHERE thread_id = ? AND finished", (thread_id,))
            return gone

        return await self._database.write(remove, durable=True)


def _end(cursor: str | None) -> tuple[int, str]:
    """Return the place below which a page begins."""
    if cursor is None:
        return (_NEWEST, "~")  # sorts behind every id
    read = _CURSOR.fullmatch(cursor)
    if read is None or int(read["row"] or 0) > _NEWEST:
        raise ValueError("no cursor of a list of threads")
    return (_NEWEST, read["id"]) if read["id"] else (int(read["row"]), "")


def _listed(rows: sqlite3.Cursor) -> Iterator[_Listed]:
    for thread_id, words, updated, row in rows:
        yield _Listed(Thread(ThreadId(thread_id), _title(words), float(updated)), int(row))


def _live(connection: sqlite3.Connection, thread_id: ThreadId, states: LiveStates) -> _Listed | None:
    """Find one thread, with what is open in it; one of which no turn is finished is known by that alone."""
    state, pending = states.get(thread_id, (ThreadState.IDLE, ()))
    found = next(_listed(connection.execute(_ONE_THREAD, (thread_id,))), None)
    if found is None and thread_id not in states:
        return None
    if found is None:
        found = _Listed(Thread(thread_id, "", int(thread_id[:12], 16) / 1000), None)
    return replace(found, thread=replace(found.thread, state=state, pending=pending))


def _title(words: str) -> str:
    line = " ".join(words.split())
    if len(line) <= _LONGEST_TITLE:
        return line
    return line[: _LONGEST_TITLE - 1].rstrip() + "…"


def _past_turn(row: Sequence[object], calls: tuple[TurnCall, ...]) -> PastTurn:
    _, turn_id, said, answer, context = row
    return PastTurn(
        turn_id=TurnId(str(turn_id)),
        said=str(said),
        answer=str(answer),
        context=context if isinstance(context, bytes) else b"",
        calls=calls,
    )


def _calls(connection: sqlite3.Connection, turn: int) -> tuple[TurnCall, ...]:
    return tuple(turn_call(row) for row in connection.execute(_CALLS, (turn,)))


def _ids(connection: sqlite3.Connection, thread_id: ThreadId) -> tuple[TurnId, ...]:
    return tuple(TurnId(row[0]) for row in connection.execute(_TURN_IDS, (thread_id,)))
