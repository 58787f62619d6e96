"""The parts of integrations for one command of the command line: stores, installer, and the servers that it runs.

Called by the commands beside it. Nothing is started but what a command asks for. A running Voxnotch sees what is
changed here by itself (V-17.16).
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from app.bootstrap.integrations import IntegrationResources
from app.cli.command_ends import GivenUp
from app.domain.calls import AskFor, IntegrationId
from app.domain.errors import StorageUnavailable
from app.domain.integrations import ServerStatus
from app.domain.messages import Event, Notice, NoticeCode
from app.integrations.served import ServerState
from app.runtime.integration_parts import IntegrationParts, Surroundings
from app.runtime.parts import Clocks
from app.settings.file import load_settings
from app.settings.paths import AppPaths
from app.storage.install_record import InstallRecord
from app.tools.ports import Reader

__all__ = ["Host", "MakeReader", "open_host"]

MakeReader = Callable[[Path], Reader]
"""Makes a reader of results that keeps large ones in a folder."""

_ON_ITS_WAY = frozenset({ServerStatus.STOPPED, ServerStatus.STARTING})
"""A server that was told to start; from every other state it goes on only when somebody does something."""

_CLOSE_LIMIT_S: Final = 10.0
"""For closing the stores and logs; their own bounds are shorter, but a disk that hangs must not keep the command."""


@dataclass(slots=True)
class Host:
    """What a command works with."""

    parts: IntegrationParts
    paths: AppPaths
    observe: Callable[[Event], None] = lambda _event: None
    """Gets events of calls and questions; set by who wants them. Must not block."""
    news: anyio.Event = field(default_factory=anyio.Event)
    """A server came to another state."""

    async def find(self, name: str) -> InstallRecord:
        """Return what is installed under an id or a short name.

        Raises:
            GivenUp
            StorageUnavailable
        """
        records = await self.parts.store.all()
        for record in records:
            if record.integration_id == name:
                return record
        for record in records:
            if record.short_name == name:
                return record
        known = ", ".join(record.short_name for record in records) or "nothing is"
        raise GivenUp(f"No integration {name} is installed; {known}.")

    @asynccontextmanager
    async def running(self, record: InstallRecord) -> AsyncGenerator[ServerState]:
        """Run the server of an integration that is enabled; yields its state once its start has come to something."""
        async with self.running_all([record]):
            yield self.state(record.integration_id)

    @asynccontextmanager
    async def running_all(self, records: Sequence[InstallRecord]) -> AsyncGenerator[None]:
        """Run the servers of integrations that are enabled; entered once the start of each has come to something."""
        names = [record.integration_id for record in records]
        await self.parts.open_logs(names)
        async with anyio.create_task_group() as group:
            group.start_soon(self.parts.supervisor.run)
            self.parts.supervisor.apply(records)
            while any(self.state(name).status in _ON_ITS_WAY for name in names):
                self.news = anyio.Event()
                await self.news.wait()
            try:
                yield
            finally:
                group.cancel_scope.cancel()

    def state(self, integration: IntegrationId) -> ServerState:
        return self.parts.supervisor.state(integration)


@asynccontextmanager
async def open_host(
    paths: AppPaths,
    *,
    ask_for: AskFor | None = None,
    somebody_there: bool = False,
    make_reader: MakeReader | None = None,
) -> AsyncGenerator[Host]:
    """Open the stores; ``ask_for`` stands in for the person's setting, ``somebody_there``: questions are answered.

    Raises:
        StorageUnavailable: what is installed cannot be read or written here.
    """
    settings = await anyio.to_thread.run_sync(load_settings, paths.settings_file)
    resources = await IntegrationResources.open(paths, Clocks(monotonic_s=time.monotonic, unix_s=time.time))
    hosts: list[Host] = []

    def emit(event: Event) -> None:
        hosts[0].observe(event)

    try:
        _check(resources.problem, paths)
        parts = resources.build(
            Surroundings(
                emit=emit,
                ask_for=lambda: ask_for or settings.settings.integrations.ask_for,
                language=lambda: "en",
                somebody_there=lambda: somebody_there,
                on_server=lambda _integration, _state: hosts[0].news.set(),
                on_connected=lambda _integration, _digest: None,
                on_folder=lambda _integration: None,
            ),
            reader=make_reader(paths.kept_results) if make_reader is not None else None,
        )
        hosts.append(Host(parts, paths))
        yield hosts[0]
    finally:
        with anyio.move_on_after(_CLOSE_LIMIT_S, shield=True):
            await resources.close()


def _check(problem: Notice | None, paths: AppPaths) -> None:
    """A core goes on for its session without the file; a command that ends at once has nothing to go on with."""
    if problem is not None and problem.code is NoticeCode.NOT_KEPT:
        raise StorageUnavailable(place=str(paths.integrations_file), code=problem.place)
