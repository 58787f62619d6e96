"""Takes an integration away with all that was kept for it (V-17.15), and cleans up what earlier runs had to leave.

Called by the installer, on the core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

import anyio
from anyio import to_thread

from app.domain.calls import IntegrationId
from app.domain.errors import External, InstallFailed, UserFixable
from app.extensions import package_folders
from app.extensions.carry_over import KEPT_S
from app.extensions.install_parts import Around, Secrets
from app.extensions.secrets import GRANT_ENTRY
from app.settings.paths import AppPaths
from app.storage.install_record import InstallRecord, KeptKind
from app.storage.installs import InstallStore

__all__ = ["Removal"]

logger = logging.getLogger(__name__)

_files = anyio.CapacityLimiter(1)


class Removal:
    def __init__(self, store: InstallStore, secrets: Secrets, paths: AppPaths, around: Around) -> None:
        self._store = store
        self._secrets = secrets
        self._paths = paths
        self._around = around
        self._told: set[IntegrationId] = set()
        """Integrations whose secrets stay, and of which the log says so."""

    async def remove(self, integration: IntegrationId, *, with_history: bool) -> None:
        """Stop it, wait for its end, and forget it; an author's own folder stays.

        Its own data on this computer goes with its history.

        Raises:
            InstallFailed: ``install-unknown``.
            StorageUnavailable
        """
        # Off first: nothing may start it again meanwhile, neither here nor in another process.
        record = await self._store.revise(integration, lambda one: replace(one, enabled=False))
        if record is None:
            raise InstallFailed(place=integration, code="install-unknown")
        await self._around.stop(integration)
        await self._around.forget(integration)
        if with_history:
            await self._around.forget_history(integration)
            data = self._paths.integration_data / integration
            await to_thread.run_sync(package_folders.drop, data, limiter=_files)
        secrets = record.secret_names | {one.name for one in record.kept if one.kind is KeptKind.SECRET}
        if record.manifest.runtime.kind == "remote-mcp":
            secrets |= {GRANT_ENTRY}
        await self._store.remove(integration, left_secrets=secrets)
        await self._delete_left(integration, secrets)
        own = package_folders.holder_of(self._paths.packages, record.folder)
        if own is not None:
            await to_thread.run_sync(package_folders.drop, own, limiter=_files)

    async def delete_secrets(self, integration: IntegrationId, names: Iterable[str]) -> None:
        """Delete secrets that nothing needs any more; what the key store refuses is tried again at the next start."""
        doomed = frozenset(names)
        if doomed:
            await self._store.leave_secrets(integration, doomed)
            await self._delete_left(integration, doomed)

    async def tidy(self, in_use: Collection[Path]) -> None:
        """Delete what 30 days have made nobody's (V-17.13), and what could not be deleted when it was due.

        ``in_use``: folders of sheets that are open.

        Raises:
            StorageUnavailable
        """
        now = self._around.unix_s()
        used = set(in_use)
        for record in await self._store.all():
            old = [one for one in record.kept if now - one.since_unix_s > KEPT_S]
            if old:
                await self._store.revise(record.integration_id, lambda one: _without_old(one, now))
                await self.delete_secrets(
                    record.integration_id, (one.name for one in old if one.kind is KeptKind.SECRET)
                )
            own = package_folders.holder_of(self._paths.packages, record.folder)
            if own is not None:
                used.add(own)
        for integration, names in (await self._store.left_secrets()).items():
            await self._delete_left(integration, names)
        await to_thread.run_sync(package_folders.sweep, self._paths.packages, used, now, limiter=_files)

    async def _delete_left(self, integration: IntegrationId, names: frozenset[str]) -> None:
        if not names:
            return
        try:
            await self._secrets.delete(integration, names)
        except (UserFixable, External) as error:
            if integration not in self._told:
                self._told.add(integration)
                # No fault of anybody: without a key store there may be nothing left to delete, at any start.
                logger.info("secrets of %s stay in the key store until the next start: %s", integration, error.code)
        else:
            await self._store.forget_left(integration, names)


def _without_old(record: InstallRecord, now_unix_s: float) -> InstallRecord:
    return replace(record, kept=tuple(one for one in record.kept if now_unix_s - one.since_unix_s <= KEPT_S))
