"""A host started from a bare desktop: looks a program up and runs it, for tests that start it with ``env -i``.

    python -m tests.unit.extensions.login_host <command>

Prints what the program prints, or the error that would be shown.
"""

from __future__ import annotations

import sys
from pathlib import Path

import anyio

from app.domain.errors import AppError
from app.extensions.environment import child_environment
from app.extensions.guard import Guard
from app.extensions.login_path import LoginPath
from app.extensions.process import ServerProcess
from app.extensions.programs import resolve_program
from tests.unit.extensions.server_programs import ignore, line_of


async def main(command: str) -> None:
    folder = Path("/")
    async with Guard() as guard, anyio.create_task_group() as tasks:
        path = await LoginPath(guard).get()
        try:
            program = await resolve_program(command, [], path, folder=folder)
            environment = child_environment(path, {}, folder)
            async with await ServerProcess.start(
                program.argv, cwd=folder, environment=environment, guard=guard, owner=tasks, on_stderr=ignore
            ) as server:
                sys.stdout.write(await line_of(server))
        except AppError as error:
            sys.stdout.write(str(error))


if __name__ == "__main__":
    anyio.run(main, sys.argv[1])
