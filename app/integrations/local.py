"""The way to a server that is a program of this machine: started, spoken to on its pipes, ended with all it started.

Used by ``reach`` for ``local-mcp``, on the core loop. ``transport`` is imported at the first connection, because it
imports ``mcp``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import anyio
from anyio import to_thread
from anyio.abc import ByteReceiveStream

from app.domain.calls import CallClass, CallFailed, IntegrationId
from app.domain.errors import Bug
from app.domain.integrations import LogSource, Remark, RemarkCode
from app.extensions.environment import child_environment
from app.extensions.guard import Guard
from app.extensions.launch import launch_of
from app.extensions.process import ServerProcess
from app.extensions.programs import ProgramMissing, resolve_program
from app.integrations.streams import Notes, Streams
from app.settings.disk import make_folder
from app.storage.install_record import InstallRecord

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

    from app.integrations.transport import MessageReader

__all__ = ["LocalConnector", "Strays"]

EXIT_WAIT_S: Final = 0.5
"""From the end of a server's output to its own end, for its exit code; most are gone within a few milliseconds."""
STRAYS_PER_S: Final = 200
"""Lines of standard output that are no messages and go to the log, as many as of standard error."""

_looking: Final = anyio.CapacityLimiter(2)


class LocalConnector:
    """Starts servers; see ``streams.Connector``."""

    def __init__(
        self, guard: Guard, login_path: Callable[[], Awaitable[str]], data_dir: Callable[[IntegrationId], Path]
    ) -> None:
        """``login_path`` is ``PATH`` (V-18.1); ``data_dir`` names the folder of an integration's own data."""
        self._guard = guard
        self._login_path = login_path
        self._data_dir = data_dir

    @asynccontextmanager
    async def __call__(self, record: InstallRecord, values: Mapping[str, str], notes: Notes) -> AsyncGenerator[Streams]:
        """Start the server.

        Raises:
            ProgramMissing, StartFailed, GuardUnavailable, StorageUnavailable: nothing was started.
            ServerStuck: on leaving, it does not end.
        """
        from app.integrations.transport import MessageReader, MessageWriter

        launch = launch_of(record, values)
        if launch is None:
            raise Bug("no local server", place=record.integration_id)
        path = await self._login_path()
        data = self._data_dir(record.integration_id)
        await to_thread.run_sync(make_folder, data, limiter=_looking)
        folder = Path(record.folder) if record.folder else data
        try:
            program = await resolve_program(launch.command, launch.arguments, path, folder=folder)
        except ProgramMissing as error:
            notes.remark(Remark(RemarkCode.PROGRAM_MISSING, f"{error.place}: {error.detail}"))
            raise
        if program.stands_in_for:
            notes.remark(Remark(RemarkCode.RUNS_WITH_OTHER, program.name))
        async with anyio.create_task_group() as owner:
            process = await ServerProcess.start(
                program.argv,
                cwd=folder,
                environment=child_environment(path, launch.environment, data),
                guard=self._guard,
                owner=owner,
                on_stderr=lambda line: notes.log(LogSource.STDERR, line),
            )
            try:
                strays = Strays(notes)
                yield _Output(MessageReader(process.stdout, strays.add), process), MessageWriter(process.stdin)
            finally:
                await _end(process)


async def _end(process: ServerProcess) -> None:
    with anyio.CancelScope(shield=True):
        async with anyio.create_task_group() as group:
            # It may not end before it got rid of its output, which nobody else reads any more.
            group.start_soon(_drain, process.stdout)
            await process.stop()
            group.cancel_scope.cancel()


async def _drain(stream: ByteReceiveStream) -> None:
    try:
        while True:
            await stream.receive()
    except (anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        return


class _Output:
    """Messages of a process, and at their end its exit code."""

    def __init__(self, reader: MessageReader, process: ServerProcess) -> None:
        self._reader = reader
        self._process = process

    async def receive(self) -> SessionMessage | Exception:
        try:
            return await self._reader.receive()
        except anyio.EndOfStream:
            with anyio.move_on_after(EXIT_WAIT_S):
                code = await self._process.wait()
                words = f"The server ended with exit code {code}." if code >= 0 else f"Signal {-code} ended the server."
                return CallFailed(CallClass.SERVER_EXITED, words, effect_unknown=True)
            raise


class Strays:
    """Logs what is no message on standard output, at a bounded rate."""

    def __init__(self, notes: Notes, now: Callable[[], float] = anyio.current_time) -> None:
        self._notes = notes
        self._now = now
        self._since_s = now()
        self._count = 0

    def add(self, line: str) -> None:
        now_s = self._now()
        if now_s - self._since_s >= 1:
            if self._count > STRAYS_PER_S:
                self._notes.log(LogSource.HOST, f"{self._count - STRAYS_PER_S} more such lines were left out.")
            self._since_s, self._count = now_s, 0
        self._count += 1
        if self._count <= STRAYS_PER_S:
            self._notes.log(LogSource.STDOUT, line)
