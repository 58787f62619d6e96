"""A real authorisation server in memory, made with the library, and the remote server that believes its tokens."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    TokenError,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl

from tests.unit.integrations.web_servers import Port, library_server, serving


class SignInServer:
    """Lets everybody in at once; a test makes tokens end."""

    def __init__(self) -> None:
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.access: dict[str, AccessToken] = {}
        self.refresh: dict[str, RefreshToken] = {}
        self.given: list[str] = []
        """Every token and code that was ever given."""
        self.exchanged = 0
        self.renewed = 0
        self.revoked: list[str] = []
        self.expires_in: int | None = 3600
        self.gives_refresh = True

    def end_access(self) -> None:
        self.access.clear()

    def end_all(self) -> None:
        self.access.clear()
        self.refresh.clear()

    def _secret(self, kind: str) -> str:
        made = f"planted-{kind}-{secrets.token_urlsafe(24)}"
        self.given.append(made)
        return made

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        code = self._secret("code")
        self.codes[code] = AuthorizationCode(
            code=code,
            scopes=params.scopes or [],
            expires_at=time.time() + 60,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    async def load_authorization_code(self, client: object, authorization_code: str) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        del self.codes[authorization_code.code]
        self.exchanged += 1
        return self._tokens(client.client_id, authorization_code.scopes, authorization_code.resource)

    def _tokens(self, client: str, scopes: list[str], resource: str | None) -> OAuthToken:
        access, refresh = self._secret("access"), self._secret("refresh")
        self.access[access] = AccessToken(token=access, client_id=client, scopes=scopes, resource=resource)
        self.refresh[refresh] = RefreshToken(token=refresh, client_id=client, scopes=scopes, resource=resource)
        return OAuthToken(
            access_token=access,
            expires_in=self.expires_in,
            refresh_token=refresh if self.gives_refresh else None,
            scope=" ".join(scopes) or None,
        )

    async def load_refresh_token(self, client: object, refresh_token: str) -> RefreshToken | None:
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        if self.refresh.pop(refresh_token.token, None) is None:
            raise TokenError("invalid_grant")
        self.renewed += 1
        return self._tokens(client.client_id, scopes, refresh_token.resource)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        self.revoked.append(token.token)
        self.access.pop(token.token, None)
        self.refresh.pop(token.token, None)

    async def exchange_identity_assertion(self, client: object, params: object) -> OAuthToken:
        raise TokenError("unsupported_grant_type")


@dataclass
class Browser:
    """Opens addresses as a person's browser does: follows redirects, then asks for an icon."""

    opened: list[str] = field(default_factory=list[str])
    pages: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    async def open(self, url: str) -> None:
        self.opened.append(url)
        async with httpx2.AsyncClient(follow_redirects=True, trust_env=False) as client:
            response = await client.get(url)
            self.pages.append((response.status_code, response.text))


@asynccontextmanager
async def protected(server: SignInServer, **options: Any) -> AsyncGenerator[str]:
    """Serve a remote server that wants tokens of this one, both on one port; yields its address."""
    port = Port()
    auth = AuthSettings(
        issuer_url=AnyHttpUrl(port.origin),
        resource_server_url=AnyHttpUrl(f"{port.origin}/mcp"),
        client_registration_options=ClientRegistrationOptions(enabled=True, **options),
        revocation_options=RevocationOptions(enabled=True),
        validate_token_resource=True,
    )
    app = library_server(auth=auth, auth_server_provider=server).streamable_http_app()
    async with serving(app, port) as origin:
        yield f"{origin}/mcp"
