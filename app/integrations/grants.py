"""Tokens of remote servers: what a sign-in gave, kept in the key store of the system and nowhere else (V-3.13).

Read lazily: a server that lets everybody in costs no question of the key store. Used by ``remote`` and ``oauth``, on
the core loop.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

import anyio
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.domain.calls import CallClass, CallFailed, IntegrationId
from app.domain.errors import KeyStoreUnavailable
from app.extensions.secrets import GRANT_ENTRY, SecretStore

__all__ = ["Grant", "Grants"]

logger = logging.getLogger(__name__)

EARLY_S: Final = 30.0
"""A token that ends so soon counts as ended: the request with it takes its time, and clocks differ."""

RENEW_S: Final = 30.0
"""For new tokens to come and to be kept; a server that is to be stopped waits so long."""


class Grant(BaseModel):
    """What a sign-in gave, with what renewing and revoking it need; times are Unix seconds."""

    model_config = ConfigDict(frozen=True)

    server: str
    """Address that the tokens are for; another one, of a changed manifest, does not get them."""
    access_token: str = Field(repr=False)
    refresh_token: str | None = Field(default=None, repr=False)
    expires_unix_s: float | None = None
    scope: str | None = None
    client_id: str
    client_secret: str | None = Field(default=None, repr=False)
    auth_method: str | None = None
    """Of the client at the token endpoint (RFC 7591)."""
    token_endpoint: str
    revocation_endpoint: str | None = None
    resource: str | None = None
    """RFC 8707; ``None``: the server does not ask for it."""

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(one for one in (self.access_token, self.refresh_token, self.client_secret) if one)

    def has_ended(self, now_unix_s: float) -> bool:
        return self.expires_unix_s is not None and now_unix_s > self.expires_unix_s - EARLY_S


Renew = Callable[[Grant], Awaitable[Grant | None]]
"""Returns the next grant, or ``None`` when the server refuses; raises ``CallFailed`` when it cannot be asked."""


@dataclass(slots=True)
class _Kept:
    grant: Grant | None
    lock: anyio.Lock = field(default_factory=anyio.Lock)


class Grants:
    """Grants by integration."""

    def __init__(
        self,
        store: SecretStore,
        learn: Callable[[IntegrationId, tuple[str, ...]], None],
        unix_s: Callable[[], float] = time.time,
    ) -> None:
        """``learn`` is told secrets before anything can write them down: logs mask them (V-19.7)."""
        self._store = store
        self._learn = learn
        self._unix_s = unix_s
        self._kept: dict[IntegrationId, _Kept] = {}

    def known(self, integration: IntegrationId) -> Grant | None:
        """Return what was read or given since the start."""
        kept = self._kept.get(integration)
        return None if kept is None else kept.grant

    def mask(self, integration: IntegrationId) -> None:
        """Tell the secrets again: a log begins a connection with those of the fields only."""
        grant = self.known(integration)
        if grant is not None:
            self._learn(integration, grant.secrets)

    async def load(self, integration: IntegrationId) -> Grant | None:
        """Read the key store; another process may have renewed the tokens.

        Raises:
            KeyStoreUnavailable
        """
        text = (await self._store.load(integration, [GRANT_ENTRY])).get(GRANT_ENTRY)
        try:
            grant = None if text is None else Grant.model_validate_json(text)
        except ValidationError:
            logger.warning("what the key store has of the sign-in of %s cannot be read", integration)
            grant = None
        self._set(integration, grant)
        return grant

    async def save(self, integration: IntegrationId, grant: Grant) -> None:
        """Keep a grant.

        Raises:
            KeyStoreUnavailable: it is not kept.
        """
        self._learn(integration, grant.secrets)
        await self._store.store(integration, {GRANT_ENTRY: grant.model_dump_json(exclude_none=True)})
        self._set(integration, grant)

    async def forget(self, integration: IntegrationId) -> None:
        """Delete a grant.

        Raises:
            KeyStoreUnavailable: it may still be in the store, but is not used any more.
        """
        self._set(integration, None)
        await self._store.delete(integration, [GRANT_ENTRY])

    def drop(self, integration: IntegrationId) -> None:
        """Know nothing any more of one that is removed, whose secrets others delete."""
        self._kept.pop(integration, None)

    async def usable(self, integration: IntegrationId, renew: Renew) -> Grant | None:
        """Return what is known, renewed where its time is over.

        Raises:
            CallFailed: it has to be renewed, and the server that does it cannot be asked.
        """
        grant = self.known(integration)
        if grant is not None and grant.refresh_token and grant.has_ended(self._unix_s()):
            return await self._renewed(integration, grant.access_token, renew)
        return grant

    async def after_refusal(self, integration: IntegrationId, used: str, renew: Renew) -> Grant | None:
        """Return another grant than the one that the server did not accept, or ``None``: a person has to sign in.

        ``used``: the access token that was refused; "" when none was sent.

        Raises:
            CallFailed: it has to be renewed, and the server that does it cannot be asked.
            KeyStoreUnavailable
        """
        known = self.known(integration)
        grant = known if known is not None and known.access_token != used else await self.load(integration)
        if grant is not None and grant.access_token == used:
            grant = await self._renewed(integration, used, renew)
        return grant

    async def _renewed(self, integration: IntegrationId, used: str, renew: Renew) -> Grant | None:
        async with self._kept[integration].lock:
            grant = self.known(integration)
            if grant is None or grant.access_token != used:
                return grant
            # A server that rotates has taken the old token back by now: what it gave instead must not be lost.
            new: Grant | None = None
            with anyio.move_on_after(RENEW_S, shield=True) as scope:
                if grant.refresh_token:
                    new = await renew(grant)
                await self._replace(integration, new)
            if scope.cancelled_caught:
                raise CallFailed(CallClass.TIMEOUT, "The sign-in was not renewed in time.")
            return new

    async def _replace(self, integration: IntegrationId, new: Grant | None) -> None:
        try:
            if new is None:
                await self.forget(integration)
            else:
                await self.save(integration, new)
        except KeyStoreUnavailable as error:
            logger.warning("the renewed sign-in of %s lasts until quit only: %s", integration, error.code)
            self._set(integration, new)

    def _set(self, integration: IntegrationId, grant: Grant | None) -> None:
        self._kept.setdefault(integration, _Kept(None)).grant = grant
        self.mask(integration)
