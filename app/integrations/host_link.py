"""What a server asks of the host, taken out below the library's session (architecture D6).

The session of ``mcp`` 2.3 answers every request that it does not know with an error and has no place for our own, so
the link sits between the streams and the session: requests of the host's methods go to a handler, ``ping`` to the
session, all others are answered "method not found" (A50). Called by ``client``, on the core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from types import TracebackType
from typing import Final, Self

import anyio
from anyio.abc import TaskGroup
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from app.domain.calls import CallFailed
from app.domain.fields import JsonObject
from app.integrations.streams import Streams

__all__ = ["HostLink", "HostRequestRefused", "HostRequests", "Heard"]

logger = logging.getLogger(__name__)

MOST_OPEN: Final = 64
"""Requests of one server that are being answered; more of them are dropped: it does not read its answers."""

_OF_THE_SESSION: Final = "ping"


class HostRequestRefused(Exception):
    """The host's no to a request, as JSON-RPC has it."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


HostRequests = Mapping[str, Callable[[JsonObject], Awaitable[JsonObject]]]
"""By method; takes ``params``, returns the result or raises ``HostRequestRefused``."""
Heard = Callable[[str, JsonObject], None]
"""Gets method and ``params`` of each notification; must not block."""


class HostLink:
    """The receiver and sender that a session works on; use it as a context around the session."""

    def __init__(self, streams: Streams, requests: HostRequests, heard: Heard) -> None:
        self._receiver, self._sender = streams
        self._requests = requests
        self._heard = heard
        self._group: TaskGroup = anyio.create_task_group()
        self._open = 0
        self.ended = anyio.Event()
        """Set when nothing more will come from the server, or nothing reaches it."""
        self.failure: CallFailed | None = None
        """Why it ended, where the way to the server knows."""

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        self._group.cancel_scope.cancel()
        return await self._group.__aexit__(kind, error, trace)

    @property
    def incoming(self) -> Incoming:
        return Incoming(self)

    @property
    def outgoing(self) -> Outgoing:
        return Outgoing(self)

    async def next_for_session(self) -> SessionMessage:
        """Return the next message that is not for the link itself.

        Raises:
            anyio.EndOfStream: the connection ended.
        """
        while True:
            try:
                item = await self._receiver.receive()
            except anyio.EndOfStream:
                self.ended.set()
                raise
            if isinstance(item, CallFailed):
                self.failure = item
                self.ended.set()
                raise anyio.EndOfStream
            if isinstance(item, Exception):
                logger.debug("the way to a server yields %s", type(item).__name__)
            elif self._is_for_session(item):
                return item

    def _is_for_session(self, item: SessionMessage) -> bool:
        match item.message:
            case JSONRPCRequest() as request if request.method != _OF_THE_SESSION:
                self._answer_soon(request)
                return False
            case JSONRPCNotification() as notification:
                self._heard(notification.method, notification.params or {})
                return True
            case JSONRPCError() as answer if answer.error.code == CONNECTION_CLOSED:
                # The session means by this code that it lost the connection; a server may mean anything by it.
                answer.error.code = INTERNAL_ERROR
                return True
            case _:
                return True

    def _answer_soon(self, request: JSONRPCRequest) -> None:
        if self._open >= MOST_OPEN:
            logger.info("dropped a request of a server that has %d open ones", self._open)
            return
        self._open += 1
        self._group.start_soon(self._answer, request)

    async def _answer(self, request: JSONRPCRequest) -> None:
        answer: JSONRPCResponse | JSONRPCError
        try:
            try:
                result = await self._handle(request)
                answer = JSONRPCResponse(jsonrpc="2.0", id=request.id, result=result)
            except HostRequestRefused as refusal:
                error = ErrorData(code=refusal.code, message=refusal.message)
                answer = JSONRPCError(jsonrpc="2.0", id=request.id, error=error)
            await self.send(SessionMessage(answer))
        except anyio.BrokenResourceError:
            logger.debug("a server is gone before its request was answered")
        finally:
            self._open -= 1

    async def _handle(self, request: JSONRPCRequest) -> JsonObject:
        handle = self._requests.get(request.method)
        if handle is None:
            raise HostRequestRefused(METHOD_NOT_FOUND, "Method not found")
        return await handle(request.params or {})

    async def send(self, item: SessionMessage) -> None:
        """Send a message; a server that takes none any more ends the connection.

        Raises:
            anyio.BrokenResourceError, ValueError: see ``MessageSender``.
        """
        try:
            await self._sender.send(item)
        except anyio.BrokenResourceError:
            self.ended.set()
            raise


class _End:
    """One end of the link as the session holds it; whoever made the streams closes them."""

    def __init__(self, link: HostLink) -> None:
        self._link = link

    async def aclose(self) -> None:
        """Leave the streams open."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, exc_type: type[BaseException] | None, exc_val: BaseException | None, exc_tb: TracebackType | None
    ) -> None:
        await self.aclose()


class Incoming(_End):
    async def receive(self) -> SessionMessage:
        return await self._link.next_for_session()

    def __aiter__(self) -> Incoming:
        return self

    async def __anext__(self) -> SessionMessage:
        try:
            return await self._link.next_for_session()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class Outgoing(_End):
    async def send(self, item: SessionMessage, /) -> None:
        await self._link.send(item)
