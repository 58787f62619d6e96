"""Voxnotch is killed at a hundred random points of turn after turn: nothing finished is lost, nothing is corrupt.

Issue 2, item 7. A real process uses the real stores; ``kill -9`` is what an out-of-memory killer or a person in a
hurry does. One data folder lives through all of it, so each round also starts on what the last kill left.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import time
import wave
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Self

import anyio
import anyio.lowlevel
import pytest

from app.domain.turn import FinishedTurn, TurnId, TurnKind, TurnOutcome, new_turn_id
from app.storage.database import Database
from app.storage.history import History
from app.storage.takes import TakeStore

MODULE = "tests.journeys.test_kill_storage"
KILLS = 100
SEED = 20_261_130
LONGEST_LIFE_S = 0.1
"""Some turns of the child, which dictates without a pause."""
CHUNK = bytes(range(256)) * 4
LIMIT_S = 20.0
"""For the nursery to fork and a killed child to be gone."""


def samples(turn_id: TurnId) -> bytes:
    """Return the sound of a turn: its length, too, follows from its id."""
    return CHUNK * (1 + int(turn_id[-4:], 16) % 60)


def words(turn_id: TurnId) -> str:
    return f"said in {turn_id} 会議"


def finished(turn_id: TurnId) -> FinishedTurn:
    return FinishedTurn(
        turn_id=turn_id,
        kind=TurnKind.DICTATE,
        started_unix_s=int(turn_id[:12], 16) / 1000,
        outcome=TurnOutcome.INSERTED,
        text=words(turn_id),
        raw_text=words(turn_id),
        language="en",
        model="tiny.en",
        audio_s=len(samples(turn_id)) / 32_000,
        app_id="gedit",
        has_audio=True,
    )


async def live(folder: Path) -> None:
    """Be the child: turn after turn until killed, telling each one that is finished."""
    history = History(await Database.open(folder / "history.sqlite"))
    store = TakeStore(folder / "takes")
    say("open")
    while True:
        now = time.time()
        turn_id = new_turn_id(now)
        await history.begin(turn_id, TurnKind.DICTATE, now, "gedit")
        take = await store.begin(turn_id)
        sound = samples(turn_id)
        for at in range(0, len(sound), len(CHUNK)):
            take.write(sound[at : at + len(CHUNK)])
            await anyio.lowlevel.checkpoint()
        await take.finish()
        await history.finish(finished(turn_id))
        say("done", turn_id)


def serve(folder: str) -> None:
    """Be the nursery: import once, and fork a child for each line of input; say when it is dead."""
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            anyio.run(live, Path(folder))
        say("born", str(child))
        say("dead", str(os.waitpid(child, 0)[1]))


def say(*words: str) -> None:
    """Write a line in one piece: a pipe takes so little whole or not at all."""
    os.write(1, (" ".join(words) + "\n").encode())


class Nursery:
    """Children of one process, killed one after the other."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {MODULE} import serve; serve({str(folder)!r})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            bufsize=0,
        )
        self._unread = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=LIMIT_S)

    def kill_one(self, life_s: float, since: str) -> list[TurnId]:
        """Let a child live for ``life_s`` since it was "born" or "open", kill it, and return the turns that it told."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"go\n")
        told: list[TurnId] = []
        child, killed, until = 0, False, time.monotonic() + LIMIT_S
        while True:
            match self._line(until):
                case ["born", pid]:
                    child = int(pid)
                    until = time.monotonic() + (life_s if since == "born" else LIMIT_S)
                case ["open"]:
                    until = time.monotonic() + life_s if since == "open" else until
                case ["dead", status]:
                    assert os.WTERMSIG(int(status)) == signal.SIGKILL
                    return told
                case ["done", turn_id]:
                    told.append(TurnId(turn_id))
                case []:
                    assert child, "no child was born in time"
                    assert not killed, "the child did not die in time"
                    os.kill(child, signal.SIGKILL)
                    killed, until = True, time.monotonic() + LIMIT_S
                case line:
                    raise AssertionError(line)

    def _line(self, until: float) -> list[str]:
        """Return the words of the next line; none when the time is up."""
        assert self._process.stdout is not None
        while b"\n" not in self._unread:
            ready, _, _ = select.select([self._process.stdout], [], [], max(until - time.monotonic(), 0))
            if not ready:
                return []
            piece = os.read(self._process.stdout.fileno(), 65_536)
            assert piece, "the nursery ended"
            self._unread += piece
        line, self._unread = self._unread.split(b"\n", 1)
        return line.decode().split()


async def inspect(folder: Path, told: list[TurnId]) -> list[float]:
    """Check what the kill left, mend the unfinished turn as the next start would, and return its seconds."""
    database = await Database.open(folder / "history.sqlite")
    try:
        history, store = History(database), TakeStore(folder / "takes")
        check = await database.read(lambda c: c.execute("PRAGMA integrity_check").fetchall())
        assert check == [("ok",)]
        for turn_id in told:
            assert await history.get(turn_id) == finished(turn_id)
            assert sound_of(store.path(turn_id)) == samples(turn_id)
        recovered: list[float] = []
        for turn_id in await history.unfinished():
            seconds = await store.recover(turn_id)
            recovered.append(seconds)
            if seconds:
                sound = sound_of(store.path(turn_id))
                assert len(sound) == round(seconds * 32_000)  # a kill in mid chunk leaves no round number of seconds
                assert samples(turn_id).startswith(sound)
                await history.finish(replace(finished(turn_id), outcome=TurnOutcome.RECOVERED, audio_s=seconds))
            else:
                assert not store.path(turn_id).exists()
                await history.delete(turn_id)
        assert await history.unfinished() == ()
        # A take is begun after its row, so no file is without one.
        for turn_id in await store.stray():
            assert await history.get(turn_id) is not None
        return recovered
    finally:
        await database.close()


def sound_of(path: Path) -> bytes:
    with wave.open(str(path)) as file:
        return file.readframes(file.getnframes())


@pytest.mark.slow
@pytest.mark.timeout(100)
def test_a_hundred_kills_lose_no_finished_take_and_corrupt_nothing(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    told: list[TurnId] = []
    cut_off: list[float] = []
    with Nursery(tmp_path) as nursery:
        for _ in range(KILLS):
            news = nursery.kill_one(chance.uniform(0, LONGEST_LIFE_S), chance.choice(["born", "open", "open", "open"]))
            cut_off += anyio.run(inspect, tmp_path, news)
            told += news
    with closing(sqlite3.connect(tmp_path / "history.sqlite")) as connection:
        kept = {row[0] for row in connection.execute("SELECT turn_id FROM turns WHERE finished")}
        assert kept >= set(told)
        connection.execute("INSERT INTO turn_search (turn_search, rank) VALUES ('integrity-check', 1)")
    assert all(sound_of(tmp_path / "takes" / f"{turn_id}.wav") == samples(turn_id) for turn_id in told)
    # Otherwise the kills came where nothing could go wrong.
    assert len(told) > KILLS / 10
    assert len(cut_off) > KILLS / 10
    assert any(seconds > 0 for seconds in cut_off)
