"""A real host for tests that kill it: starts servers under guard, prints their numbers, and waits.

    python -m tests.unit.extensions.server_host <how many>

Prints one JSON object: the number of the guard, and of every server and what that started.
"""

from __future__ import annotations

import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import anyio

from app.extensions.guard import Guard
from app.extensions.process import ServerProcess
from tests.unit.extensions.server_programs import FAMILY, ignore, line_of


async def main(count: int) -> None:
    async with Guard() as guard, anyio.create_task_group() as tasks, AsyncExitStack() as ends:
        pids: list[int] = []
        for _ in range(count):
            process = await ServerProcess.start(
                FAMILY, cwd=Path("/"), environment={}, guard=guard, owner=tasks, on_stderr=ignore
            )
            ends.push_async_callback(process.kill)
            pids += [process.pid, int(await line_of(process))]
        sys.stdout.write(json.dumps({"guard": guard.pid, "servers": pids}) + "\n")
        sys.stdout.flush()
        await anyio.sleep_forever()


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]))
