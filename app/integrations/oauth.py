"""Signing in to remote servers and out of them, on the word of a person (V-3.11 to V-3.13); no one else starts it.

Owned by ``bootstrap``; called by the runtime, which restarts the server afterwards. Core loop.
"""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable
from typing import Final

import anyio
from anyio import to_thread

from app.domain.calls import IntegrationId
from app.domain.errors import External
from app.domain.integrations import LogSource
from app.domain.manifest.model import RemoteRuntime
from app.integrations.grants import Grants
from app.integrations.parts import Log
from app.storage.install_record import InstallRecord

__all__ = ["SignInDesk"]

_importing: Final = anyio.CapacityLimiter(1)


class SignInDesk:
    """See ``runtime.integration_parts.SignIns``."""

    def __init__(
        self,
        grants: Grants,
        record_of: Callable[[IntegrationId], Awaitable[InstallRecord | None]],
        open_url: Callable[[str], Awaitable[None]],
        log_of: Callable[[IntegrationId], Log],
    ) -> None:
        """``open_url`` shows an address in a browser, or raises ``External``."""
        self._grants = grants
        self._record_of = record_of
        self._open_url = open_url
        self._log_of = log_of
        self._running: dict[IntegrationId, anyio.CancelScope] = {}

    def is_signed_in(self, integration: IntegrationId) -> bool:
        """Say whether there are tokens, as far as it is known: they are looked for when its server is reached."""
        return self._grants.known(integration) is not None

    async def sign_in(self, integration: IntegrationId) -> None:
        """Open the browser and wait for its answer; pressed once more, it begins anew and the first wait ends.

        Raises:
            External: see ``oauth_flow.authorise``; ``sign-in-unavailable`` also for what is not remote.
            KeyStoreUnavailable: there is no place for tokens; no browser was opened, or its sign-in is not kept.
        """
        address = await self._address(integration)
        self._stop(integration)
        scope = self._running[integration] = anyio.CancelScope()
        try:
            with scope:
                await self._sign_in(integration, address)
        except External as error:
            self._log_of(integration).add(LogSource.HOST, f"Signing in failed: {error}.")
            raise
        finally:
            if self._running.get(integration) is scope:
                del self._running[integration]

    async def _sign_in(self, integration: IntegrationId, address: str) -> None:
        await _import_flow()
        from app.integrations.oauth_flow import authorise

        await self._grants.load(integration)
        grant = await authorise(address, self._open_url)
        await self._grants.save(integration, grant)
        self._log_of(integration).add(LogSource.HOST, "Signed in.")

    async def sign_out(self, integration: IntegrationId) -> None:
        """Delete the tokens, and ask the server to take them back where it can.

        Raises:
            KeyStoreUnavailable: they may still be in the key store.
        """
        self._stop(integration)
        grant = self._grants.known(integration) or await self._grants.load(integration)
        await self._grants.forget(integration)
        if grant is None:
            return
        await _import_flow()
        from app.integrations.oauth_flow import revoke

        done = await revoke(grant)
        words = "Signed out." if done else "Signed out here. The server did not take its tokens back."
        self._log_of(integration).add(LogSource.HOST, words)

    def drop(self, integration: IntegrationId) -> None:
        """Know nothing any more of one that is removed, whose secrets others delete."""
        self._stop(integration)
        self._grants.drop(integration)

    def _stop(self, integration: IntegrationId) -> None:
        running = self._running.pop(integration, None)
        if running is not None:
            running.cancel()

    async def _address(self, integration: IntegrationId) -> str:
        record = await self._record_of(integration)
        if record is None or not isinstance(record.manifest.runtime, RemoteRuntime):
            raise External("not remote", code="sign-in-unavailable")
        return record.manifest.runtime.url


async def _import_flow() -> None:
    await to_thread.run_sync(importlib.import_module, "app.integrations.oauth_flow", limiter=_importing)
