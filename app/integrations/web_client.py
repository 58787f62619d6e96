"""The HTTP client of one remote server, given to the library's transports: what they cannot say, it notes.

It sends tokens, asks for new ones after a refusal, goes to no other origin (V-3.14), bounds what is read, and keeps
the first thing that ends the connection, in words. Imports ``httpx2``; made by ``remote_link``, on the core loop.

A request that is answered 401 is sent again once, with a new token. This is no second call of a tool (V-6.31): by
RFC 9110, section 15.5.2, the server has not applied it.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from http.client import ACCEPTED, BAD_REQUEST, NOT_FOUND, UNAUTHORIZED
from typing import Final, Protocol

import anyio
import httpx2
from pydantic_core import from_json

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import KeyStoreUnavailable
from app.domain.fields import JsonObject, as_object
from app.integrations.live_values import REFRESH_METHOD
from app.integrations.trouble_words import words_of
from app.integrations.web_errors import was_not_sent, web_trouble

__all__ = ["Bearer", "Bounded", "Trouble", "WebClient", "close_mouths"]

LONGEST_BODY: Final = 64 * 1024 * 1024
"""Bytes; as much as a local server may say in a line."""
CONNECT_S: Final = 20.0
LONGEST_SILENCE_S: Final = 3600.0
"""Between two bytes of an answer. Who waits for it has a shorter limit, or wants none (V-15.11)."""
HINT_S: Final = 2.0
"""For a hint (V-14.17): the transport sends nothing else meanwhile, and a call may follow as soon as that."""

logger = logging.getLogger(__name__)

_TALKATIVE: Final = ("httpx2", "httpcore2", "mcp.client.auth", "mcp.client.streamable_http", "mcp.client.sse")
"""Loggers that write addresses, headers or what a server answered, tokens included."""


def close_mouths() -> None:
    """Let the libraries log nothing: what goes wrong is told by us, in words that hold no secret."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class Bearer(Protocol):
    """Who has tokens for the server."""

    async def token(self) -> str:
        """Return an access token, or "".

        Raises:
            CallFailed
        """
        ...

    async def after_refusal(self, used: str) -> str:
        """Return another token than this, or "".

        Raises:
            CallFailed, KeyStoreUnavailable
        """
        ...


class Trouble:
    """The first thing that ended a connection."""

    def __init__(self) -> None:
        self.failure: CallFailed | None = None
        self.came = anyio.Event()
        self.spared_call = False
        """The request that met it was a call of a tool that the server did certainly not take."""

    def note(self, kind: CallClass, words: str, *, spared_call: bool = False) -> None:
        if self.failure is None:
            self.failure = CallFailed(kind, words)
            self.spared_call = spared_call
            self.came.set()


