"""Sign-ins that fail: each says which way, tells no secret, keeps nothing half, waits not for ever."""

from __future__ import annotations

import asyncio
import logging
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import anyio
import httpx2
import keyring.errors
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import External, KeyStoreUnavailable
from app.domain.integrations import LogSource, ServerStatus
from app.extensions.secrets import GRANT_ENTRY, SecretStore
from app.integrations import browser, oauth_flow
from app.integrations import grants as grants_module
from app.integrations.browser import open_in_browser
from app.integrations.grants import Grant, Grants
from app.integrations.oauth_flow import authorise, renew, revoke
from tests.unit.extensions.secret_service import MemoryKeyring
from tests.unit.integrations.sessions import LIMIT_S
from tests.unit.integrations.sign_in_server import Browser, SignInServer, protected
from tests.unit.integrations.test_oauth import staged
from tests.unit.integrations.web_servers import REMOTE_ID, Port, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
ExpectLog = Callable[[str], None]

PLANTED = "planted-7f3a"


async def failure_of(url: str, open_url: Callable[[str], Any]) -> External:
    with anyio.fail_after(LIMIT_S), pytest.raises(External) as caught:
        await authorise(url, open_url)
    return caught.value


async def no_browser(_: str) -> None:
    raise AssertionError("a browser opens")


@pytest.mark.fault("A54")
@pytest.mark.clause("V-3.11")
async def test_an_answer_with_another_state_ends_the_sign_in_at_once(tmp_path: Path) -> None:
    server = SignInServer()

    async def forge(url: str) -> None:
        back = parse_qs(urlsplit(url).query)["redirect_uri"][0]
        async with httpx2.AsyncClient(trust_env=False) as client:
            await client.get(f"{back}?{urlencode({'code': 'stolen', 'state': 'theirs'})}")
            await client.get(back.replace("/callback", "/favicon.ico"))

    async with protected(server) as url, staged(tmp_path, url) as stage:
        stage.browser.open = forge  # type: ignore[method-assign]
        stage.desk._open_url = forge
        with anyio.fail_after(LIMIT_S), pytest.raises(External) as caught:
            await stage.desk.sign_in(REMOTE_ID)
        assert caught.value.code == "sign-in-refused"
        assert (server.exchanged, stage.kept()) == (0, {})
        assert stage.host.log(REMOTE_ID).texts(LogSource.HOST)[-1] == "Signing in failed: sign-in-refused."


async def test_pressed_again_it_begins_anew_and_the_first_wait_ends(tmp_path: Path) -> None:
    server = SignInServer()
    opened: list[str] = []
    first_open = anyio.Event()
    helper = Browser()

    async def leave_the_first_alone(url: str) -> None:
        opened.append(url)
        if len(opened) == 1:
            first_open.set()
        else:
            await helper.open(url)

    async with protected(server) as url, staged(tmp_path, url) as stage:
        stage.desk._open_url = leave_the_first_alone
        with anyio.fail_after(LIMIT_S):
            async with anyio.create_task_group() as group:
                group.start_soon(stage.desk.sign_in, REMOTE_ID)
                await first_open.wait()
                await stage.desk.sign_in(REMOTE_ID)
        assert (len(opened), server.exchanged, stage.desk.is_signed_in(REMOTE_ID)) == (2, 1, True)


async def test_nobody_at_the_address() -> None:
    port = Port()
    port.socket.close()
    error = await failure_of(f"{port.origin}/mcp", no_browser)
    assert error.code == "sign-in-unreachable"


async def test_no_browser() -> None:
    async def none(_: str) -> None:
        raise External("no browser", code="sign-in-unavailable")

    async with protected(SignInServer()) as url:
        error = await failure_of(url, none)
    assert error.code == "sign-in-unavailable"


def _send_back(request: Request) -> Response:
    query = request.query_params
    return RedirectResponse(f"{query['redirect_uri']}?code=c&state={query['state']}")


