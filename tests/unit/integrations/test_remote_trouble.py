"""What goes wrong on the way to a remote server: silence, garbage, size, names, certificates, breaks."""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from anyio.abc import SocketAttribute, SocketStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.domain.calls import CallClass, CallFailed
from app.domain.integrations import ServerStatus
from app.integrations import remote, web_client
from app.integrations.remote import RemoteConnector
from app.integrations.web_client import Bounded, Trouble, WebClient
from app.integrations.web_errors import was_not_sent, web_trouble
from tests.unit.integrations.hosting import hosting
from tests.unit.integrations.sessions import LIMIT_S, Notebook, text_of
from tests.unit.integrations.test_remote import NoTokens, bare, failure_of, no_grants, reached
from tests.unit.integrations.web_servers import (
    REMOTE_ID,
    BareServer,
    Port,
    connector,
    events,
    remote_record,
    say,
    serving,
)

__all__ = ["bare"]

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

Bare = tuple[BareServer, str]
Answer = Callable[[dict[str, Any]], Awaitable[Response]]


def answer_calls(server: BareServer, answer: Answer) -> None:
    """Let a server answer calls of tools in this way."""

    async def first(_: Request, message: dict[str, Any]) -> Response | None:
        return await answer(message) if message.get("method") == "tools/call" else None

    server.answer = first


async def failed_call(url: str, timeout_s: float = LIMIT_S) -> CallFailed:
    async with reached(remote_record(url)) as client:
        with pytest.raises(CallFailed) as caught:
            await client.call("echo", {}, timeout_s=timeout_s)
    return caught.value


async def test_nobody_at_the_address() -> None:
    port = Port()
    port.socket.close()
    error = await failure_of(f"{port.origin}/mcp")
    assert (error.kind, error.message) == (CallClass.NOT_CONNECTED, "127.0.0.1 cannot be reached.")
    assert not error.effect_unknown


async def test_a_server_without_tls_behind_an_https_address(bare: Bare) -> None:
    _, url = bare
    error = await failure_of(url.replace("http:", "https:"))
    assert error.message == "No secure connection to 127.0.0.1 is possible."


async def test_a_certificate_that_nobody_vouches_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    key, cert = str(tmp_path / "key.pem"), str(tmp_path / "cert.pem")
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    await anyio.run_process(["openssl", *words, *names, "-keyout", key, "-out", cert])
    async with serving(BareServer().app, ssl_keyfile=key, ssl_certfile=cert) as origin:
        error = await failure_of(f"{origin.replace('http:', 'https:')}/mcp")
    assert error.message == "The certificate of 127.0.0.1 cannot be trusted."


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (httpx2.ProxyError("403"), CallClass.NOT_CONNECTED, "The proxy does not connect to there."),
        (httpx2.ConnectTimeout(""), CallClass.TIMEOUT, "there does not answer."),
        (httpx2.ReadTimeout(""), CallClass.TIMEOUT, "there does not answer."),
        (httpx2.RemoteProtocolError("secret"), CallClass.SERVER_EXITED, "The connection to there broke."),
    ],
)
def test_every_break_has_words(error: httpx2.HTTPError, kind: CallClass, words: str) -> None:
    assert web_trouble(error, "there") == (kind, words)
    assert was_not_sent(error) == isinstance(error, httpx2.ProxyError | httpx2.ConnectTimeout)


def test_a_name_that_cannot_be_found_is_told_by_name() -> None:
    error = httpx2.ConnectError("")
    error.__cause__ = OSError()
    error.__cause__.__context__ = socket.gaierror(socket.EAI_NONAME, "unknown")
    assert web_trouble(error, "nowhere.example") == (
        CallClass.NOT_CONNECTED,
        "The name nowhere.example cannot be found.",
    )


