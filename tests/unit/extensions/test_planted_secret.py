"""A secret is planted, a server that tells it everywhere runs, and everything that is left behind is searched.

Of this layer: key store, environments, arguments, standard error, log. What the executor, the journal and the cards
leave behind is searched by their own tests.
"""

from __future__ import annotations

import base64
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import anyio
import pytest
from anyio.abc import TaskGroup

from app.domain.calls import IntegrationId
from app.domain.integrations import LogSource
from app.extensions.environment import child_environment
from app.extensions.guard import Guard
from app.extensions.log_ring import LogRing
from app.extensions.process import ServerProcess, StartFailed
from app.extensions.secrets import SecretStore
from tests.unit.extensions.secret_service import bus, fresh_choice, start_key_store
from tests.unit.extensions.server_programs import PYTHON, ignore, line_of

__all__ = ["bus", "fresh_choice"]

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.slow,
    pytest.mark.usefixtures("fresh_choice"),
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]

SECRET = "planted-7f3a/91+c=0d&e!2b"
FORMS = [form.encode() for form in (SECRET, quote(SECRET, safe=""), base64.b64encode(SECRET.encode()).decode()[:30])]

TELLTALE = (
    *PYTHON,
    (
        "import base64, json, os, sys; from urllib.parse import quote; key = os.environ['API_KEY'];"
        "say = lambda text: print(text, file=sys.stderr);"
        "say('key ' + key); say(json.dumps({'key': key})); say(quote(key, safe=''));"
        "say('Authorization: Basic ' + base64.b64encode(('user:' + key).encode()).decode());"
        "say('x' * 1990 + key); say('x' * 16380 + key); print(key); sys.stdin.read(); sys.stderr.write(key[:12])"
    ),
)
"""Prints its key in every way that a careless program does."""


def told_in(content: bytes) -> bool:
    return any(form in content for form in FORMS)


def seen_of(pid: int) -> dict[str, bytes]:
    """Return what others on this machine may see of a process, and its environment."""
    folder = Path("/proc") / str(pid)
    return {name: (folder / name).read_bytes() for name in ("cmdline", "comm", "environ")}


def files_that_tell(folder: Path) -> list[str]:
    return [str(file) for file in folder.rglob("*") if file.is_file() and told_in(file.read_bytes())]


@pytest.fixture
async def yard() -> AsyncIterator[tuple[Guard, TaskGroup]]:
    async with Guard() as guard, anyio.create_task_group() as tasks:
        yield guard, tasks


@pytest.mark.clause("V-5.10", "V-5.13", "V-18.2", "V-19.7")
async def test_a_planted_secret_is_nowhere_but_in_the_store_and_in_the_environment_of_its_server(
    bus: dict[str, str], tmp_path: Path, yard: tuple[Guard, TaskGroup], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    guard, tasks = yard
    notes, mail = IntegrationId("com.example.notes"), IntegrationId("com.example.mail")
    with start_key_store(bus, tmp_path, unlocked=True):
        store = SecretStore()
        await store.store(notes, {"API_KEY": SECRET})
        values = await store.load(notes, ["API_KEY"])
        others = await store.load(mail, ["API_KEY"])
    assert (values, others) == ({"API_KEY": SECRET}, {})
    log = await LogRing.open(tmp_path / "logs" / f"{notes}.log", time.time)
    log.set_secrets(values.values())

    data = tmp_path / "data"
    data.mkdir()
    mine = child_environment("/usr/bin:/bin", values, data)
    async with await ServerProcess.start(
        TELLTALE,
        cwd=data,
        environment=mine,
        guard=guard,
        owner=tasks,
        on_stderr=lambda line: log.add(LogSource.STDERR, line),
    ) as server:
        assert await line_of(server) == SECRET
        async with await ServerProcess.start(
            [*PYTHON, "import sys; print('up'); sys.stdin.read()"],
            cwd=data,
            environment=child_environment("/usr/bin:/bin", others, data),
            guard=guard,
            owner=tasks,
            on_stderr=ignore,
        ) as other:
            await line_of(other)
            assert guard.pid is not None
            seen = {name: seen_of(pid) for name, pid in (("server", server.pid), ("other", other.pid))}
            seen["guard"] = seen_of(guard.pid)
    with pytest.raises(StartFailed) as caught:
        await ServerProcess.start(
            ["/no/such/program"], cwd=data, environment=mine, guard=guard, owner=tasks, on_stderr=ignore
        )
    await log.close()

    # It did arrive, so the search below can find it.
    assert told_in(seen["server"].pop("environ"))
    assert not any(told_in(content) for parts in seen.values() for content in parts.values())
    assert files_that_tell(tmp_path) == []
    assert len(log.lines()) == 7
    assert sum("***" in line.text for line in log.lines()) == 6
    assert not any(told_in(line.text.encode()) or "planted" in line.text for line in log.lines())
    assert not told_in(caplog.text.encode())
    assert not told_in(f"{caught.value!r} {caught.value}".encode())
