"""A supervisor with real local servers and a time that stands still until a test moves it."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from app.domain.calls import IntegrationId, RawResult, ToolRef
from app.domain.errors import KeyStoreUnavailable
from app.domain.integrations import LogLine, LogSource, ServerStatus
from app.extensions.guard import Guard
from app.integrations.local import LocalConnector
from app.integrations.parts import Limits, ServerParts, Time
from app.integrations.registry import Registry
from app.integrations.served import ServerState
from app.integrations.streams import Connector
from app.integrations.supervisor import Supervisor
from app.storage.install_record import InstallRecord
from tests.unit.integrations.sessions import LIMIT_S, text_of

BARE_ID = IntegrationId("com.example.bare")


class StillTime:
    """Time for the supervisor; nothing waits for real."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self._sleepers: list[tuple[float, float, anyio.Event]] = []
        self._news = anyio.Event()

    async def sleep(self, seconds: float) -> None:
        sleeper = (seconds, self.now_s + seconds, anyio.Event())
        self._sleepers.append(sleeper)
        self._tell()
        try:
            await sleeper[2].wait()
        finally:
            self._sleepers.remove(sleeper)
            self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = anyio.Event()

    async def until_asleep(self, seconds: float) -> None:
        """Wait until something sleeps for exactly so long."""
        with anyio.fail_after(LIMIT_S):
            while seconds not in [length for length, _, _ in self._sleepers]:
                await self._news.wait()

    def pass_by(self, seconds: float) -> None:
        self.now_s += seconds
        for _, due_s, event in self._sleepers:
            if due_s <= self.now_s:
                event.set()

    async def sleep_over(self, seconds: float) -> None:
        """Wait until something sleeps for so long, and let the time pass."""
        await self.until_asleep(seconds)
        self.pass_by(seconds)


class KeptLog:
    """A log in memory."""

    def __init__(self) -> None:
        self.kept: list[LogLine] = []
        self.secrets: tuple[str, ...] = ()

    def add(self, source: LogSource, text: str) -> None:
        self.kept.append(LogLine(0.0, source, text))
        del self.kept[:-500]

    def lines(self) -> Sequence[LogLine]:
        return tuple(self.kept)

    def set_secrets(self, values: Iterable[str]) -> None:
        self.secrets = tuple(values)

    def texts(self, source: LogSource) -> list[str]:
        return [line.text for line in self.kept if line.source is source]


class Host:
    """What a test does with the supervisor."""

    def __init__(
        self,
        folder: Path,
        guard: Guard,
        *,
        limits: Limits,
        secrets: Mapping[str, str],
        connectors: Mapping[str, Connector],
    ) -> None:
        self.guard = guard
        self.time = time = StillTime()
        self.secrets = dict(secrets)
        self.key_store_says: KeyStoreUnavailable | None = None
        self.logs: dict[IntegrationId, KeptLog] = {}
        self.connected: list[tuple[IntegrationId, str]] = []
        self.states: list[tuple[IntegrationId, ServerState]] = []
        self.registry = Registry()
        self._news = anyio.Event()
        local = LocalConnector(guard, self._path, lambda integration: folder / integration)
        parts = ServerParts(
            connectors={"local-mcp": local, **connectors},
            load_secrets=self._load,
            log_of=self.log,
            note_connected=lambda integration, digest: self.connected.append((integration, digest)),
            time=Time(monotonic_s=lambda: time.now_s, sleep=time.sleep),
            limits=limits,
        )
        self.supervisor = Supervisor(parts, self.registry, self._changed)

    async def _path(self) -> str:
        return os.environ["PATH"]

    async def _load(self, _: IntegrationId, names: frozenset[str]) -> Mapping[str, str]:
        if self.key_store_says is not None:
            raise self.key_store_says
        return {name: self.secrets[name] for name in names if name in self.secrets}

    def log(self, integration: IntegrationId) -> KeptLog:
        return self.logs.setdefault(integration, KeptLog())

    def _changed(self, integration: IntegrationId, state: ServerState) -> None:
        self.states.append((integration, state))
        self._news.set()
        self._news = anyio.Event()

    def state(self, integration: IntegrationId = BARE_ID) -> ServerState:
        return self.supervisor.state(integration)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for a change of a server's state that makes it so."""
        with anyio.fail_after(LIMIT_S):
            while not is_so():
                await self._news.wait()

    async def until_status(self, status: ServerStatus, integration: IntegrationId = BARE_ID) -> ServerState:
        await self.until(lambda: self.state(integration).status is status)
        return self.state(integration)

    async def call(
        self, tool: str, integration: IntegrationId = BARE_ID, timeout_s: float | None = LIMIT_S
    ) -> RawResult:
        return await self.supervisor.call(ToolRef(integration, tool), {}, timeout_s=timeout_s)

    async def pid(self, integration: IntegrationId = BARE_ID) -> int:
        """Of the server, by its own tool ``pid``."""
        return int(text_of(await self.call("pid", integration)))


@asynccontextmanager
async def hosting(
    folder: Path,
    *records: InstallRecord,
    limits: Limits | None = None,
    secrets: Mapping[str, str] | None = None,
    connectors: Mapping[str, Connector] | None = None,
) -> AsyncGenerator[Host]:
    """Run a supervisor with these installs; on leaving, no process of theirs may be left."""
    async with Guard() as guard:
        async with anyio.create_task_group() as group:
            host = Host(folder, guard, limits=limits or Limits(), secrets=secrets or {}, connectors=connectors or {})
            host.supervisor.apply(records)
            group.start_soon(host.supervisor.run)
            try:
                yield host
            finally:
                group.cancel_scope.cancel()
        assert guard.groups == frozenset()
