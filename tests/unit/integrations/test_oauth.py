"""Signing in to remote servers against a real authorisation server: login, renewal, its end, signing out, no leaks."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import pytest

from app.domain.calls import CallClass, CallFailed, IntegrationId, ToolRef
from app.domain.errors import External, KeyStoreUnavailable
from app.domain.integrations import LogSource, ServerStatus
from app.extensions.secrets import GRANT_ENTRY, SecretStore
from app.integrations.grants import Grant, Grants
from app.integrations.oauth import SignInDesk
from app.storage.install_record import InstallRecord
from tests.unit.extensions.secret_service import MemoryKeyring
from tests.unit.integrations.hosting import Host, hosting
from tests.unit.integrations.records import record
from tests.unit.integrations.sessions import LIMIT_S, text_of
from tests.unit.integrations.sign_in_server import Browser, SignInServer, protected
from tests.unit.integrations.web_servers import REMOTE_ID, connector, remote_record

pytestmark = pytest.mark.anyio


class Stage:
    """A host with one remote server that wants a sign-in."""

    def __init__(self, installed: InstallRecord, keyring: MemoryKeyring) -> None:
        self.installed = installed
        self.keyring = keyring
        self.learned: set[str] = set()
        self.now_s = 0.0
        self.browser = Browser()
        self.grants = Grants(SecretStore(lambda: keyring), self._learn, lambda: self.now_s)
        self.host: Host
        self.desk: SignInDesk

    def _learn(self, _: IntegrationId, secrets: tuple[str, ...]) -> None:
        self.learned |= set(secrets)

    async def record_of(self, integration: IntegrationId) -> InstallRecord | None:
        return self.installed if integration == REMOTE_ID else None

    async def sign_in(self) -> None:
        with anyio.fail_after(LIMIT_S):
            await self.desk.sign_in(REMOTE_ID)
        self.host.supervisor.restart(REMOTE_ID)

    async def until(self, status: ServerStatus) -> None:
        await self.host.until_status(status, REMOTE_ID)

    async def echo(self) -> str:
        ref = ToolRef(REMOTE_ID, "echo")
        return text_of(await self.host.supervisor.call(ref, {"text": "hello"}, timeout_s=LIMIT_S))

    def kept(self) -> dict[str, Any]:
        text = self.keyring.kept.get((f"voxnotch:{REMOTE_ID}", GRANT_ENTRY))
        return {} if text is None else json.loads(text)


def files_with(folder: Path, words: list[str]) -> list[Path]:
    files = [one for one in folder.rglob("*") if one.is_file()]
    return [one for one in files if any(word.encode() in one.read_bytes() for word in words)]


OAUTH: dict[str, Any] = {"auth": {"kind": "oauth2", "fields": []}}


@asynccontextmanager
async def staged(
    folder: Path, url: str, keyring: MemoryKeyring | None = None, **manifest: Any
) -> AsyncGenerator[Stage]:
    stage = Stage(remote_record(url, **(manifest or OAUTH)), keyring or MemoryKeyring())
    async with hosting(folder, stage.installed, connectors=connector(stage.grants)) as host:
        stage.host = host
        stage.desk = SignInDesk(stage.grants, stage.record_of, stage.browser.open, host.log)
        yield stage


@pytest.mark.clause("V-3.11", "V-3.12", "V-3.13", "V-5.17")
async def test_a_person_signs_in_and_the_tools_can_be_called(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.until(ServerStatus.NEEDS_SIGN_IN)
        with pytest.raises(CallFailed) as caught:
            await stage.echo()
        assert (caught.value.kind, caught.value.effect_unknown) == (CallClass.NEEDS_SIGN_IN, False)
        # No browser, and no registration either, before a person presses the button.
        assert (stage.browser.opened, server.clients, stage.desk.is_signed_in(REMOTE_ID)) == ([], {}, False)

        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        assert await stage.echo() == "hello"

        asked = parse_qs(urlsplit(stage.browser.opened[0]).query)
        assert asked["code_challenge_method"] == ["S256"]
        back = urlsplit(asked["redirect_uri"][0])
        assert (back.scheme, back.hostname, back.path) == ("http", "127.0.0.1", "/callback")
        assert back.port not in {None, 80, urlsplit(url).port}
        assert stage.browser.pages[0][0] == 200
        assert stage.desk.is_signed_in(REMOTE_ID)
        assert stage.kept()["access_token"] in server.access
        assert stage.kept()["token_endpoint"].endswith("/token")


@pytest.mark.clause("V-3.11")
async def test_each_sign_in_listens_on_another_port(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.sign_in()
    first, second = (parse_qs(urlsplit(one).query)["redirect_uri"][0] for one in stage.browser.opened)
    assert first != second


@pytest.mark.clause("V-3.13")
async def test_a_sign_in_is_kept_for_the_next_start(tmp_path: Path) -> None:
    server, keyring = SignInServer(), MemoryKeyring()
    async with protected(server) as url:
        async with staged(tmp_path, url, keyring) as stage:
            await stage.sign_in()
        async with staged(tmp_path, url, keyring) as stage:
            await stage.until(ServerStatus.CONNECTED)
            assert await stage.echo() == "hello"
            assert stage.browser.opened == []


async def test_a_server_that_did_not_say_so_gets_its_tokens_after_the_first_refusal(tmp_path: Path) -> None:
    server, keyring = SignInServer(), MemoryKeyring()
    bare: dict[str, Any] = {"auth": {"kind": "none"}}
    async with protected(server) as url:
        async with staged(tmp_path, url, keyring, **bare) as stage:
            await stage.sign_in()
        async with staged(tmp_path, url, keyring, **bare) as stage:
            assert keyring.calls
            await stage.until(ServerStatus.CONNECTED)
            assert stage.desk.is_signed_in(REMOTE_ID)


@pytest.mark.clause("V-3.11")
async def test_a_token_whose_time_is_over_is_renewed_before_it_is_sent(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        stage.now_s = stage.kept()["expires_unix_s"] - 1
        old = stage.kept()["access_token"]
        assert await stage.echo() == "hello"
        assert server.renewed == 1
        assert stage.kept()["access_token"] != old
        assert stage.kept()["refresh_token"] in server.refresh
        assert stage.learned == {one for one in server.given if "code" not in one}


@pytest.mark.clause("V-3.11", "V-6.31")
async def test_a_token_that_the_server_refuses_is_renewed_and_the_request_sent_again(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        server.end_access()
        assert await stage.echo() == "hello"
        assert (server.renewed, len(stage.browser.opened)) == (1, 1)


async def test_calls_side_by_side_renew_a_token_once(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        server.end_access()
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(stage.echo)
        assert server.renewed == 1


@pytest.mark.fault("A53")
@pytest.mark.clause("V-3.12", "V-6.31")
async def test_when_both_tokens_are_over_one_new_sign_in_mends_it(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        server.end_all()
        with pytest.raises(CallFailed) as caught:
            await stage.echo()
        assert (caught.value.kind, caught.value.effect_unknown) == (CallClass.NEEDS_SIGN_IN, False)
        await stage.until(ServerStatus.NEEDS_SIGN_IN)
        assert (stage.kept(), len(stage.browser.opened), server.exchanged) == ({}, 1, 1)

        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        assert await stage.echo() == "hello"
        assert (len(stage.browser.opened), server.exchanged, server.renewed) == (2, 2, 0)


async def test_without_a_refresh_token_the_end_of_the_other_needs_a_sign_in(tmp_path: Path) -> None:
    server = SignInServer()
    server.gives_refresh = False
    server.expires_in = None
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        assert "expires_unix_s" not in stage.kept()
        server.end_all()
        with pytest.raises(CallFailed):
            await stage.echo()
        await stage.until(ServerStatus.NEEDS_SIGN_IN)
        assert stage.kept() == {}


@pytest.mark.clause("V-3.13")
async def test_signing_out_deletes_the_tokens_and_has_them_revoked(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        tokens = {stage.kept()["access_token"], stage.kept()["refresh_token"]}
        await stage.desk.sign_out(REMOTE_ID)
        assert (stage.kept(), stage.desk.is_signed_in(REMOTE_ID)) == ({}, False)
        assert set(server.revoked) == tokens
        assert stage.host.log(REMOTE_ID).texts(LogSource.HOST)[-1] == "Signed out."
        stage.host.supervisor.restart(REMOTE_ID)
        await stage.until(ServerStatus.NEEDS_SIGN_IN)
        await stage.desk.sign_out(REMOTE_ID)  # nothing is left to take back
        assert len(server.revoked) == 2


@pytest.mark.clause("V-3.13")
async def test_signing_out_deletes_the_tokens_also_when_the_server_is_gone(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        await stage.host.supervisor.stop(REMOTE_ID)
    await stage.desk.sign_out(REMOTE_ID)
    assert stage.kept() == {}
    assert "did not take" in stage.host.log(REMOTE_ID).texts(LogSource.HOST)[-1]


async def test_tokens_are_not_sent_to_another_address_than_they_are_for(tmp_path: Path) -> None:
    server, keyring = SignInServer(), MemoryKeyring()
    async with protected(server) as url, staged(tmp_path, url, keyring) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        grant = Grant.model_validate(stage.kept()).model_copy(update={"server": "https://elsewhere.example/mcp"})
        await stage.grants.save(REMOTE_ID, grant)
        stage.host.supervisor.restart(REMOTE_ID)
        await stage.until(ServerStatus.NEEDS_SIGN_IN)


async def test_nothing_is_known_any_more_of_what_is_removed(tmp_path: Path) -> None:
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        stage.desk.drop(REMOTE_ID)
        assert not stage.desk.is_signed_in(REMOTE_ID)


async def test_what_is_not_remote_or_not_there_has_no_sign_in(tmp_path: Path) -> None:
    stage = Stage(record(), MemoryKeyring())
    desk = SignInDesk(stage.grants, stage.record_of, stage.browser.open, lambda _: None)  # type: ignore[arg-type, return-value]
    for integration in (REMOTE_ID, IntegrationId("com.example.nobody")):
        with pytest.raises(External) as caught:
            await desk.sign_in(integration)
        assert caught.value.code == "sign-in-unavailable"


@pytest.mark.clause("V-3.13")
async def test_without_a_key_store_no_browser_opens(tmp_path: Path) -> None:
    server, keyring = SignInServer(), MemoryKeyring()

    def none() -> MemoryKeyring:
        raise KeyStoreUnavailable("none", code="key-store-absent")

    stage = Stage(remote_record("http://127.0.0.1:9/mcp"), keyring)
    grants = Grants(SecretStore(none), lambda _one, _secrets: None)
    desk = SignInDesk(grants, stage.record_of, stage.browser.open, lambda _: None)  # type: ignore[arg-type, return-value]
    with pytest.raises(KeyStoreUnavailable):
        await desk.sign_in(REMOTE_ID)
    assert (stage.browser.opened, server.clients) == ([], {})


@pytest.mark.slow
@pytest.mark.clause("V-3.13", "V-19.7")
async def test_tokens_and_codes_are_in_no_log_and_no_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx2", "httpcore2.http11", "mcp.client.auth.oauth2", "mcp.client.streamable_http"):
        logging.getLogger(name).setLevel(logging.NOTSET)
    server = SignInServer()
    async with protected(server) as url, staged(tmp_path, url) as stage:
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        await stage.echo()
        server.end_access()
        await stage.echo()
        server.end_all()
        with pytest.raises(CallFailed):
            await stage.echo()
        await stage.until(ServerStatus.NEEDS_SIGN_IN)
        await stage.sign_in()
        await stage.until(ServerStatus.CONNECTED)
        await stage.desk.sign_out(REMOTE_ID)
        lines = [line.text for line in stage.host.log(REMOTE_ID).lines()]
    ours = [f"{one.getMessage()} {one.exc_info}" for one in caplog.records if not one.name.startswith("mcp.server")]
    assert len(server.given) >= 7
    assert [token for token in server.given if token in "\n".join([*ours, *lines])] == []
    assert files_with(tmp_path, server.given) == []