class OddServer:
    """An authorisation server by hand, whose every answer can be another one."""

    def __init__(self) -> None:
        self.port = Port()
        origin = self.port.origin
        self.places = {
            "issuer": origin,
            "authorization_endpoint": f"{origin}/authorize",
            "token_endpoint": f"{origin}/token",
            "registration_endpoint": f"{origin}/register",
        }
        self.answers: dict[str, Callable[[Request], Response]] = {
            "/mcp": lambda _: Response(status_code=200),
            "/.well-known/oauth-authorization-server": lambda _: JSONResponse(self.places),
            "/register": lambda _: JSONResponse({"client_id": "c1", "client_secret": PLANTED}, status_code=201),
            "/authorize": _send_back,
            "/token": lambda _: JSONResponse({"access_token": "a1", "token_type": "bearer", "expires_in": 5}),
        }
        self.forms: list[dict[str, str]] = []
        self.app = Starlette(routes=[Route("/{path:path}", self._serve, methods=["GET", "POST"])])

    async def _serve(self, request: Request) -> Response:
        path = request.url.path
        if path in ("/token", "/revoke"):
            self.forms.append({**{name: str(value) for name, value in (await request.form()).items()}})
        return self.answers.get(path, lambda _: Response(status_code=404))(request)

    def grant(self, **more: Any) -> Grant:
        values: dict[str, Any] = {
            "server": f"{self.port.origin}/mcp",
            "access_token": "a0",
            "refresh_token": "r0",
            "client_id": "c1",
            "token_endpoint": f"{self.port.origin}/token",
            "revocation_endpoint": f"{self.port.origin}/revoke",
        }
        return Grant(**{**values, **more})


async def test_a_server_that_asks_nobody_who_he_is_is_signed_in_to_all_the_same() -> None:
    server = OddServer()
    async with serving(server.app, server.port) as origin:
        grant = await authorise(f"{origin}/mcp", Browser().open)
    assert (grant.access_token, grant.refresh_token, grant.client_secret) == ("a1", None, PLANTED)
    assert (grant.resource, grant.revocation_endpoint) == (f"{origin}/mcp", None)


