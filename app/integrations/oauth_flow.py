"""Signing in with OAuth 2.1 and PKCE, through the flow of the library; renewing and revoking what it gave (V-3.11).

The library runs the flow from a 401 that a request meets; here it is driven step by step, so that it begins only when
a person asks and no message of a session depends on it. Every sign-in registers anew, because its port is part of the
registration. Imports ``mcp``; used by ``remote`` and ``oauth``, on the core loop.

Nothing of what the library raises is passed on: it quotes answers, and they may have tokens in them.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from http.client import BAD_REQUEST, FORBIDDEN, OK, UNAUTHORIZED
from typing import Final
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx2
from anyio import to_thread
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, OAuthFlowError
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp_types.version import LATEST_HANDSHAKE_VERSION
from pydantic import AnyUrl

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import External, first_error
from app.integrations.grants import Grant
from app.integrations.loopback import Loopback
from app.integrations.web_client import Bounded, close_mouths
from app.integrations.web_errors import web_trouble

__all__ = ["authorise", "renew", "revoke"]

STEP_S: Final = 20.0
"""Of one request; a sign-in has about six."""
LONGEST_ANSWER: Final = 1024 * 1024
"""Bytes; metadata has some thousand."""
_REFUSALS: Final = (BAD_REQUEST, UNAUTHORIZED, FORBIDDEN)
"""RFC 6749, section 5.2: a refresh token that is no good any more is answered 400."""
_PING: Final = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
_making: Final = anyio.CapacityLimiter(1)

OpenUrl = Callable[[str], Awaitable[None]]


class _Memory:
    """What the flow of the library keeps, for as long as it runs."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


async def authorise(address: str, open_url: OpenUrl) -> Grant:
    """Sign in to the server at this address: open the browser and wait for its answer.

    Raises:
        External: ``sign-in-failed``, ``sign-in-refused``, ``sign-in-late``, ``sign-in-unreachable`` or
            ``sign-in-unavailable``.
    """
    close_mouths()
    grant: Grant | None = None
    failure = External(code="sign-in-failed")
    try:
        async with _client() as client, Loopback.open() as loopback:
            grant = await _authorise(address, open_url, client, loopback)
    except* External as errors:
        failure = first_error(errors)
    except* httpx2.HTTPError as errors:
        failure = External(type(first_error(errors)).__name__, code="sign-in-unreachable")
    except* (OAuthFlowError, ValueError) as errors:
        failure = External(type(first_error(errors)).__name__, code="sign-in-failed")
    if grant is None:
        raise failure
    return grant


async def _authorise(address: str, open_url: OpenUrl, client: httpx2.AsyncClient, loopback: Loopback) -> Grant:
    async def show(url: str) -> None:
        _demand_safe(httpx2.URL(url))
        loopback.expect(parse_qs(urlsplit(url).query)["state"][0])
        await open_url(url)

    async def answer() -> AuthorizationCodeResult:
        found = await loopback.answer()
        return AuthorizationCodeResult(code=found["code"], state=found["state"], iss=found.get("iss"))

    memory = _Memory()
    metadata = OAuthClientMetadata(
        client_name="Voxnotch",
        redirect_uris=[AnyUrl(loopback.uri)],
        token_endpoint_auth_method="none",  # noqa: S106 - a method: what is installed on a desk has no secret
    )
    provider = OAuthClientProvider(address, metadata, memory, show, answer)
    await _drive(provider, memory, client, address)
    return _grant(provider, memory)


async def _drive(provider: OAuthClientProvider, memory: _Memory, client: httpx2.AsyncClient, address: str) -> None:
    """Run the flow up to the tokens; the message that it began with is not sent again."""
    knock = client.build_request(
        "POST",
        address,
        json=_PING,
        headers={
            "Accept": "application/json, text/event-stream",
            "mcp-protocol-version": LATEST_HANDSHAKE_VERSION,
        },
    )
    flow = provider.async_auth_flow(knock)
    try:
        wanted = await anext(flow)
        while not (wanted is knock and memory.tokens is not None):
            _demand_safe(wanted.url)
            response = await _fetch(client, wanted)
            if wanted is knock and response.status_code != UNAUTHORIZED:
                # It lets pings in; the person wants to sign in all the same.
                response = httpx2.Response(UNAUTHORIZED, request=knock)
            wanted = await flow.asend(response)
    finally:
        await flow.aclose()


def _grant(provider: OAuthClientProvider, memory: _Memory) -> Grant:
    context, tokens, client = provider.context, memory.tokens, memory.client
    assert tokens is not None
    assert client is not None
    known = context.oauth_metadata
    base = context.get_authorization_base_url(context.server_url)
    asks_for_resource = context.should_include_resource_param(context.protocol_version)
    return Grant(
        server=context.server_url,
        access_token=tokens.access_token,
        refresh_token=tokens.refresh_token,
        expires_unix_s=_end_of(tokens),
        scope=tokens.scope,
        client_id=client.client_id,
        client_secret=client.client_secret,
        auth_method=client.token_endpoint_auth_method,
        # The place of old servers without metadata (MCP 2025-03-26).
        token_endpoint=f"{base}/token" if known is None else str(known.token_endpoint),
        revocation_endpoint=str(known.revocation_endpoint) if known and known.revocation_endpoint else None,
        resource=context.get_resource_url() if asks_for_resource else None,
    )