async def test_a_proxy_is_used_for_https_and_never_for_this_machine(
    bare: Bare, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        await Response(status_code=403)(scope, receive, send)

    async with serving(refuse, lifespan="off") as proxy:
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
            monkeypatch.setenv(name, proxy)
        async with reached(remote_record(bare[1])) as client:
            assert [one.name for one in await client.list_tools()] == ["echo"]
        error = await failure_of("https://server.example/mcp")
    assert error.message == "The proxy does not connect to server.example."


async def test_a_server_that_does_not_answer_costs_its_call_only(bare: Bare) -> None:
    server, url = bare
    asked = 0

    async def hang(message: dict[str, Any]) -> Response:
        nonlocal asked
        asked += 1
        if asked == 1:
            await asyncio.Event().wait()
        return say(message)

    answer_calls(server, hang)
    async with reached(remote_record(url)) as client:
        with pytest.raises(CallFailed) as caught:
            await client.call("echo", {}, timeout_s=0.1)
        assert (caught.value.kind, caught.value.effect_unknown) == (CallClass.TIMEOUT, True)
        assert text_of(await client.call("echo", {}, timeout_s=LIMIT_S)) == "called"
    assert "notifications/cancelled" in server.methods()


@pytest.mark.parametrize(
    ("answer", "words", "unknown"),
    [
        (Response("<html>", 200, media_type="application/json"), "The server's answer is not a valid message.", True),
        (Response("oops", 502), "The server answers HTTP 502.", True),
        (Response("no", 403), "The server answers HTTP 403.", False),
        (events("data: {}\n\n"), "The server's answer is not a valid message.", True),
        (events(": nothing\n\n"), "The connection broke before the answer came.", True),
        (Response("hm", 200, media_type="text/html"), "Unexpected content type: text/html; charset=utf-8", False),
    ],
)
async def test_an_answer_that_is_none_costs_its_call_only(
    bare: Bare, answer: Response, words: str, *, unknown: bool
) -> None:
    server, url = bare

    async def give(_: object) -> Response:
        return answer

    answer_calls(server, give)
    error = await failed_call(url)
    assert (error.kind, error.message, error.effect_unknown) == (CallClass.PROTOCOL_ERROR, words, unknown)


async def test_an_error_of_the_server_is_told_in_its_own_words(bare: Bare) -> None:
    server, url = bare

    async def refuse(message: dict[str, Any]) -> Response:
        error = {"code": -32602, "message": "n is missing"}
        return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "error": error}, status_code=400)

    answer_calls(server, refuse)
    error = await failed_call(url)
    assert (error.kind, error.message, error.effect_unknown) == (CallClass.INVALID_ARGS, "n is missing", False)


async def test_a_session_that_the_server_ended_is_begun_anew(bare: Bare, tmp_path: Path) -> None:
    server, url = bare
    calls = 0

    async def with_session(_: Request, message: dict[str, Any]) -> Response | None:
        nonlocal calls
        if message.get("method") == "initialize":
            return say(message, **{"mcp-session-id": "s1"})
        if message.get("method") == "tools/call":
            calls += 1
            return Response(status_code=404) if calls == 1 else None
        return None

    server.answer = with_session
    async with hosting(tmp_path, remote_record(url), connectors=connector(no_grants())) as host:
        await host.until_status(ServerStatus.CONNECTED, REMOTE_ID)
        with pytest.raises(CallFailed) as caught:
            await host.call("echo", REMOTE_ID)
        assert (caught.value.kind, caught.value.effect_unknown) == (CallClass.SERVER_EXITED, False)
        state = await host.until_status(ServerStatus.CRASHED, REMOTE_ID)
        assert state.failure == "The server ended the session."
        await host.time.sleep_over(1.0)
        await host.until_status(ServerStatus.CONNECTED, REMOTE_ID)
        assert text_of(await host.call("echo", REMOTE_ID)) == "called"


async def test_a_break_in_the_middle_leaves_it_open_what_others_did(bare: Bare) -> None:
    server, url = bare

    async def hang_or_refuse(message: dict[str, Any]) -> Response:
        if message["params"]["name"] == "slow":
            await asyncio.Event().wait()
        return Response(status_code=401)

    answer_calls(server, hang_or_refuse)
    failures: dict[str, CallFailed] = {}
    async with reached(remote_record(url)) as client:

        async def call(name: str) -> None:
            with pytest.raises(CallFailed) as caught:
                await client.call(name, {}, timeout_s=LIMIT_S)
            failures[name] = caught.value

        async with anyio.create_task_group() as group:
            group.start_soon(call, "slow")
            with anyio.fail_after(LIMIT_S):
                while "tools/call" not in server.methods():
                    await anyio.wait_all_tasks_blocked()
            group.start_soon(call, "quick")
        assert {one.kind for one in failures.values()} == {CallClass.NEEDS_SIGN_IN}
        assert failures["slow"].effect_unknown


