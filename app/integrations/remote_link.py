"""Messages to and from one remote server, carried by the library's transports: streamable HTTP, else SSE (V-3.5).

One task carries them, so that whatever breaks in a transport ends that task and nothing else; it says why as the last
item. Imports ``mcp``; made by ``remote``, on the core loop.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Awaitable, Callable, Generator
from typing import Final, Protocol

import anyio
import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    PARSE_ERROR,
    JSONRPCError,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import first_error
from app.integrations.streams import EFFECT_UNKNOWN
from app.integrations.web_client import LONGEST_BODY, Trouble, WebClient
from app.integrations.web_errors import web_trouble

__all__ = ["RemoteLink"]

SSE_OPEN_S: Final = 20.0
"""For the first event, which says where messages go; the transport would wait for ever for it."""
_TRY_SSE: Final = (400, 404, 405)
"""V-3.5."""
_BROKEN: Final = (
    httpx2.HTTPError,
    httpx2.InvalidURL,
    RuntimeError,
    ValueError,
    OSError,
    anyio.EndOfStream,
    anyio.ClosedResourceError,
    anyio.BrokenResourceError,
)
"""What the transports raise. They are out of our hands, and any of it ends the connection."""


class _Read(Protocol):
    async def receive(self) -> SessionMessage | Exception: ...


class _Write(Protocol):
    async def send(self, item: SessionMessage, /) -> None: ...


class RemoteLink:
    """Receiver and sender of a session (``streams``), while :meth:`run` runs."""

    def __init__(self, address: str, make_client: Callable[[], Awaitable[WebClient]], trouble: Trouble) -> None:
        self._address = address
        self._make_client = make_client
        self._trouble = trouble
        self._to_host, self._from_server = anyio.create_memory_object_stream[SessionMessage | CallFailed](0)
        self._to_server, self._from_host = anyio.create_memory_object_stream[SessionMessage](0)
        self._calls: set[str | int] = set()
        """Ids of tool calls without an answer."""
        self._leaving = False
        self._stays: set[anyio.CancelScope] = set()
        self._whole = anyio.CancelScope()
        self._silent = anyio.Event()
        """Nothing more is carried."""
        self.ended = anyio.Event()

    # What a session does

    async def receive(self) -> SessionMessage | Exception:
        return await self._from_server.receive()

    async def send(self, item: SessionMessage, /) -> None:
        # Written and read again: what JSON cannot hold must fail here, and not in the transport.
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        clean = SessionMessage(jsonrpc_message_adapter.validate_json(text, by_name=False), metadata=item.metadata)
        try:
            await self._to_server.send(clean)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError) as error:
            raise anyio.BrokenResourceError from error

    # What carries

    def leave(self) -> None:
        """Let :meth:`run` tell the server that the session is over, and return."""
        self._leaving = True
        for stay in self._stays:
            stay.cancel()

    async def run(self) -> None:
        """Carry messages until the connection ends or :meth:`abort`; a cancelled owner has to call that."""
        with anyio.CancelScope(shield=True):
            async with anyio.create_task_group() as group:
                group.start_soon(self._talk_to_the_end)
                await self._silent.wait()
            await self._tell_why()
        self.ended.set()

    def abort(self) -> None:
        """End :meth:`run` without another word."""
        self._whole.cancel()

    async def _talk_to_the_end(self) -> None:
        try:
            with self._whole:
                async with anyio.create_task_group() as group:
                    group.start_soon(self._end_with_trouble, group.cancel_scope)
                    await self._talk()
                    group.cancel_scope.cancel()
        except* _BROKEN as errors:
            self._note(errors)
        finally:
            self._from_host.close()
            self._silent.set()

    async def _tell_why(self) -> None:
        failure = self._trouble.failure
        if failure is not None:
            others = len(self._calls) - (1 if self._trouble.spared_call else 0)
            with self._while_here():
                await self._to_host.send(CallFailed(failure.kind, failure.message, effect_unknown=others > 0))
        self._to_host.close()

    def close(self) -> None:
        for stream in (self._to_host, self._from_server, self._to_server, self._from_host):
            stream.close()

    def _note(self, errors: BaseExceptionGroup[Exception]) -> None:
        first = first_error(errors)
        if isinstance(first, httpx2.HTTPStatusError):
            self._trouble.note(CallClass.PROTOCOL_ERROR, f"The server answers HTTP {first.response.status_code}.")
        elif isinstance(first, httpx2.HTTPError) and not isinstance(first, httpx2.SSEError):
            self._trouble.note(*web_trouble(first, httpx2.URL(self._address).host))
        elif isinstance(first, TimeoutError):
            self._trouble.note(CallClass.TIMEOUT, "The server does not say where messages go.")
        else:
            self._trouble.note(CallClass.PROTOCOL_ERROR, "The server does not speak this protocol.")

    async def _end_with_trouble(self, scope: anyio.CancelScope) -> None:
        await self._trouble.came.wait()
        scope.cancel()

    async def _talk(self) -> None:
        said: list[SessionMessage] = []
        with self._while_here():
            said.append(await self._from_host.receive())
        for first in said:
            if await self._over_http(first):
                await self._over_sse(first)

    @contextlib.contextmanager
    def _while_here(self) -> Generator[None]:
        """Cancel what is inside when it is time to leave."""
        with anyio.CancelScope() as scope:
            self._stays.add(scope)
            if self._leaving:
                scope.cancel()
            try:
                yield
            finally:
                self._stays.discard(scope)

    async def _over_http(self, first: SessionMessage) -> bool:
        """Talk by streamable HTTP; ``True``: the server does not know it, and SSE is to be tried."""
        unknown = False
        async with (
            await self._make_client() as client,
            streamable_http_client(self._address, http_client=client, max_sse_event_size=LONGEST_BODY) as (read, write),
        ):
            with self._while_here():
                await write.send(first)
                answer = await read.receive()
                unknown = client.first_status in _TRY_SSE
                if not unknown:
                    await self._forward(answer, client)
                    await self._carry(read, write, client)
        return unknown

    async def _over_sse(self, first: SessionMessage) -> None:
        client = await self._make_client()
        client.is_strict = True

        def take(headers: object = None, timeout: object = None, auth: object = None) -> WebClient:  # noqa: ARG001
            return client

        with anyio.fail_after(SSE_OPEN_S) as opening:
            async with sse_client(self._address, httpx_client_factory=take) as (read, write):
                opening.deadline = math.inf
                with self._while_here():
                    await write.send(first)
                    await self._carry(read, write, client)

    async def _carry(self, read: _Read, write: _Write, client: WebClient) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(self._carry_out, write)
            with contextlib.suppress(anyio.EndOfStream):
                while True:
                    await self._forward(await read.receive(), client)
            group.cancel_scope.cancel()

    async def _carry_out(self, write: _Write) -> None:
        async for item in self._from_host:
            if isinstance(item.message, JSONRPCRequest) and item.message.method == "tools/call":
                self._calls.add(item.message.id)
            await write.send(item)

    async def _forward(self, item: SessionMessage | Exception, client: WebClient) -> None:
        """Hand on what came, unless it only tells of a trouble that has a name already."""
        if isinstance(item, SessionMessage) and self._trouble.failure is None:
            self._put_right(item, client)
            await self._to_host.send(item)

    def _put_right(self, item: SessionMessage, client: WebClient) -> None:
        """Say plainly what the transport puts in place of an answer that did not come."""
        answer = item.message
        if not isinstance(answer, JSONRPCResponse | JSONRPCError) or answer.id is None:
            return
        was_call = answer.id in self._calls
        self._calls.discard(answer.id)
        if not isinstance(answer, JSONRPCError):
            return
        status = client.refused.pop(answer.id, None)
        if status is not None:
            words, may_have_acted = f"The server answers HTTP {status}.", status >= httpx2.codes.INTERNAL_SERVER_ERROR
        elif answer.error.code == PARSE_ERROR:
            words, may_have_acted = "The server's answer is not a valid message.", True
        elif answer.error.code == CONNECTION_CLOSED:
            words, may_have_acted = "The connection broke before the answer came.", True
        else:
            return
        answer.error.message = words
        answer.error.data = {EFFECT_UNKNOWN: True} if was_call and may_have_acted else None
