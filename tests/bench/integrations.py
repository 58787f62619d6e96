"""Servers of integrations: what a call adds to bare pipes, how fast many are ready, and what each costs in memory.

Goals 10 and 12 of the performance notes: a call at most 3 times bare JSON-RPC on the same pipes (the library's own
session takes 7.7); ten servers made with the Python library, started together, at most 0.6 of one after another. A
call through the executor may take 1.3 of one by the library's session. All in turns in one run, against the same
servers.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import anyio
import psutil
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from app.bootstrap.integrations import IntegrationResources
from app.domain.calls import AskFor, IntegrationId, Origin, ToolCall, ToolRef, new_call_id
from app.domain.integrations import ServerStatus
from app.integrations.served import ServerState
from app.runtime.integration_parts import IntegrationParts, Surroundings
from app.runtime.parts import Clocks
from app.settings.paths import AppPaths
from app.storage.install_record import InstallRecord
from tests.unit.integrations.hosting import Host, hosting
from tests.unit.integrations.records import record, tool
from tests.unit.integrations.sessions import BARE, SERVERS

CALLS: Final = 200
ROUNDS: Final = 5
ARGUMENTS: Final[dict[str, object]] = {"text": "x" * 1200}
MANY: Final = 20
LIBRARY_SERVERS: Final = 10
LIBRARY: Final = (sys.executable, str(SERVERS / "library_server.py"))
MIB: Final = 1024 * 1024
LIMIT_S: Final = 30.0


class BarePipes:
    """JSON-RPC as plain as it gets: a line out, a line in, no loop."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(BARE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout

    async def call(self) -> None:
        params = {"name": "echo", "arguments": ARGUMENTS}
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        self._stdin.write(line.encode() + b"\n")
        self._stdin.flush()
        json.loads(self._stdout.readline())

    def close(self) -> None:
        self._stdin.close()
        self._process.wait()
        self._stdout.close()


async def _median_us(call: Callable[[], Awaitable[object]]) -> float:
    times: list[float] = []
    for _ in range(CALLS):
        began = time.perf_counter()
        await call()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1e6


@asynccontextmanager
async def _whole(folder: Path, one: InstallRecord) -> AsyncGenerator[IntegrationParts]:
    """Put together what the app has, with the server of ``one`` connected."""
    connected = anyio.Event()

    def on_server(_: IntegrationId, state: ServerState) -> None:
        if state.status is ServerStatus.CONNECTED:
            connected.set()

    around = Surroundings(
        emit=lambda _: None,
        ask_for=lambda: AskFor.ACTING,
        language=lambda: "en",
        somebody_there=lambda: False,
        on_server=on_server,
        on_connected=lambda _, __: None,
        on_folder=lambda _: None,
    )
    paths = AppPaths(folder / "config", folder / "data", folder / "state")
    resources = await IntegrationResources.open(paths, Clocks(time.monotonic, time.time))
    try:
        async with anyio.create_task_group() as group:
            parts = resources.build(around)
            parts.supervisor.apply([one])
            group.start_soon(parts.journal.run)
            group.start_soon(parts.supervisor.run)
            with anyio.fail_after(LIMIT_S):
                await connected.wait()
            yield parts
            group.cancel_scope.cancel()
    finally:
        await resources.close()


async def _calls(folder: Path) -> dict[str, float]:
    text = {"type": "object", "properties": {"text": {"type": "string"}}}
    one = record(tools=[tool("echo", inputSchema=text)])
    ref = ToolRef(one.integration_id, "echo")
    pipes = BarePipes()
    parameters = StdioServerParameters(command=BARE[0], args=[*BARE[1:], "clean"])
    async with (
        _whole(folder, one) as parts,
        stdio_client(parameters) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        await session.list_tools()

        async def through_the_door() -> None:
            outcome = await parts.executor.run(ToolCall(new_call_id(), ref, ARGUMENTS, Origin.PANEL))
            assert outcome.ran_well, outcome.failure

        ways: dict[str, Callable[[], Awaitable[object]]] = {
            "bare": pipes.call,
            "library": lambda: session.call_tool("echo", ARGUMENTS),
            "ours": lambda: parts.supervisor.call(ref, ARGUMENTS),
            "door": through_the_door,
        }
        rounds = [{name: await _median_us(call) for name, call in ways.items()} for _ in range(ROUNDS)]
    pipes.close()
    return {name: statistics.median(each[name] for each in rounds) for name in ways}


async def _until_ready(host: Host, records: Sequence[InstallRecord]) -> float:
    began = time.perf_counter()
    host.supervisor.apply(records)
    await host.until(lambda: all(host.state(one.integration_id).status is ServerStatus.CONNECTED for one in records))
    return time.perf_counter() - began


async def _starts(folder: Path) -> tuple[float, float, float]:
    """Return seconds for one, for many at once, and MiB of the host for each of them; the library is imported."""
    records = [record(f"i{number}") for number in range(MANY)]
    memory = psutil.Process()
    async with hosting(folder) as host:
        alone = await _until_ready(host, records[:1])
        before = memory.memory_info().rss
        together = await _until_ready(host, records)
        each = (memory.memory_info().rss - before) / (MANY - 1) / MIB
    return alone, together, each


async def _library_starts(folder: Path) -> tuple[float, float]:
    """Return seconds for servers made with the library, all at once and one after another."""
    records = [record(f"i{number}", command=LIBRARY, tools=[tool("add")]) for number in range(LIBRARY_SERVERS)]
    async with hosting(folder) as host:
        together = await _until_ready(host, records)
    async with hosting(folder) as host:
        in_turn = sum([await _until_ready(host, records[: number + 1]) for number in range(LIBRARY_SERVERS)])
    return together, in_turn


def run() -> dict[str, float | int | str]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        calls = anyio.run(_calls, folder)
        alone, together, each = anyio.run(_starts, folder)
        library_together, library_in_turn = anyio.run(_library_starts, folder)
    return {
        "call on bare pipes, us": round(calls["bare"]),
        "call by the library's session / bare": round(calls["library"] / calls["bare"], 2),
        "our client's call / bare (goal: 3)": round(calls["ours"] / calls["bare"], 2),
        "call through the executor, journalled / bare": round(calls["door"] / calls["bare"], 2),
        "call through the executor / library's session (goal: 1.3)": round(calls["door"] / calls["library"], 2),
        "one server ready, ms": round(alone * 1000),
        f"{MANY} servers together / one": round(together / alone, 2),
        f"{LIBRARY_SERVERS} library servers together / in turn (goal: 0.6)": round(
            library_together / library_in_turn, 2
        ),
        "memory of the host for each connected server, MiB": round(each, 2),
    }
