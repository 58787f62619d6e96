"""Saves what a person fills in on the page of an integration (V-5.12 to V-5.14): secrets to the key store, the rest
to the record.

Called by the runtime, on the core loop. Restarting the server is the caller's (V-5.15).
"""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.calls import IntegrationId
from app.domain.errors import InstallFailed
from app.extensions.install_parts import Secrets
from app.extensions.records import sorted_values, with_values
from app.storage.install_record import InstallRecord
from app.storage.installs import InstallStore

__all__ = ["Configuration"]


class Configuration:
    def __init__(self, store: InstallStore, secrets: Secrets) -> None:
        self._store = store
        self._secrets = secrets

    async def save(
        self, integration: IntegrationId, values: Mapping[str, str], *, until_quit: bool = False
    ) -> InstallRecord:
        """Save values; a field that is left out keeps its value, "" removes it.

        Secrets go first: a record never names a secret that is nowhere.

        Raises:
            InstallFailed: ``install-unknown``.
            KeyStoreUnavailable: nothing was saved (V-5.14).
            StorageUnavailable
        """
        old = await self._store.get(integration)
        if old is None:
            raise InstallFailed(place=integration, code="install-unknown")
        given = sorted_values(old.manifest, values)
        if given.secret:
            await self._secrets.store(integration, given.secret, until_quit=until_quit)
        new = await self._store.revise(integration, lambda record: with_values(record, given))
        if new is None:  # removed meanwhile, with the secrets it knew of
            await self._secrets.delete(integration, given.secret)
            raise InstallFailed(place=integration, code="install-unknown")
        gone = given.removed_secrets & old.secret_names
        if gone:
            await self._secrets.delete(integration, gone)
        return new