async def test_an_answer_without_an_end_is_cut_off(bare: Bare, monkeypatch: pytest.MonkeyPatch) -> None:
    server, url = bare
    monkeypatch.setattr(web_client, "LONGEST_BODY", 1000)

    async def flood(_: object) -> Response:
        return Response("x" * 2000, media_type="application/json")

    answer_calls(server, flood)
    error = await failed_call(url)
    assert (error.kind, error.effect_unknown) == (CallClass.PROTOCOL_ERROR, True)
    assert error.message == "The answer of 127.0.0.1 is too long or cannot be read."


async def test_a_packed_answer_is_not_unpacked(bare: Bare) -> None:
    server, url = bare

    async def pack(message: dict[str, Any]) -> Response:
        plain = bytes(say(message).body)
        return Response(gzip.compress(plain), headers={"content-encoding": "gzip"}, media_type="application/json")

    answer_calls(server, pack)
    error = await failed_call(url)
    assert error.message == "The server packs its answers, which it was asked not to do."


async def test_a_connection_that_is_cut_ends_with_words() -> None:
    async def cut(stream: SocketStream) -> None:
        async with stream:
            await stream.receive()

    errors: list[CallFailed] = []
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, cut)
        port = listener.extra(SocketAttribute.local_port)
        errors.append(await failure_of(f"http://127.0.0.1:{port}/mcp"))
        group.cancel_scope.cancel()
    error = errors[0]
    assert (error.kind, error.message) == (CallClass.SERVER_EXITED, "The connection to 127.0.0.1 broke.")


async def test_tokens_that_cannot_be_had_are_told() -> None:
    class Lost(NoTokens):
        async def token(self) -> str:
            raise CallFailed(CallClass.NOT_CONNECTED, "The sign-in cannot be renewed: gone.")

    trouble = Trouble()
    async with WebClient("http://127.0.0.1:9/mcp", {}, Lost(), trouble) as client:
        request = client.build_request("POST", "http://127.0.0.1:9/mcp", json={"method": "tools/call", "id": 1})
        with pytest.raises(httpx2.UnsupportedProtocol):
            await client.send(request)
    assert trouble.failure is not None
    assert trouble.failure.message == "The sign-in cannot be renewed: gone."
    assert trouble.spared_call
    trouble.note(CallClass.TIMEOUT, "later")
    assert trouble.failure.kind is CallClass.NOT_CONNECTED


async def test_a_bound_leaves_alone_what_is_short_enough() -> None:
    stream = Bounded(httpx2.ByteStream(b"short"), 5)
    assert [chunk async for chunk in stream] == [b"short"]
    await stream.aclose()


async def test_a_goodbye_that_is_not_taken_is_given_up(bare: Bare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "GOODBYE_S", 0.1)
    server, url = bare

    async def keep(request: Request, message: dict[str, Any]) -> Response | None:
        if request.method == "DELETE":
            await asyncio.Event().wait()
        return say(message, **{"mcp-session-id": "s1"}) if message.get("method") == "initialize" else None

    server.answer = keep
    async with reached(remote_record(url)) as client:
        await client.list_tools()
    assert [verb for verb, _, _ in server.requests][-1] == "DELETE"


async def test_what_is_sent_after_the_end_goes_nowhere(bare: Bare) -> None:
    port = Port()
    port.socket.close()
    ping = SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=1, method="ping"))
    with anyio.fail_after(LIMIT_S):
        async with RemoteConnector(no_grants())(remote_record(f"{port.origin}/mcp"), {}, Notebook()) as streams:
            receiver, sender = streams
            await sender.send(ping)
            assert isinstance(await receiver.receive(), CallFailed)
            with pytest.raises(anyio.EndOfStream):
                await receiver.receive()
            with pytest.raises(anyio.BrokenResourceError):
                await sender.send(ping)


async def test_a_break_of_the_stream_of_what_is_said_unasked_ends_nothing() -> None:
    port = Port()
    port.socket.close()
    trouble = Trouble()
    async with WebClient(f"{port.origin}/mcp", {}, NoTokens(), trouble) as client:
        with pytest.raises(httpx2.ConnectError):
            await client.send(client.build_request("GET", f"{port.origin}/mcp"))
    assert trouble.failure is None