class Bounded(httpx2.AsyncByteStream):
    """A body that breaks off where it gets too long."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int) -> None:
        self._stream = stream
        self._most = most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for chunk in self._stream:
            length += len(chunk)
            if length > self._most:
                raise httpx2.DecodingError(f"more than {self._most} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class WebClient(httpx2.AsyncClient):
    def __init__(self, address: str, headers: Mapping[str, str], bearer: Bearer, trouble: Trouble) -> None:
        """Blocks for a moment, to read certificates; ``headers`` are those of V-5.18."""
        self._home = httpx2.URL(address)
        self._bearer = bearer
        self._trouble = trouble
        self.first_status: int | None = None
        """Of the first message."""
        self.refused: dict[str | int, int] = {}
        """HTTP status of requests that were answered with an error that is no message, by their id."""
        self.is_strict = False
        """Every error of a message ends the connection: the transport would not tell who waits for the answer."""
        super().__init__(
            # A body that was packed is bounded by its packed size only, so none is asked for.
            headers={**headers, "Accept-Encoding": "identity"},
            timeout=httpx2.Timeout(CONNECT_S, read=LONGEST_SILENCE_S),
            # A proxy cannot reach this machine's own servers.
            trust_env=self._home.scheme == "https",
        )

    async def send(self, request: httpx2.Request, **_: object) -> httpx2.Response:
        """Send a request as the transports do: its answer is a stream, and nothing is followed."""
        await request.aread()
        message = _message(request)
        is_call = message.get("method") == "tools/call"
        if _origin(request.url) != _origin(self._home):
            words = f"The server redirects to another place, {request.url.host}. That is not followed."
            self._trouble.note(CallClass.PROTOCOL_ERROR, words)
            raise httpx2.UnsupportedProtocol(words, request=request)
        if message.get("method") == REFRESH_METHOD:
            return await self._hint(request)
        if request.method == "GET":
            # Nothing may come for hours on the stream of what a server says unasked.
            request.extensions["timeout"] = {**request.extensions.get("timeout", {}), "read": None}
        try:
            response = await self._send_signed(request)
        except httpx2.HTTPError as error:
            kind, words = web_trouble(error, self._home.host)
            if request.method == "POST":
                self._trouble.note(kind, words, spared_call=is_call and was_not_sent(error))
            raise
        except (CallFailed, KeyStoreUnavailable) as error:
            kind, words = _token_trouble(error)
            self._trouble.note(kind, words, spared_call=is_call)
            raise httpx2.UnsupportedProtocol(words, request=request) from error
        self._judge(request, message, response)
        return response

    async def _hint(self, request: httpx2.Request) -> httpx2.Response:
        """Send what may be lost; whatever comes of it is for the log only (V-14.17)."""
        with anyio.move_on_after(HINT_S) as sending:
            try:
                response = await self._send_with(request, await self._bearer.token())
                await response.aclose()
            except (httpx2.HTTPError, CallFailed, KeyStoreUnavailable) as error:
                logger.info("a hint to %s was not sent: %s", self._home.host, type(error).__name__)
            else:
                logger.debug("a hint was answered HTTP %d", response.status_code)
        if sending.cancelled_caught:
            logger.info("a hint to %s was not answered in time", self._home.host)
        return httpx2.Response(ACCEPTED, request=request)

    async def _send_signed(self, request: httpx2.Request) -> httpx2.Response:
        used = await self._bearer.token()
        response = await self._send_with(request, used)
        if response.status_code == UNAUTHORIZED:
            other = await self._bearer.after_refusal(used)
            if other:
                await response.aclose()
                response = await self._send_with(request, other)
        return response

    async def _send_with(self, request: httpx2.Request, token: str) -> httpx2.Response:
        if token:
            request.headers["Authorization"] = f"Bearer {token}"
        response = await super().send(request, stream=True, follow_redirects=False)
        if not _is_of(response, "text/event-stream") and isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = Bounded(response.stream, LONGEST_BODY)
        return response

    def _judge(self, request: httpx2.Request, message: JsonObject, response: httpx2.Response) -> None:
        status = response.status_code
        is_post = request.method == "POST"
        if is_post and self.first_status is None:
            self.first_status = status
        is_call = message.get("method") == "tools/call"
        known = message.get("id")
        if status == UNAUTHORIZED:
            self._trouble.note(CallClass.NEEDS_SIGN_IN, "You have to sign in first.", spared_call=is_call)
        elif response.headers.get("content-encoding", "identity") != "identity":
            self._trouble.note(CallClass.PROTOCOL_ERROR, "The server packs its answers, which it was asked not to do.")
        elif is_post and status == NOT_FOUND and "mcp-session-id" in request.headers:
            self._trouble.note(CallClass.SERVER_EXITED, "The server ended the session.", spared_call=is_call)
        elif is_post and status >= BAD_REQUEST and self.is_strict:
            self._trouble.note(CallClass.PROTOCOL_ERROR, f"The server answers HTTP {status}.")
        elif status >= BAD_REQUEST and isinstance(known, int | str) and not _is_of(response, "application/json"):
            self.refused[known] = status


def _token_trouble(error: CallFailed | KeyStoreUnavailable) -> tuple[CallClass, str]:
    return error.kind if isinstance(error, CallFailed) else CallClass.NEEDS_SIGN_IN, words_of(error)


def _message(request: httpx2.Request) -> JsonObject:
    """Return the message that a request carries; nothing for one without."""
    return (as_object(from_json(request.content)) if request.method == "POST" else None) or {}


def _is_of(response: httpx2.Response, kind: str) -> bool:
    return str(response.headers.get("content-type", "")).lower().startswith(kind)


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
