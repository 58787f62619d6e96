"""The export of history: all of it, whole or not at all, for this person alone."""

from __future__ import annotations

import errno
import json
import os
import resource
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.domain.calls import CallClass
from app.domain.errors import Bug, StorageUnavailable
from app.domain.turn import TurnKind, TurnOutcome
from app.settings.paths import resources_folder
from app.storage.database import Database
from app.storage.export import export_history
from app.storage.history import History
from app.storage.turn_calls import TurnCalls
from tests.unit.storage.agent_turn_fixtures import CARD, START, THREAD, agent_turn, turn_call

pytestmark = pytest.mark.anyio

NAMES = resources_folder() / "docs" / "data.md"


class Kept:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.history = History(database)
        self.calls = TurnCalls(database)

    async def export(self, path: Path) -> None:
        with anyio.fail_after(10):
            await export_history(self.history, self.calls, path, now_unix_s=START)

    async def read_back(self, path: Path) -> dict[str, Any]:
        await self.export(path)
        return json.loads(await anyio.Path(path).read_text("utf-8"))


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    opened = await Database.open(tmp_path / "data" / "history.sqlite")
    yield Kept(opened)
    await opened.close()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    return folder / "history.json"


async def test_every_turn_is_there_newest_first_with_its_calls_and_cards(kept: Kept, target: Path) -> None:
    spoken = replace(
        agent_turn(1, "buy “milk” \u2028", kind=TurnKind.DICTATE, outcome=TurnOutcome.INSERTED),
        **dict.fromkeys(("thread_id",), None), answer="", ended_unix_s=0.0,
    )  # fmt: skip
    asked = agent_turn(2, outcome=TurnOutcome.FAILED, error_code="agent-timeout")
    for turn in (spoken, asked):
        await kept.history.finish(turn)
    await kept.calls.add(asked.turn_id, [turn_call(1, card=CARD), turn_call(2, failure=CallClass.TIMEOUT)])
    found = await kept.read_back(target)
    head = {name: value for name, value in found.items() if name != "turns"}
    assert head == {"format": "voxnotch-history", "version": 1, "exportedAt": "2027-01-15T08:00:00.000+00:00"}
    new, old = found["turns"]
    assert new["calls"][1]["failure"] == "timeout"
    assert new["calls"][0].pop("card")["blocks"][1]["children"][0]["items"][0]["label"] == "Regen ☔"
    assert new | {"calls": []} == {
        "id": asked.turn_id,
        "kind": "agent",
        "startedAt": "2027-01-15T08:02:00.000+00:00",
        "endedAt": "2027-01-15T08:02:04.000+00:00",
        "outcome": "failed",
        "text": asked.text,
        "threadId": THREAD,
        "answer": asked.answer,
        "route": "model",
        "model": "llama3.2",
        "error": "agent-timeout",
        "rawText": asked.text,
        "language": "en",
        "speechModel": "tiny.en",
        "audioSeconds": 1.5,
        "app": "gedit",
        "calls": [],
    }
    assert new["calls"][0] == {
        "id": "call-1",
        "integration": "com.example.weather",
        "integrationName": "Weather “Ü”",
        "tool": "forecast",
        "toolTitle": "Forecast",
        "durationSeconds": 0.25,
    }
    assert old["text"] == "buy “milk” \u2028"
    assert old["endedAt"] == "2027-01-15T08:01:01.500+00:00"
    assert "calls" not in old
    assert "answer" not in old


async def test_every_name_of_the_file_is_documented(kept: Kept, target: Path) -> None:
    turn = agent_turn(1, error_code="agent-timeout")
    await kept.history.finish(turn)
    await kept.calls.add(turn.turn_id, [turn_call(1, card=CARD, failure=CallClass.TIMEOUT)])
    found = await kept.read_back(target)
    text = await anyio.Path(NAMES).read_text("utf-8")
    names = [*found, *found["turns"][0], *found["turns"][0]["calls"][0]]
    assert [name for name in names if f"`{name}`" not in text] == []


@pytest.mark.parametrize("count", [0, 1, 50, 51, 120])
async def test_histories_of_any_length_are_whole(kept: Kept, target: Path, count: int) -> None:
    turns = [agent_turn(number) for number in range(count)]
    for turn in turns:
        await kept.history.finish(turn)
    found = await kept.read_back(target)
    assert [turn["id"] for turn in found["turns"]] == [turn.turn_id for turn in reversed(turns)]


async def test_the_file_is_private_replaces_the_one_that_was_there_and_nothing_is_left_beside_it(
    kept: Kept, target: Path
) -> None:
    place = anyio.Path(target)
    await place.write_text("old")
    await place.chmod(0o644)
    await kept.export(target)
    assert (await place.stat()).st_mode & 0o777 == 0o600
    assert [each.name async for each in place.parent.iterdir()] == [target.name]


async def test_a_link_stays_one(kept: Kept, target: Path) -> None:
    link = anyio.Path(target.with_name("link.json"))
    await anyio.Path(target).write_text("old")
    await link.symlink_to(target.name)
    await kept.export(Path(link))
    assert await link.is_symlink()
    assert "voxnotch-history" in await anyio.Path(target).read_text()


async def refused(kept: Kept, path: Path) -> StorageUnavailable:
    with pytest.raises(StorageUnavailable) as caught:
        await kept.export(path)
    return caught.value


async def test_what_is_no_file_is_left_alone(kept: Kept, target: Path) -> None:
    os.mkfifo(target)
    before = os.lstat(target)
    assert str(await refused(kept, target)).count("EINVAL")
    assert os.lstat(target).st_ino == before.st_ino
    assert (await refused(kept, target.parent)).code == "storage-unavailable"
    assert (await refused(kept, Path("/dev/null"))).code == "storage-unavailable"


@pytest.mark.parametrize("name", ["no/such/folder.json", "nul\0.json", "n" * 5000])
async def test_a_place_that_there_is_not_is_told(kept: Kept, target: Path, name: str) -> None:
    assert (await refused(kept, target.with_name("x").parent / name)).code == "storage-unavailable"


@pytest.mark.parametrize(("turns", "most_bytes"), [(60, 10_000), (1, 100)], ids=["half way", "at the end"])
async def test_a_disk_that_is_full_leaves_what_was_there(kept: Kept, target: Path, turns: int, most_bytes: int) -> None:
    place = anyio.Path(target)
    await place.write_text("old")
    for number in range(turns):
        await kept.history.finish(agent_turn(number, "word " * 100))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    try:
        error = await refused(kept, target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (error.code, str(error).count(errno.errorcode[errno.EFBIG])) == ("storage-full", 1)
    assert await place.read_text() == "old"
    assert [each.name async for each in place.parent.iterdir()] == [target.name]


async def test_a_history_that_cannot_be_read_leaves_nothing(kept: Kept, target: Path) -> None:
    await kept.history.finish(agent_turn(1))
    await kept.database.write(lambda c: c.execute("DROP TABLE turn_calls"))
    with pytest.raises(Bug):
        await kept.export(target)
    assert [each async for each in anyio.Path(target.parent).iterdir()] == []


async def test_an_export_that_is_cancelled_leaves_nothing(kept: Kept, target: Path) -> None:
    await kept.history.finish(agent_turn(1))
    with anyio.CancelScope() as scope:
        scope.cancel()
        await kept.export(target)
    assert [each async for each in anyio.Path(target.parent).iterdir()] == []
