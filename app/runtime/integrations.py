"""The integrations of a running host: what is installed is followed, shown, changed and called.

Owned by the core; core loop. Every command about integrations ends here, what takes long in a task of its own. Pages
are told after each change, several changes in a row as one.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, assert_never

import anyio
import anyio.to_thread
from anyio.abc import TaskGroup

from app.domain.calls import IntegrationId
from app.domain.errors import External, InstallFailed, StorageUnavailable
from app.domain.findings import Finding, Severity
from app.domain.integrations import LogSource, Remark, RemarkCode
from app.domain.manifest import read_manifest
from app.domain.messages import (
    AnswerInWords,
    AnswerQuestion,
    CallTool,
    CancelCall,
    CommitInstall,
    ConfigureIntegration,
    DiscardInstall,
    EditQuestion,
    Event,
    Fix,
    IntegrationLog,
    IntegrationsChanged,
    Notice,
    NoticeCode,
    PlanInstall,
    ReloadIntegration,
    RemoveIntegration,
    RequestIntegrationLog,
    RestartIntegration,
    RouteSentence,
    SetAskFor,
    SetIntegrationEnabled,
    SetPill,
    SetReloadByItself,
    SetShortName,
    SetTranscriptAccess,
    ShowQuestion,
    SignIn,
    SignOut,
    TestConnection,
)
from app.domain.messages.integration_commands import IntegrationCommand
from app.domain.tools import free_short_name, legal_short_name, short_name
from app.integrations.served import ServerState
from app.runtime.installs import Installs
from app.runtime.integration_pages import Known, page_of
from app.runtime.integration_parts import BuildIntegrations, SignIns, Surroundings
from app.runtime.integration_switches import change_of
from app.runtime.parts import Emit
from app.runtime.routing import RouterParts, route
from app.runtime.side_tasks import SideTasks
from app.runtime.tool_calls import ToolCalls
from app.settings.model import IntegrationSettings
from app.storage.install_record import InstallRecord

__all__ = ["Integrations"]

log = logging.getLogger(__name__)

QUEUE: Final = 256
"""Commands that wait; further ones are refused. A person makes a few a second."""

FOLLOW_AGAIN_S: Final = 60.0
"""Until the next look at a store that could not be read or watched."""


class Integrations:
    def __init__(
        self,
        build: BuildIntegrations,
        emit: Emit,
        *,
        settings: Callable[[], IntegrationSettings],
        language: Callable[[], str],
        on_asking: Callable[[bool], Awaitable[None]],
        unix_s: Callable[[], float],
        router: RouterParts,
        somebody_there: Callable[[], bool] = lambda: True,
    ) -> None:
        """``on_asking``: a question came up, or none is any more."""
        self._emit = emit
        self._settings = settings
        self._on_asking = on_asking
        self._unix_s = unix_s
        self._router = router
        self._asking = False
        self._records: dict[IntegrationId, InstallRecord] = {}
        self._findings: dict[IntegrationId, tuple[Finding, ...]] = {}
        """Of the last reload, where its manifest could not be used (V-17.10)."""
        self._read: dict[str, tuple[Finding, ...]] = {}
        """What was repaired in a manifest, by its digest."""
        self._changed_folders: set[IntegrationId] = set()
        self._outbox, self._inbox = anyio.create_memory_object_stream[IntegrationCommand](QUEUE)
        self._news = anyio.Event()
        self._following = anyio.Lock()
        self._trouble = ""
        """Code of why what is installed cannot be read; told once."""
        self.parts = build(
            Surroundings(
                emit=self._tell,
                ask_for=lambda: self._settings().ask_for,
                language=language,
                somebody_there=somebody_there,
                on_server=self._on_server,
                on_connected=self._on_connected,
                on_folder=self._on_folder,
            )
        )
        self._calls = ToolCalls(self.parts.executor, self.parts.questions)
        self._installs = Installs(self.parts, emit, self._installed, self._reloaded)

    def start(self, group: TaskGroup) -> None:
        """Follow what is installed, and run its servers, in tasks of ``group`` that end with it."""
        self._tasks = SideTasks(group, self._emit)
        self._tasks.spawn(self._work)
        self._tasks.spawn(self.parts.journal.run)
        self._tasks.spawn(self.parts.supervisor.run)
        self._tasks.spawn(self._follow_store)
        self._tasks.spawn(self.parts.folders.run)
        self._tasks.spawn(self._tell_pages)

    def settings_changed(self) -> None:
        """The general setting may answer another way on every page now, and calls may be kept for a shorter time."""
        self._news.set()
        self._tasks.spawn(self.prune)

    async def prune(self) -> None:
        """Delete what the journal has kept long enough (V-19.8); what cannot be deleted now is tried again later."""
        days = self._settings().keep_calls_days
        if not days:
            return
        try:
            await self.parts.journal.prune(days, self._unix_s())
            await anyio.to_thread.run_sync(self.parts.prune_results, days)
        except StorageUnavailable as error:
            log.warning("old calls cannot be deleted: %s", error)

    def vocabulary(self, own_words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words that speech recognition should expect (V-2.23)."""
        return self.parts.registry.vocabulary(own_words)

    async def serve(self, command: IntegrationCommand) -> None:
        """Take a command and return at once: whoever gives it also serves keys, and the disk may be slow.

        Commands are done one after the other, so that a lock that was set counts for the call after it. Answers, and
        the end of a call that runs, wait for nothing.
        """
        match command:
            case AnswerQuestion() | AnswerInWords() | EditQuestion() | ShowQuestion():
                self._calls.serve(command, self._tasks)
            case CancelCall(call_id) if self._calls.is_running(call_id):
                self._calls.serve(command, self._tasks)
            case _:
                try:
                    self._outbox.send_nowait(command)
                except anyio.WouldBlock:
                    log.warning("%s was refused: the queue is full", type(command).__name__)
                    self._emit(Notice(NoticeCode.BUSY))

    async def _work(self) -> None:
        async with self._inbox, self._outbox:
            async for command in self._inbox:
                await self._tasks.attempt(self._do, command)

    async def _do(self, command: IntegrationCommand) -> None:  # noqa: C901, PLR0912 - one flat table
        match command:
            case PlanInstall() | CommitInstall() | DiscardInstall() | TestConnection():
                self._installs.serve(command, self._tasks, self._records)
            case CallTool() | CancelCall() | AnswerQuestion() | AnswerInWords() | EditQuestion() | ShowQuestion():
                self._calls.serve(command, self._tasks)
            case SetIntegrationEnabled() | SetTranscriptAccess() | SetAskFor() | SetReloadByItself() | SetPill():
                await self.parts.store.revise(*change_of(command))
                await self.follow()
            case SetShortName(integration, name):
                await self._rename(integration, name)
            case ConfigureIntegration():
                self._tasks.spawn(self._configure, command)
            case ReloadIntegration(integration):
                self._tasks.spawn(self._installs.reload, integration)
            case RestartIntegration(integration):
                self._tasks.spawn(self._restart, integration)
            case RemoveIntegration(integration, with_history):
                self._tasks.spawn(self._remove, integration, with_history)
            case SignIn(integration):
                self._tasks.spawn(self._sign_in, integration)
            case SignOut(integration):
                self._tasks.spawn(self._sign_out, integration)
            case RequestIntegrationLog(request, integration):
                lines = tuple(self.parts.log_of(integration).lines()) if integration in self._records else ()
                self._emit(IntegrationLog(request, integration, lines))
            case RouteSentence():
                self._tasks.spawn(self._route, command)
            case _:
                assert_never(command)

    async def _route(self, command: RouteSentence) -> None:
        self._emit(await route(command, self.parts.registry, self.states(), self._router))

    def states(self) -> list[tuple[InstallRecord, ServerState]]:
        """Return what is installed, each with how its server is now."""
        return [(one, self.parts.supervisor.state(one.integration_id)) for one in self._records.values()]

    def refresh_intent_values(self) -> None:
        """Ask the servers for live values, because somebody is about to speak (V-14.17); never waits."""
        self.parts.supervisor.refresh_intent_values()

    # Following what is installed

    async def _follow_store(self) -> None:
        try:
            await self.parts.installer.tidy()
        except StorageUnavailable as error:
            log.warning("what was left of integrations is not cleaned up: %s", error)
        while True:
            await self.follow()
            try:
                async for _ in self.parts.store.watch():
                    if not await self.follow():
                        break
            except StorageUnavailable as error:
                log.warning("what another process changes is seen late: %s", error)
            await anyio.sleep(FOLLOW_AGAIN_S)

    async def follow(self) -> bool:
        """Bring servers, names and pages in line with what is stored; ``False``: it cannot be read."""
        async with self._following:
            records = await self._stored()
            self._records = {record.integration_id: record for record in records or ()}
            await self.parts.open_logs(self._records)
            self.parts.supervisor.apply(records or ())
            self.parts.folders.follow(records or ())
            self._news.set()
            return records is not None

    async def _stored(self) -> tuple[InstallRecord, ...] | None:
        """Return what is installed; ``None``: what cannot be read was approved by nobody, so nothing of it runs."""
        try:
            records = await self.parts.store.all()
        except StorageUnavailable as error:
            if error.code != self._trouble:
                log.error("what is installed cannot be read: %s", error)  # noqa: TRY400 - the error says it all
                self._emit(Notice(NoticeCode.FAILED, place=error.code, fix=Fix.OPEN_DATA_FOLDER))
            self._trouble = error.code
            return None
        self._trouble = ""
        return records

    async def _installed(self, integration: IntegrationId) -> None:
        self._forget(integration)
        await self.follow()
        record = self._records.get(integration)
        if record is not None:
            self._log_findings(integration, self._repairs(record))

    async def _reloaded(self, integration: IntegrationId, findings: tuple[Finding, ...]) -> None:
        self._forget(integration)
        if any(finding.severity is Severity.REFUSED for finding in findings):
            self._findings[integration] = findings
        await self.follow()
        self._log_findings(integration, findings)

    def _log_findings(self, integration: IntegrationId, findings: tuple[Finding, ...]) -> None:
        """Write each repair and each drop into the log of the integration (V-1.5)."""
        for finding in findings:
            self.parts.log_of(integration).add(LogSource.HOST, f"manifest: {finding}")

    def _forget(self, integration: IntegrationId) -> None:
        self._changed_folders.discard(integration)
        self._findings.pop(integration, None)

    def _on_server(self, integration: IntegrationId, state: ServerState) -> None:
        log.info("%s is %s", integration, state.status.value)
        self._news.set()

    def _on_connected(self, integration: IntegrationId, digest: str) -> None:
        self._tasks.spawn(self._note_connected, integration, digest)

    async def _note_connected(self, integration: IntegrationId, digest: str) -> None:
        await self.parts.store.revise(integration, lambda one: replace(one, connected_digest=digest))

    def _on_folder(self, integration: IntegrationId) -> None:
        record = self._records.get(integration)
        if record is not None and record.reload_by_itself:
            self._tasks.spawn(self._installs.reload, integration)
        else:
            self._changed_folders.add(integration)
            self._news.set()

    # What a page changes

    async def _rename(self, integration: IntegrationId, wish: str) -> None:
        def renamed(installed: Mapping[IntegrationId, InstallRecord]) -> InstallRecord:
            if integration not in installed:
                raise InstallFailed(place=integration, code="install-unknown")
            others = {one.short_name for one in installed.values() if one.integration_id != integration}
            name = legal_short_name(wish) or short_name(integration)
            return replace(installed[integration], short_name=free_short_name(name, others))

        await self.parts.store.put(renamed)
        await self.follow()

    async def _configure(self, command: ConfigureIntegration) -> None:
        integration = command.integration
        before = self._records.get(integration)
        await self.parts.configuration.save(integration, command.values, until_quit=command.until_quit)
        await self.follow()
        if before is not None:
            self.parts.supervisor.restart(integration)  # a secret may be another one under the same name

    async def _restart(self, integration: IntegrationId) -> None:
        await self.parts.renew_path()  # the program that was missing may be there now
        self.parts.supervisor.restart(integration)

    async def _remove(self, integration: IntegrationId, with_history: bool) -> None:
        await self.parts.installer.remove(integration, with_history=with_history)
        self._forget(integration)
        await self.follow()

    async def _sign_in(self, integration: IntegrationId) -> None:
        await self._sign_ins().sign_in(integration)
        self.parts.supervisor.restart(integration)
        self._news.set()

    async def _sign_out(self, integration: IntegrationId) -> None:
        await self._sign_ins().sign_out(integration)
        self.parts.supervisor.restart(integration)
        self._news.set()

    def _sign_ins(self) -> SignIns:
        if self.parts.sign_ins is None:
            raise External(code="sign-in-unavailable")
        return self.parts.sign_ins

    # What is told

    def _tell(self, event: Event) -> None:
        self._emit(event)
        asking = self.parts.questions.is_asking
        if asking != self._asking:
            self._asking = asking
            self._tasks.spawn(self._on_asking, asking)

    async def _tell_pages(self) -> None:
        while True:
            await self._news.wait()
            self._news = anyio.Event()
            self._emit(IntegrationsChanged(tuple(page_of(self._known(record)) for record in self._records.values())))

    def _known(self, record: InstallRecord) -> Known:
        integration = record.integration_id
        entries = self.parts.registry.listed(integration)
        remarks = (
            *((Remark(RemarkCode.FOLDER_CHANGED),) if integration in self._changed_folders else ()),
            *((Remark(RemarkCode.SECRET_UNTIL_QUIT),) if self.parts.until_quit(integration) else ()),
        )
        return Known(
            record=record,
            state=self.parts.supervisor.state(integration),
            entries=entries,
            short_name=entries[0].short_name if entries else record.short_name,
            ask_for=self._settings().ask_for,
            findings=self._findings.get(integration) or self._repairs(record),
            remarks=remarks,
            signed_in=self.parts.sign_ins is not None and self.parts.sign_ins.is_signed_in(integration),
        )

    def _repairs(self, record: InstallRecord) -> tuple[Finding, ...]:
        if not record.has_manifest:
            return ()
        if record.digest not in self._read:
            self._read[record.digest] = tuple(read_manifest(record.manifest_bytes, strict=False).findings)
        return self._read[record.digest]
