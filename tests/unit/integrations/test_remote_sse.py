"""The old way to a remote server, an event stream, and how it goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.domain.calls import CallClass, CallFailed
from app.integrations import remote_link
from tests.unit.integrations.test_remote import failure_of
from tests.unit.integrations.web_servers import BareServer, events, library_server, say, serving

pytestmark = pytest.mark.anyio


async def sse_failure(answer: Callable[[], Response]) -> CallFailed:
    server = BareServer()

    async def serve(request: Request, _: object) -> Response:
        return Response(status_code=405) if request.method == "POST" else answer()

    server.answer = serve
    async with serving(server.app) as origin:
        return await failure_of(f"{origin}/mcp")


async def test_an_event_stream_that_does_not_say_where_messages_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_link, "SSE_OPEN_S", 0.2)

    async def silence() -> AsyncIterator[str]:
        yield ": hello\n\n"
        await asyncio.Event().wait()

    error = await sse_failure(lambda: StreamingResponse(silence(), media_type="text/event-stream"))
    assert (error.kind, error.message) == (CallClass.TIMEOUT, "The server does not say where messages go.")


@pytest.mark.clause("V-3.14")
async def test_an_event_stream_that_sends_messages_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_link, "SSE_OPEN_S", 0.2)
    error = await sse_failure(lambda: events("event: endpoint\ndata: http://elsewhere.example/messages\n\n"))
    assert error.kind in {CallClass.TIMEOUT, CallClass.PROTOCOL_ERROR}


async def test_an_event_stream_that_is_a_page() -> None:
    error = await sse_failure(lambda: Response("<html>", media_type="text/html"))
    assert (error.kind, error.message) == (CallClass.PROTOCOL_ERROR, "The server does not speak this protocol.")


async def test_a_refused_message_ends_the_connection_of_the_old_way() -> None:
    inner = library_server().sse_app()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            status = 405 if scope["path"] == "/sse" else 500
            await Response(status_code=status)(scope, receive, send)
        else:
            await inner(scope, receive, send)

    async with serving(app) as origin:
        error = await failure_of(f"{origin}/sse")
    assert (error.kind, error.message) == (CallClass.PROTOCOL_ERROR, "The server answers HTTP 500.")


async def test_the_end_of_an_event_stream_is_the_end_of_the_server() -> None:
    async def stream() -> AsyncGenerator[str]:
        yield "event: endpoint\ndata: /mcp?messages=1\n\ndata: {garbage\n\n"
        yield f"data: {bytes(say({'id': 0, 'method': 'initialize'}).body).decode()}\n\n"

    server = BareServer()

    async def serve(request: Request, _: object) -> Response:
        if request.method == "GET":
            return StreamingResponse(stream(), media_type="text/event-stream")
        return Response(status_code=202 if request.query_params else 405)

    server.answer = serve
    async with serving(server.app) as origin:
        error = await failure_of(f"{origin}/mcp")
    assert error.kind is CallClass.SERVER_EXITED
