"""The port that a browser comes back to after a sign-in, spoken to byte by byte."""

from __future__ import annotations

import math
from urllib.parse import urlsplit

import anyio
import pytest

from app.domain.errors import External
from app.integrations import loopback as module
from app.integrations.loopback import Loopback
from tests.unit.integrations.sessions import LIMIT_S

pytestmark = pytest.mark.anyio


async def ask(uri: str, request: bytes) -> bytes:
    parts = urlsplit(uri)
    assert parts.hostname == "127.0.0.1"
    assert parts.port is not None
    answer = b""
    with anyio.fail_after(LIMIT_S):
        async with await anyio.connect_tcp(parts.hostname, parts.port) as stream:
            await stream.send(request)
            try:
                while True:
                    answer += await stream.receive()
            except (anyio.EndOfStream, anyio.BrokenResourceError):
                return answer


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


@pytest.mark.fault("A54")
@pytest.mark.clause("V-3.11")
async def test_an_answer_with_another_state_fails_at_once_and_an_icon_is_no_answer() -> None:
    async with Loopback.open() as loopback:
        loopback.expect("ours")
        assert b"404" in await ask(loopback.uri, get("/favicon.ico"))
        assert b"400 Bad Request" in await ask(loopback.uri, get("/callback?code=stolen&state=theirs"))
        with anyio.fail_after(LIMIT_S), pytest.raises(External) as caught:
            await loopback.answer()
        assert caught.value.code == "sign-in-refused"
        # The true one comes too late, and a second one changes nothing.
        await ask(loopback.uri, get("/callback?code=true&state=ours"))
        with pytest.raises(External):
            await loopback.answer()


async def test_the_answer_to_the_sign_in_is_taken_whatever_came_before() -> None:
    async with Loopback.open() as loopback:
        assert b"404" in await ask(loopback.uri, get("/callback?code=early&state="))
        loopback.expect("ours")
        for request in (
            b"POST /callback?code=x&state=y HTTP/1.1\r\n\r\n",
            b"\r\n\r\n",
            get("/callback/other?state=ours"),
        ):
            assert b"404" in await ask(loopback.uri, request)
        page = await ask(loopback.uri, get("/callback?code=a%2Fb&state=ours&iss=there"))
        assert b"200 OK" in page
        assert b"Referrer-Policy: no-referrer" in page
        assert await loopback.answer() == {"code": "a/b", "state": "ours", "iss": "there"}


@pytest.mark.parametrize("query", ["error=access_denied&state=ours", "state=ours"])
async def test_a_no_of_the_person_ends_the_wait(query: str) -> None:
    async with Loopback.open() as loopback:
        loopback.expect("ours")
        await ask(loopback.uri, get(f"/callback?{query}"))
        with pytest.raises(External) as caught:
            await loopback.answer()
        assert caught.value.code == "sign-in-refused"


async def test_a_browser_that_breaks_off_or_says_too_much_disturbs_nobody() -> None:
    async with Loopback.open() as loopback:
        loopback.expect("ours")
        parts = urlsplit(loopback.uri)
        stream = await anyio.connect_tcp("127.0.0.1", parts.port or 0)
        await stream.send(b"GET /callback?code=half")
        await stream.aclose()
        long = b"GET /callback?state=ours&code=" + b"x" * module.LONGEST_REQUEST
        await ask(loopback.uri, long)
    async with Loopback.open() as loopback:
        loopback.expect("ours")
        await ask(loopback.uri, get("/callback?code=c&state=ours"))
        assert (await loopback.answer())["code"] == "c"


async def test_the_wait_for_a_person_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert math.isfinite(module.SIGN_IN_S)
    monkeypatch.setattr(module, "SIGN_IN_S", 0)
    async with Loopback.open() as loopback:
        with pytest.raises(External) as caught:
            await loopback.answer()
    assert caught.value.code == "sign-in-late"


async def test_without_a_port_there_is_no_sign_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(**_: object) -> None:
        raise OSError("no more ports")

    monkeypatch.setattr(anyio, "create_tcp_listener", refuse)
    with pytest.raises(External) as caught:
        async with Loopback.open():
            pass
    assert caught.value.code == "sign-in-unavailable"
