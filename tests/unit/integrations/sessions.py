"""Sessions with test servers without supervisor: our client on the pipes of a process that the test starts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import anyio

from app.domain.calls import RawResult
from app.domain.integrations import LogSource, Remark
from app.integrations.client import McpClient, open_client
from app.integrations.host_link import HostRequests
from app.integrations.transport import MessageReader, MessageWriter

SERVERS: Final = Path(__file__).parents[2] / "fixtures" / "servers"
BARE: Final = (sys.executable, "-I", "-S", str(SERVERS / "bare_server.py"))
LIMIT_S: Final = 10.0


class Notebook:
    """Notes that are kept."""

    def __init__(self) -> None:
        self.lines: list[tuple[LogSource, str]] = []
        self.remarks: list[Remark] = []

    def log(self, source: LogSource, text: str) -> None:
        self.lines.append((source, text))

    def remark(self, remark: Remark) -> None:
        self.remarks.append(remark)


@asynccontextmanager
async def session(
    *words: str, notes: Notebook | None = None, requests: HostRequests | None = None, command: tuple[str, ...] = BARE
) -> AsyncGenerator[McpClient]:
    """Connect to a server; everything together is bounded."""
    notes = notes or Notebook()
    with anyio.fail_after(LIMIT_S):
        process = await anyio.open_process([*command, *words], stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            reader = MessageReader(process.stdout, lambda text: notes.log(LogSource.STDOUT, text))
            async with open_client((reader, MessageWriter(process.stdin)), notes, requests=requests) as client:
                yield client
        finally:
            with anyio.CancelScope(shield=True), anyio.move_on_after(LIMIT_S):
                # Every one of them ends with its input. A signal would race with the watcher of children.
                await process.stdin.aclose()
                await process.wait()
                await process.aclose()


def text_of(result: RawResult) -> str:
    return str(result.content[0]["text"])


def json_of(result: RawResult) -> Any:
    return json.loads(text_of(result))
