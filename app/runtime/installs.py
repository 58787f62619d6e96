"""Installing, reloading and testing connections for the window and the command line: what is asked, and what is told.

Owned by ``integrations``, core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping

import anyio

from app.domain.calls import CallClass, CallFailed, IntegrationId
from app.domain.errors import AppError
from app.domain.findings import Finding, Severity
from app.domain.messages import (
    CommitInstall,
    ConnectionTested,
    DiscardInstall,
    InstallEnded,
    InstallPlanned,
    InstallProgressed,
    PlanInstall,
    TestConnection,
)
from app.extensions.installer import Consent
from app.integrations.trouble_words import words_of
from app.runtime.integration_parts import IntegrationParts
from app.runtime.parts import Emit
from app.runtime.side_tasks import SideTasks
from app.storage.install_record import InstallRecord

__all__ = ["InstallCommand", "Installs"]

log = logging.getLogger(__name__)

InstallCommand = PlanInstall | CommitInstall | DiscardInstall | TestConnection

_NONE = IntegrationId("")


class Installs:
    def __init__(
        self,
        parts: IntegrationParts,
        emit: Emit,
        on_installed: Callable[[IntegrationId], Awaitable[None]],
        on_reloaded: Callable[[IntegrationId, tuple[Finding, ...]], Awaitable[None]],
    ) -> None:
        self._parts = parts
        self._emit = emit
        self._on_installed = on_installed
        self._on_reloaded = on_reloaded
        self._commits: dict[str, anyio.CancelScope] = {}
        """Under way, by plan."""

    def serve(self, command: InstallCommand, tasks: SideTasks, records: Mapping[IntegrationId, InstallRecord]) -> None:
        match command:
            case PlanInstall():
                tasks.spawn(self._plan, command)
            case CommitInstall(plan_id) if plan_id in self._commits and not self._commits[plan_id].cancel_called:
                log.info("an install was asked for twice and runs once")
            case CommitInstall(plan_id):
                self._commits[plan_id] = scope = anyio.CancelScope()
                tasks.spawn(self._commit, command, scope)
            case DiscardInstall(plan_id) if plan_id in self._commits:
                self._commits[plan_id].cancel()
            case DiscardInstall(plan_id):
                tasks.spawn(self._parts.installer.discard, plan_id)
            case TestConnection():
                if command.integration in records:
                    tasks.spawn(self._test, command, records[command.integration])

    async def reload(self, integration: IntegrationId) -> None:
        """Read its folder again (V-17.8); growth is shown as a sheet (V-17.11).

        Raises:
            InstallFailed, StorageUnavailable
        """
        reloaded = await self._parts.installer.reload(integration)
        await self._on_reloaded(integration, reloaded.findings)
        refused = any(finding.severity is Severity.REFUSED for finding in reloaded.findings)
        if reloaded.plan is not None:
            self._emit(InstallPlanned(0, reloaded.plan))
        elif not refused:
            self._parts.supervisor.restart(integration)  # its code may be another one under the same manifest

    async def _plan(self, command: PlanInstall) -> None:
        try:
            plan = await self._parts.installer.plan(command.source)
        except AppError as error:
            self._emit(InstallEnded("", _NONE, error.code, error.place, error.detail))
        else:
            self._emit(InstallPlanned(command.request, plan))

    async def _commit(self, command: CommitInstall, scope: anyio.CancelScope) -> None:
        plan_id = command.plan_id
        consent = Consent(
            transcript_access=command.transcript_access,
            fetch_dependencies=command.fetch_dependencies,
            until_quit=command.until_quit,
        )
        record = None
        try:
            with scope:
                record = await self._parts.installer.commit(
                    plan_id,
                    command.values,
                    consent,
                    lambda line: self._emit(InstallProgressed(plan_id, line)),
                    name=command.name,
                )
        except AppError as error:
            self._emit(InstallEnded(plan_id, _NONE, error.code, error.place, error.detail))
            return
        finally:
            if self._commits.get(plan_id) is scope:
                del self._commits[plan_id]
        if record is None:  # the person thought better of it while it was fetched
            await self._parts.installer.discard(plan_id)
            return
        await self._on_installed(record.integration_id)
        self._emit(InstallEnded(plan_id, record.integration_id))

    async def _test(self, command: TestConnection, record: InstallRecord) -> None:
        try:
            probe = await self._parts.supervisor.probe(record, command.values)
        except CallFailed as error:
            self._emit(ConnectionTested(command.request, failure=error.failure.kind, message=error.failure.message))
        except AppError as error:
            failure = CallClass.NOT_CONNECTED
            self._emit(ConnectionTested(command.request, failure=failure, message=words_of(error)))
        else:
            self._emit(
                ConnectionTested(
                    command.request,
                    server_name=probe.server_name,
                    server_version=probe.server_version,
                    tool_count=probe.tool_count,
                    duration_s=probe.duration_s,
                )
            )
