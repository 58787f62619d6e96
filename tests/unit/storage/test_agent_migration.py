"""A history of before the agent becomes one with it, and an older Voxnotch goes on with the same file."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from app.domain.turn import AnswerRoute, FinishedTurn, TurnId, TurnKind, TurnOutcome
from app.storage.database import Database
from app.storage.history import History
from app.storage.threads import Threads
from app.storage.turn_calls import TurnCalls
from tests.unit.storage.agent_turn_fixtures import THREAD, agent_turn, turn_call

pytestmark = pytest.mark.anyio

OLD_WRITE = """
INSERT INTO turns (turn_id, finished, kind, started_unix_s, outcome, text, raw_text, language, model, audio_s, app_id,
                   has_audio, error_code, words)
VALUES (?, 1, 'dictate', ?, 'inserted', ?, ?, 'en', 'tiny.en', 1.5, 'gedit', 1, '', ?)
ON CONFLICT (turn_id) DO UPDATE SET finished = excluded.finished, text = excluded.text, words = excluded.words
"""
"""What Voxnotch of version 1000 writes."""
OLD_COLUMNS = 13
"""So many Voxnotch of version 1000 reads of each row of ``finished_turns``."""


def old_file(path: Path, *texts: str) -> list[TurnId]:
    """Make a file of version 1000 with rows, the last of which is being recorded."""
    script = (resources.files("app.storage") / "migrations" / "0001_initial.sql").read_text("utf-8")
    connection = sqlite3.connect(path)
    connection.executescript(f"{script}; PRAGMA user_version = 1000;")
    ids = [TurnId(f"{number:012x}00000000") for number in range(1, len(texts) + 1)]
    for turn_id, text in zip(ids, texts, strict=True):
        connection.execute(OLD_WRITE, (turn_id, 5.0, text, text, None))
    connection.execute("UPDATE turns SET finished = 0 WHERE turn_id = ?", (ids[-1],))
    connection.commit()
    connection.close()
    return ids


async def test_rows_of_before_keep_all_they_had_and_are_still_found(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    ids = old_file(path, "buy oat milk", "call the plumber", "half a word")
    database = await Database.open(path)
    history = History(database)
    one = FinishedTurn(
        ids[0], TurnKind.DICTATE, 5.0, TurnOutcome.INSERTED, "buy oat milk", "buy oat milk", "en", "tiny.en", 1.5,
        "gedit", has_audio=True,
    )  # fmt: skip
    assert await history.get(ids[0]) == one
    assert [turn.turn_id for turn in (await history.page("", None, 50))[0]] == [ids[1], ids[0]]
    assert await history.page("oat", None, 50) == ((one,), False)
    assert await history.unfinished() == (ids[2],)
    assert await Threads(database).page() == ((), None)
    await history.revise(ids[0], lambda turn: replace(turn, answer="done", thread_id=THREAD, route=AnswerRoute.ROUTER))
    assert [turn.turn_id for turn in (await history.page("done", None, 50))[0]] == [ids[0]]
    await database.close()


async def test_an_older_voxnotch_reads_writes_and_deletes_in_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    database = await Database.open(path)
    history, calls, threads = History(database), TurnCalls(database), Threads(database)
    first, second = agent_turn(1, "first"), agent_turn(2, "second")
    for turn in (first, second):
        await history.finish(turn)
        await calls.add(turn.turn_id, [turn_call(1)])

    def older(connection: sqlite3.Connection) -> None:
        rows = connection.execute("SELECT * FROM finished_turns ORDER BY id DESC").fetchall()
        assert [len(row) for row in rows] == [OLD_COLUMNS, OLD_COLUMNS]
        connection.execute(OLD_WRITE, (first.turn_id, 5.0, "recognised again", "", None))
        connection.execute(OLD_WRITE, ("0" * 20, 5.0, "a dictation", "", None))
        connection.execute("DELETE FROM turns WHERE turn_id = ?", (second.turn_id,))
        found = "SELECT rowid FROM turn_search WHERE turn_search MATCH 'recognised'"
        assert len(connection.execute(found).fetchall()) == 1

    await database.write(older)
    kept = await history.get(first.turn_id)
    assert kept is not None
    assert (kept.text, kept.answer, kept.thread_id) == ("recognised again", first.answer, THREAD)
    assert await calls.of(second.turn_id) == ()
    thread = await threads.get(THREAD)
    assert thread is not None
    assert thread.turns == (kept,)
    await database.write(
        lambda c: c.execute("INSERT INTO turn_search (turn_search, rank) VALUES ('integrity-check', 1)")
    )
    await database.close()


async def test_a_newer_file_with_more_columns_is_read_as_before(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    database = await Database.open(path)
    await History(database).finish(agent_turn(1))
    await database.close()
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        ALTER TABLE turns ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine';
        DROP VIEW kept_turns;
        CREATE VIEW kept_turns AS SELECT *, 'more' AS more FROM turns WHERE finished;
        ALTER TABLE turn_calls ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue';
        UPDATE turns SET route = 'telepathy';
        PRAGMA user_version = 1099;
        """
    )
    connection.close()
    database = await Database.open(path)
    history = History(database)
    ((turn,), _) = await history.page("umbrella", None, 50)
    assert (turn.answer, turn.route) == ("Take an umbrella.", AnswerRoute.NONE)
    await history.finish(replace(turn, answer="No more."))
    await TurnCalls(database).add(turn.turn_id, [turn_call(1)])
    assert await TurnCalls(database).of(turn.turn_id) == (turn_call(1),)
    await database.close()
