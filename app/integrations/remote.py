"""The way to a server somewhere else: streamable HTTP or SSE, with the values of its fields and what a sign-in gave.

Used by ``reach`` for ``remote-mcp``, on the core loop. What imports ``mcp`` is imported at the first connection. A
server that wants a sign-in gets none here: it is told on its page, and nothing opens before a person asks (V-3.12).
"""

from __future__ import annotations

import importlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import anyio
from anyio import to_thread

from app.domain.calls import IntegrationId
from app.domain.errors import Bug
from app.domain.integrations import Remark, RemarkCode
from app.domain.manifest.model import RemoteRuntime
from app.integrations.grants import Grant, Grants, Renew
from app.integrations.remote_headers import sent_values
from app.integrations.streams import Notes, Streams
from app.storage.install_record import InstallRecord

__all__ = ["RemoteConnector"]

GOODBYE_S: Final = 2.0
"""For telling a server that its session is over; it finds out by itself otherwise."""
_blocking: Final = anyio.CapacityLimiter(1)


class RemoteConnector:
    """Reaches remote servers; see ``streams.Connector``."""

    def __init__(self, grants: Grants) -> None:
        self._grants = grants

    @asynccontextmanager
    async def __call__(self, record: InstallRecord, values: Mapping[str, str], notes: Notes) -> AsyncGenerator[Streams]:
        """Reach the server; nothing is sent before the session says its first word.

        Raises:
            CallFailed: ``needs_setup``.
            KeyStoreUnavailable: what a sign-in gave cannot be read.
        """
        for module in ("oauth_flow", "remote_link"):
            await to_thread.run_sync(importlib.import_module, f"app.integrations.{module}", limiter=_blocking)
        from app.integrations.oauth_flow import renew
        from app.integrations.remote_link import RemoteLink
        from app.integrations.web_client import Trouble, WebClient, close_mouths

        runtime, integration = record.manifest.runtime, record.integration_id
        if not isinstance(runtime, RemoteRuntime):
            raise Bug("no remote server", place=integration)
        sent = sent_values(record.manifest, values)
        if sent.unsent:
            notes.remark(Remark(RemarkCode.VALUES_NOT_SENT, ", ".join(sent.unsent)))
        if record.manifest.auth.kind == "oauth2" and self._grants.known(integration) is None:
            await self._grants.load(integration)
        self._grants.mask(integration)
        close_mouths()
        trouble = Trouble()
        bearer = _GrantBearer(self._grants, integration, runtime.url, renew)
        make = partial(WebClient, runtime.url, sent.headers, bearer, trouble)
        link = RemoteLink(runtime.url, partial(to_thread.run_sync, make, limiter=_blocking), trouble)
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(link.run)
                try:
                    yield link, link
                finally:
                    link.leave()
                    with anyio.move_on_after(GOODBYE_S, shield=True):
                        await link.ended.wait()
                    link.abort()
        finally:
            link.close()


class _GrantBearer:
    """Tokens of one integration; see ``web_client.Bearer``."""

    def __init__(self, grants: Grants, integration: IntegrationId, address: str, renew: Renew) -> None:
        self._grants = grants
        self._integration = integration
        self._address = address
        self._renew = renew

    async def token(self) -> str:
        return self._token_of(await self._grants.usable(self._integration, self._renew))

    async def after_refusal(self, used: str) -> str:
        return self._token_of(await self._grants.after_refusal(self._integration, used, self._renew))

    def _token_of(self, grant: Grant | None) -> str:
        return grant.access_token if grant is not None and grant.server == self._address else ""