async def test_a_server_of_the_first_days_has_its_places_at_its_root() -> None:
    server = OddServer()
    del server.answers["/.well-known/oauth-authorization-server"]
    async with serving(server.app, server.port) as origin:
        grant = await authorise(f"{origin}/mcp", Browser().open)
    assert grant.token_endpoint == f"{origin}/token"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/register", Response(PLANTED, status_code=403)),
        ("/register", JSONResponse({"client_id": "c", "token_endpoint_auth_method": PLANTED}, status_code=201)),
        ("/token", Response(PLANTED, status_code=400)),
        ("/token", JSONResponse({"access_token": {"no": PLANTED}})),
        ("/token", Response(b'{"access_token": "' + b"x" * (1024 * 1024), media_type="application/json")),
    ],
)
async def test_what_the_server_says_wrongly_is_told_without_its_words(
    path: str, answer: Response, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = OddServer()
    server.answers[path] = lambda _: answer
    async with serving(server.app, server.port) as origin:
        error = await failure_of(f"{origin}/mcp", Browser().open)
    assert error.code in {"sign-in-failed", "sign-in-unreachable"}
    assert PLANTED not in str(error)
    assert PLANTED not in "\n".join(f"{one.getMessage()} {one.exc_text}" for one in caplog.records)


async def test_codes_do_not_travel_in_the_open() -> None:
    server = OddServer()
    server.places["authorization_endpoint"] = "http://server.example/authorize"
    async with serving(server.app, server.port) as origin:
        error = await failure_of(f"{origin}/mcp", no_browser)
    assert (error.code, error.detail) == ("sign-in-failed", "server.example has no https")


async def test_a_step_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oauth_flow, "STEP_S", 0.2)

    async def hang(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{", "more_body": True})
        await asyncio.Event().wait()

    async with serving(hang, lifespan="off") as origin:
        error = await failure_of(f"{origin}/mcp", no_browser)
    assert error.code == "sign-in-unreachable"


# Renewing


async def test_a_renewal_keeps_what_the_answer_leaves_out() -> None:
    server = OddServer()
    async with serving(server.app, server.port):
        new = await renew(
            server.grant(scope="read", resource="there", client_secret="s", auth_method="client_secret_post")
        )
    assert new is not None
    assert (new.access_token, new.refresh_token, new.scope) == ("a1", "r0", "read")
    assert server.forms == [
        {
            "grant_type": "refresh_token",
            "refresh_token": "r0",
            "resource": "there",
            "client_id": "c1",
            "client_secret": "s",
        }
    ]


async def test_a_client_may_prove_itself_in_a_header() -> None:
    server = OddServer()
    seen: list[str | None] = []

    def answer(request: Request) -> Response:
        seen.append(request.headers.get("authorization"))
        return Response(status_code=401)

    server.answers["/token"] = answer
    async with serving(server.app, server.port):
        assert await renew(server.grant(client_secret="s", auth_method="client_secret_basic")) is None
    assert seen == ["Basic YzE6cw=="]
    assert "client_secret" not in server.forms[0]


@pytest.mark.parametrize("answer", [Response(status_code=503), Response("{}", 200), JSONResponse([PLANTED])])
async def test_a_renewal_that_cannot_be_had_now_loses_nothing(answer: Response) -> None:
    server = OddServer()
    server.answers["/token"] = lambda _: answer
    async with serving(server.app, server.port):
        with pytest.raises(CallFailed) as caught:
            await renew(server.grant())
    assert caught.value.kind is CallClass.PROTOCOL_ERROR
    assert "cannot be renewed" in caught.value.message
    with pytest.raises(CallFailed) as caught:
        await renew(server.grant())
    assert caught.value.message == "The sign-in cannot be renewed: 127.0.0.1 cannot be reached."


async def test_tokens_are_revoked_where_the_server_can() -> None:
    server = OddServer()
    server.answers["/revoke"] = lambda _: Response(status_code=200)
    async with serving(server.app, server.port):
        assert await revoke(server.grant(refresh_token=None))
        assert not await revoke(server.grant(revocation_endpoint=None))
        assert not await revoke(server.grant(revocation_endpoint="http://server.example/revoke"))
    assert server.forms == [{"token": "a0", "token_type_hint": "access_token", "client_id": "c1"}]


# The key store


async def test_tokens_that_cannot_be_kept_any_more_last_until_quit(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("lasts until quit only")
    server, store = SignInServer(), MemoryKeyring()
    async with protected(server) as url, staged(tmp_path, url, store) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        store.failure, store.fails_from = keyring.errors.KeyringLocked("locked"), store.calls + 1
        server.end_access()
        assert await stage.echo() == "hello"
        assert await stage.echo() == "hello"
        assert server.renewed == 1


async def test_a_renewal_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grants_module, "RENEW_S", 0.05)
    store = MemoryKeyring()
    grants = Grants(SecretStore(lambda: store), lambda _one, _secrets: None)
    server = OddServer()
    server.port.socket.close()
    await grants.save(REMOTE_ID, server.grant())

    async def hang(_: Grant) -> Grant | None:
        await anyio.sleep_forever()

    with anyio.fail_after(LIMIT_S), pytest.raises(CallFailed) as caught:
        await grants.after_refusal(REMOTE_ID, "a0", hang)
    assert caught.value.kind is CallClass.TIMEOUT
    assert grants.known(REMOTE_ID) is not None


async def test_what_the_key_store_has_and_cannot_be_read_is_no_sign_in(expected_log: ExpectLog) -> None:
    expected_log("cannot be read")
    store = MemoryKeyring()
    store.kept[f"voxnotch:{REMOTE_ID}", GRANT_ENTRY] = "{"
    grants = Grants(SecretStore(lambda: store), lambda _one, _secrets: None)
    assert await grants.load(REMOTE_ID) is None


async def test_a_key_store_that_is_locked_meanwhile_is_told_on_the_page(tmp_path: Path) -> None:
    def locked() -> MemoryKeyring:
        raise KeyStoreUnavailable("", code="key-store-locked")

    bare: dict[str, Any] = {"auth": {"kind": "none"}}
    async with protected(SignInServer()) as url, staged(tmp_path, url, **bare) as stage:
        stage.grants._store = SecretStore(locked)
        stage.host.supervisor.restart(REMOTE_ID)
        await stage.host.until(lambda: "key store of the system is locked" in stage.host.state(REMOTE_ID).failure)
        assert stage.host.state(REMOTE_ID).status is ServerStatus.NEEDS_SIGN_IN


# The browser


async def test_a_page_opens_on_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def note(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(webbrowser, "open", note)
    await open_in_browser("https://server.example/")
    assert opened == ["https://server.example/"]


async def test_without_a_browser_or_a_desktop_nothing_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7")

    def refuse(_: str) -> bool:
        return False

    monkeypatch.setattr(webbrowser, "open", refuse)
    with pytest.raises(External) as caught:
        await open_in_browser("https://server.example/")
    assert (caught.value.code, caught.value.detail) == ("sign-in-unavailable", "no browser")
    monkeypatch.setattr(browser.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(External) as caught:
        await open_in_browser("https://server.example/")
    assert caught.value.detail == "no display"
