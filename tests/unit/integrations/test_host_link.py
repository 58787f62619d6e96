"""The link between the way to a server and the session: what it keeps from the session, and how it ends."""

from __future__ import annotations

from collections import deque

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCMessage, JSONRPCNotification, JSONRPCRequest

from app.domain.calls import CallClass, CallFailed
from app.domain.fields import JsonObject
from app.integrations import host_link
from app.integrations.host_link import HostLink, HostRequests
from tests.unit.integrations.sessions import Notebook, json_of, session

pytestmark = pytest.mark.anyio

REQUEST = JSONRPCRequest(jsonrpc="2.0", id=1, method="host/echo")
NOTIFICATION = JSONRPCNotification(jsonrpc="2.0", method="n")


class Wire:
    """A way to a server that yields these items and then ends; nothing can be sent."""

    def __init__(self, *items: JSONRPCMessage | Exception) -> None:
        self._items = deque(items)

    async def receive(self) -> SessionMessage | Exception:
        await anyio.lowlevel.checkpoint()
        if not self._items:
            raise anyio.EndOfStream
        item = self._items.popleft()
        return item if isinstance(item, Exception) else SessionMessage(item)

    async def send(self, item: SessionMessage, /) -> None:
        await anyio.lowlevel.checkpoint()
        raise anyio.BrokenResourceError


def link(*items: JSONRPCMessage | Exception, requests: HostRequests | None = None) -> HostLink:
    wire = Wire(*items)
    return HostLink((wire, wire), requests or {}, lambda _, __: None)


async def test_trouble_on_the_way_is_skipped_and_the_end_is_told() -> None:
    async with link(ConnectionError("late"), NOTIFICATION) as made:
        assert (await made.incoming.receive()).message == NOTIFICATION
        with pytest.raises(anyio.EndOfStream):
            await made.incoming.receive()
        assert made.ended.is_set()
        assert made.failure is None


async def test_a_failure_that_the_way_yields_ends_the_connection_and_says_why() -> None:
    failure = CallFailed(CallClass.NEEDS_SIGN_IN, "Sign in.")
    async with link(failure, NOTIFICATION) as made:
        with pytest.raises(anyio.EndOfStream):
            await made.incoming.receive()
        assert (made.ended.is_set(), made.failure) == (True, failure)


async def test_an_answer_to_a_server_that_is_gone_ends_the_connection_and_nothing_else() -> None:
    async def handle(_: JsonObject) -> JsonObject:
        await anyio.lowlevel.checkpoint()
        return {}

    async with link(REQUEST, NOTIFICATION, requests={"host/echo": handle}) as made:
        assert (await made.incoming.receive()).message == NOTIFICATION
        with anyio.fail_after(5):
            await made.ended.wait()


async def test_requests_of_a_server_that_has_too_many_open_ones_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_link, "MOST_OPEN", 0)
    async with session("odd", notes=Notebook()) as client:
        answers: list[dict[str, object]] = []
        while not answers:
            answers = json_of(await client.call("answers", {}, timeout_s=5))
        assert [answer["id"] for answer in answers] == ["p1"]  # the session's own