async def renew(grant: Grant) -> Grant | None:
    """Ask for new tokens with the refresh token; ``None``: it is not accepted any more.

    Raises:
        CallFailed: who gives them cannot be asked.
    """
    fields = {"grant_type": "refresh_token", "refresh_token": grant.refresh_token or ""}
    if grant.resource is not None:
        fields["resource"] = grant.resource
    host = urlsplit(grant.token_endpoint).hostname or ""
    try:
        async with _client() as client:
            response = await _post(client, grant, grant.token_endpoint, fields)
    except httpx2.HTTPError as error:
        kind, words = web_trouble(error, host)
        raise CallFailed(kind, f"The sign-in cannot be renewed: {words}") from None
    if response.status_code in _REFUSALS:
        return None
    tokens = _read_tokens(response)
    if tokens is None:
        words = f"The sign-in cannot be renewed: {host} answers HTTP {response.status_code}."
        raise CallFailed(CallClass.PROTOCOL_ERROR, words)
    return grant.model_copy(
        update={
            "access_token": tokens.access_token,
            "refresh_token": tokens.refresh_token or grant.refresh_token,
            "expires_unix_s": _end_of(tokens),
            "scope": tokens.scope or grant.scope,
        }
    )


def _read_tokens(response: httpx2.Response) -> OAuthToken | None:
    try:
        return OAuthToken.model_validate_json(response.content) if response.status_code == OK else None
    except ValueError:
        return None


async def revoke(grant: Grant) -> bool:
    """Ask the server to take tokens back (RFC 7009); says whether it did. They are of no use here in any case."""
    if grant.revocation_endpoint is None:
        return False
    kinds = {"refresh_token": grant.refresh_token, "access_token": grant.access_token}
    done = True
    try:
        async with _client() as client:
            for kind, token in kinds.items():
                if token:
                    fields = {"token": token, "token_type_hint": kind}
                    response = await _post(client, grant, grant.revocation_endpoint, fields)
                    if response.status_code == BAD_REQUEST and grant.client_secret is None:
                        # WORKAROUND: servers made with mcp 2.3 demand the field also of a client without a secret
                        # (mcp.server.auth.handlers.revoke). To go when that release is no longer met.
                        fields["client_secret"] = ""
                        response = await _post(client, grant, grant.revocation_endpoint, fields)
                    done = done and response.status_code == OK
    except (httpx2.HTTPError, External):
        return False
    return done


@asynccontextmanager
async def _client() -> AsyncGenerator[httpx2.AsyncClient]:
    make = partial(httpx2.AsyncClient, timeout=STEP_S, headers={"Accept-Encoding": "identity"})
    async with await to_thread.run_sync(make, limiter=_making) as client:
        yield client


async def _post(client: httpx2.AsyncClient, grant: Grant, address: str, fields: dict[str, str]) -> httpx2.Response:
    auth: httpx2.BasicAuth | None = None
    fields = {**fields, "client_id": grant.client_id}
    if grant.client_secret is not None and grant.auth_method == "client_secret_basic":
        auth = httpx2.BasicAuth(grant.client_id, grant.client_secret)
    elif grant.client_secret is not None:
        fields["client_secret"] = grant.client_secret
    request = client.build_request("POST", address, data=fields)
    _demand_safe(request.url)
    return await _fetch(client, request, auth)


async def _fetch(
    client: httpx2.AsyncClient, request: httpx2.Request, auth: httpx2.BasicAuth | None = None
) -> httpx2.Response:
    try:
        with anyio.fail_after(STEP_S):
            response = await client.send(request, stream=True, follow_redirects=False, auth=auth)
            try:
                assert isinstance(response.stream, httpx2.AsyncByteStream)
                response.stream = Bounded(response.stream, LONGEST_ANSWER)
                await response.aread()
            finally:
                await response.aclose()
    except TimeoutError as error:
        raise httpx2.ReadTimeout("no whole answer", request=request) from error
    return response


def _demand_safe(url: httpx2.URL) -> None:
    """Let tokens and codes travel in the open on this machine only (OAuth 2.1, section 1.5)."""
    if url.scheme != "https" and url.host not in ("localhost", "127.0.0.1", "::1"):
        raise External(f"{url.host} has no https", code="sign-in-failed")


def _end_of(tokens: OAuthToken) -> float | None:
    return None if tokens.expires_in is None else time.time() + tokens.expires_in
