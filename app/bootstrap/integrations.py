"""What integrations need, put together once for core and command line: stores, key store, servers, the one door.

Called on the loop that will run them. ``mcp`` is imported with the first server, not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Final

from app.bootstrap.stores import OpenStore, open_store
from app.domain.calls import IntegrationId, ToolRef
from app.domain.findings import Finding
from app.domain.integrations import LogSource
from app.domain.messages import Notice, NoticeCode
from app.extensions.configuration import Configuration
from app.extensions.environment import system_environment
from app.extensions.folder_watch import FolderWatch
from app.extensions.guard import Guard
from app.extensions.install_parts import Around
from app.extensions.installer import Installer
from app.extensions.log_shelf import LogShelf
from app.extensions.login_path import LoginPath
from app.extensions.secret_mask import SecretMask
from app.extensions.secrets import SecretStore
from app.integrations.browser import open_in_browser
from app.integrations.grants import Grants
from app.integrations.local import LocalConnector
from app.integrations.oauth import SignInDesk
from app.integrations.parts import ServerParts
from app.integrations.registry import Registry
from app.integrations.remote import RemoteConnector
from app.integrations.supervisor import Supervisor
from app.runtime.integration_parts import IntegrationParts, Surroundings
from app.runtime.parts import Clocks
from app.settings.paths import AppPaths
from app.storage.database import INTEGRATION_MIGRATIONS
from app.storage.installs import InstallStore
from app.storage.journal import Journal
from app.storage.kept_results import KeptResults
from app.tools.confirmation import Questions
from app.tools.executor import Executor
from app.tools.ports import Reader
from app.tools.results import KeptPart, ResultReader

__all__ = ["IntegrationResources"]

_NO_SECRETS: Final = SecretMask()


class _KnownSecrets:
    """Loads secrets for servers, and remembers how to mask them in the journal (V-19.7)."""

    def __init__(self, store: SecretStore) -> None:
        self._store = store
        self._values: dict[IntegrationId, frozenset[str]] = {}
        self._masks: dict[IntegrationId, SecretMask] = {}

    async def load(self, integration: IntegrationId, names: frozenset[str]) -> Mapping[str, str]:
        values = await self._store.load(integration, names)
        self.learn(integration, values.values())
        return values

    def learn(self, integration: IntegrationId, values: Iterable[str]) -> frozenset[str]:
        """Mask these from now on too; returns all that are known."""
        known = self._values.get(integration, frozenset()) | frozenset(values)
        if known != self._values.get(integration):
            self._values[integration] = known
            self._masks[integration] = SecretMask(known)
        return known

    def masked(self, part: KeptPart) -> KeptPart:
        """Return a part of a result as it may stand in a file: a server may tell a secret, of whichever integration."""
        if not part.name.endswith(".txt"):
            return part
        everything = SecretMask(value for values in tuple(self._values.values()) for value in values)
        return replace(part, data=everything.mask(part.data.decode("utf-8", "replace")).encode())

    def mask_of(self, integration: IntegrationId) -> SecretMask:
        return self._masks.get(integration, _NO_SECRETS)


@dataclass(frozen=True, slots=True)
class IntegrationResources:
    """What has to be opened before, and closed after; see :meth:`open`."""

    paths: AppPaths
    clocks: Clocks
    store: OpenStore
    guard: Guard
    logs: LogShelf
    results: KeptResults
    _stack: AsyncExitStack

    @property
    def problem(self) -> Notice | None:
        """What the person has to know about the file."""
        return self.store.problem

    @classmethod
    async def open(cls, paths: AppPaths, clocks: Clocks) -> IntegrationResources:
        """Open the stores of integrations; a file that cannot be used is replaced, a damaged one set aside.

        Raises:
            StorageUnavailable: not even a temporary folder can be written.
        """
        async with AsyncExitStack() as stack:
            store = await open_store(
                paths.integrations_file, INTEGRATION_MIGRATIONS, damaged=NoticeCode.INTEGRATIONS_SET_ASIDE
            )
            stack.push_async_callback(store.close)
            logs = LogShelf(paths.integration_logs, clocks.unix_s)
            stack.push_async_callback(logs.close)
            guard = await stack.enter_async_context(Guard())
            return cls(
                paths=paths,
                clocks=clocks,
                store=store,
                guard=guard,
                logs=logs,
                results=KeptResults(paths.kept_results, clocks.unix_s),
                _stack=stack.pop_all(),
            )

    async def close(self) -> None:
        await self._stack.aclose()

    def build(self, around: Surroundings, *, reader: Reader | None = None) -> IntegrationParts:
        """Put the parts together; nothing starts. ``reader`` reads results in place of the usual one."""
        clocks = self.clocks
        store, journal = InstallStore(self.store.database, self.store.file), Journal(self.store.database)
        secrets = SecretStore()
        known = _KnownSecrets(secrets)
        grants = Grants(
            secrets, lambda one, tokens: self.logs.of(one).set_secrets(known.learn(one, tokens)), clocks.unix_s
        )
        sign_ins = SignInDesk(grants, store.get, open_in_browser, self.logs.of)
        login_path = LoginPath(self.guard)
        registry = Registry()
        supervisor = Supervisor(
            ServerParts(
                connectors={
                    "local-mcp": LocalConnector(
                        self.guard, login_path.get, lambda one: self.paths.integration_data / one
                    ),
                    "remote-mcp": RemoteConnector(grants),
                },
                load_secrets=known.load,
                log_of=self.logs.of,
                note_connected=around.on_connected,
            ),
            registry,
            around.on_server,
        )
        questions = Questions(
            around.emit, clocks.monotonic_s, language=around.language, somebody_there=around.somebody_there
        )

        async def environment() -> Mapping[str, str]:
            return {**system_environment(), "PATH": await login_path.refresh()}

        async def forget(integration: IntegrationId) -> None:
            sign_ins.drop(integration)
            await self.logs.remove(integration)

        async def forget_history(integration: IntegrationId) -> None:
            await journal.remove_of(integration)

        def keep(parts: Sequence[KeptPart]) -> str:
            return self.results.keep([known.masked(part) for part in parts])

        def note_findings(ref: ToolRef, findings: tuple[Finding, ...]) -> None:
            for finding in findings:
                self.logs.of(ref.integration).add(LogSource.HOST, f"result of {ref.tool}: {finding}")

        return IntegrationParts(
            store=store,
            journal=journal,
            configuration=Configuration(store, secrets),
            installer=Installer(
                store,
                secrets,
                self.paths,
                Around(clocks.unix_s, environment, self.guard, supervisor.stop, forget, forget_history),
            ),
            registry=registry,
            supervisor=supervisor,
            questions=questions,
            executor=Executor(
                registry,
                supervisor,
                questions,
                journal,
                reader or ResultReader(keep),
                emit=around.emit,
                monotonic_s=clocks.monotonic_s,
                unix_s=clocks.unix_s,
                ask_for=around.ask_for,
                mask_of=known.mask_of,
                note_findings=note_findings,
            ),
            folders=FolderWatch(around.on_folder),
            open_logs=self.logs.open,
            log_of=self.logs.of,
            until_quit=lambda one: bool(secrets.held(one)),
            renew_path=login_path.refresh,
            prune_results=self.results.prune,
            mask_of=known.mask_of,
            secrets=secrets,
            sign_ins=sign_ins,
        )
