"""Watches the folders of integrations and tells when a manifest in one has really changed (V-17.9).

One of it in a process, on the core loop. It reloads nothing: whoever is told shows "Reload", or reloads where the
person switched that on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import anyio
from anyio import to_thread

from app.domain.calls import IntegrationId
from app.domain.errors import StorageUnavailable
from app.extensions.candidates import bytes_of
from app.extensions.manifest_files import NoManifest
from app.settings.file_changes import watch_folders
from app.storage.install_record import InstallRecord, digest_of

__all__ = ["FolderWatch"]

logger = logging.getLogger(__name__)

_files: Final = anyio.CapacityLimiter(1)


class FolderWatch:
    def __init__(self, on_change: Callable[[IntegrationId], None]) -> None:
        """``on_change`` is called on this loop, once for each manifest that is not what was approved or seen before."""
        self._on_change = on_change
        self._followed: dict[IntegrationId, Path] = {}
        self._digests: dict[IntegrationId, str] = {}
        self._renewed = anyio.Event()

    def follow(self, records: Iterable[InstallRecord]) -> None:
        """Watch these from now on, and no others; to be called after each change of what is installed."""
        with_folder = [one for one in records if one.folder]
        wanted = {one.integration_id: Path(one.folder) for one in with_folder}
        # The first look compares with what was approved: it may have changed while nobody watched.
        self._digests = {one.integration_id: self._digests.get(one.integration_id, one.digest) for one in with_folder}
        if wanted != self._followed:
            self._followed = wanted
            self._renewed.set()

    async def run(self) -> None:
        """Watch until cancelled. Where the system has no more watches to give, nothing is told until the next change of
        what is installed: a person can reload all the same.
        """
        while True:
            self._renewed = anyio.Event()
            async with anyio.create_task_group() as group:
                group.start_soon(self._watch, dict(self._followed))
                await self._renewed.wait()
                group.cancel_scope.cancel()

    async def _watch(self, followed: dict[IntegrationId, Path]) -> None:
        if not followed:
            await anyio.sleep_forever()
        try:
            async for changed in watch_folders(sorted(set(followed.values()))):
                for integration, folder in followed.items():
                    if not changed or folder in changed:
                        await self._look(integration, folder)
        except StorageUnavailable as error:
            logger.warning("changed manifests are not seen: %s", error)

    async def _look(self, integration: IntegrationId, folder: Path) -> None:
        digest = await to_thread.run_sync(_digest, folder, limiter=_files)
        before = self._digests.get(integration, digest)
        self._digests[integration] = digest
        if before != digest:
            logger.info("the manifest of %s has changed", integration)
            self._on_change(integration)


def _digest(folder: Path) -> str:
    try:
        return digest_of(bytes_of(folder)[1])
    except NoManifest:
        return ""
