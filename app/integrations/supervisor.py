"""All servers of integrations: started together, each in a task of its own, and the one way to call their tools.

``runtime`` runs it for as long as the host lives and tells it what is installed; the executor calls through it. It
keeps the registry up to date. Whatever one server does disturbs no other. Core loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import anyio
from anyio.abc import TaskGroup

from app.domain.calls import CallClass, CallFailed, IntegrationId, RawResult, Tier, ToolRef
from app.domain.errors import AppError, first_error
from app.domain.integrations import ServerStatus
from app.integrations.parts import REQUEST_TIMEOUT_S, ServerParts
from app.integrations.reach import LastLine, PageNotes, load_values, reach
from app.integrations.registry import Registry, ToolEntry
from app.integrations.served import ServerState
from app.integrations.server import Server
from app.storage.install_record import InstallRecord

if TYPE_CHECKING:
    from app.integrations.client import OnProgress

__all__ = ["Probe", "Supervisor"]


@dataclass(frozen=True, slots=True)
class Probe:
    """What a connection test found (V-5.19)."""

    server_name: str
    server_version: str
    tool_count: int
    duration_s: float


class Supervisor:
    """The servers of everything that is installed."""

    def __init__(
        self, parts: ServerParts, registry: Registry, on_change: Callable[[IntegrationId, ServerState], None]
    ) -> None:
        """``on_change`` must not block; the registry is up to date when it is called."""
        self._parts = parts
        self._registry = registry
        self._on_change = on_change
        self._servers: dict[IntegrationId, Server] = {}
        self._known: frozenset[IntegrationId] = frozenset()
        self._group: TaskGroup | None = None

    async def run(self) -> None:
        """Run the servers until cancelled; returns when no process of theirs is left."""
        try:
            async with anyio.create_task_group() as self._group:
                for integration, server in self._servers.items():
                    self._group.start_soon(self._run_server, integration, server)
                await anyio.sleep_forever()
        finally:
            self._group = None

    def apply(self, records: Sequence[InstallRecord]) -> None:
        """Follow what is installed now, in install order.

        Returns at once: tools of what is switched off or gone are hidden from then on (V-17.14), its running calls end
        first (V-5.15). :meth:`stop` waits for a process to be gone.
        """
        self._registry.set_records(records)
        known = {record.integration_id: record for record in records}
        self._known = frozenset(known)
        for integration in self._servers.keys() - known.keys():
            self._servers[integration].follow(None)
        for integration, record in known.items():
            if integration in self._servers:
                self._servers[integration].follow(record)
            else:
                self._add(record)

    def _add(self, record: InstallRecord) -> None:
        server = Server(record, self._parts, partial(self._changed, record.integration_id))
        self._servers[record.integration_id] = server
        if self._group is not None:
            self._group.start_soon(self._run_server, record.integration_id, server)

    async def _run_server(self, integration: IntegrationId, server: Server) -> None:
        await server.run()
        del self._servers[integration]

    def _changed(self, integration: IntegrationId, state: ServerState) -> None:
        connected = state.status is ServerStatus.CONNECTED
        self._registry.set_served(integration, state.tools if connected else None)
        if integration in self._known:
            self._on_change(integration, state)

    def state(self, integration: IntegrationId) -> ServerState:
        server = self._servers.get(integration)
        return ServerState(ServerStatus.STOPPED) if server is None else server.state

    def restart(self, integration: IntegrationId) -> None:
        """Start a server anew after its running calls or 10 s: values were saved, its code changed, a person asks."""
        if integration in self._servers:
            self._servers[integration].restart()

    async def stop(self, integration: IntegrationId) -> None:
        """Stop a server until ``restart``; returns when its process is gone."""
        if integration in self._servers:
            await self._servers[integration].stop()

    def refresh_intent_values(self) -> None:
        """Hint to every connected server with live slots that new values are wanted now (V-14.17).

        To be called when the key of the agent goes down. Returns at once; a server that has other values says that its
        tools changed, and they count for the next sentence.
        """
        for server in self._servers.values():
            server.refresh_intent_values()

    async def call(
        self,
        ref: ToolRef,
        arguments: Mapping[str, object],
        *,
        timeout_s: float | None = REQUEST_TIMEOUT_S,
        meta: Mapping[str, object] | None = None,
        on_progress: OnProgress | None = None,
    ) -> RawResult:
        """Call a tool, once (V-6.31). For the executor only: nothing is checked and nobody is asked here.

        ``timeout_s`` includes the wait for a server that is starting; ``None``: no end (V-15.11).

        Raises:
            CallFailed: with ``effect_unknown`` where the tool may have acted.
        """
        judged = self._callable(ref)
        find_name = partial(self._find_name, judged)
        try:
            return await self._servers[ref.integration].call(
                find_name, arguments, timeout_s=timeout_s, meta=meta, on_progress=on_progress
            )
        except CallFailed as error:
            if error.kind is CallClass.SERVER_EXITED and judged.tier is Tier.READS:
                # Nothing can have happened that a person has to look for (V-18.13).
                raise CallFailed(error.kind, error.message) from error
            raise

    def _callable(self, ref: ToolRef) -> ToolEntry:
        entry = self._registry.find(ref)
        if entry is None or ref.integration not in self._servers:
            raise CallFailed(CallClass.NOT_CONNECTED, "There is no such tool.")
        if not entry.available:
            raise CallFailed(CallClass.NOT_CONNECTED, f"{entry.title} is not available: its server does not serve it.")
        return entry

    def _find_name(self, judged: ToolEntry) -> str:
        """Return the server's name of a tool, unless the policy might ask about it now and did not before.

        Who decided on the call may have done so before the server was connected and said what the tool does, and
        before a reload gave the tool a question.
        """
        entry = self._callable(judged.ref)
        is_worse = entry.destructive_hint > judged.destructive_hint or entry.read_only_hint < judged.read_only_hint
        if is_worse or entry.served_name != judged.served_name or entry.tool != judged.tool:
            raise CallFailed(CallClass.NOT_CONNECTED, f"{entry.title} is another tool than a moment ago. Try again.")
        return entry.served_name

    async def probe(self, record: InstallRecord, values: Mapping[str, str]) -> Probe:
        """Connect with the values of the form and list the tools; saves nothing, runs no tool (V-5.19).

        A field that is left out has its stored value. The running server is not touched.

        Raises:
            AppError: a ``CallFailed`` has the class to show.
        """
        began_s = self._parts.time.monotonic_s()
        log = LastLine()
        found: Probe | None = None
        error: AppError = CallFailed(CallClass.TIMEOUT, "The server did not answer in time.")
        try:
            with anyio.move_on_after(self._parts.limits.first_connect_s):
                environment = await load_values(record, self._parts, values)
                log.set_secrets(environment[name] for name in record.manifest.secret_fields if name in environment)
                async with reach(record, environment, PageNotes(log.add), self._parts) as client:
                    count = len(await client.list_tools())
                    took_s = self._parts.time.monotonic_s() - began_s
                    found = Probe(client.server_name, client.server_version, count, took_s)
        except* AppError as errors:
            error = first_error(errors)
        if found is not None:
            return found
        if isinstance(error, CallFailed) and log.text:
            error = CallFailed(error.kind, f"{error.message} {log.text}")
        raise error
