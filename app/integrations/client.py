"""One MCP session with one server, over whatever carries its messages: handshake, tools, calls.

The library's session does the handshake and its dispatcher matches answers to questions; results are read here and
leniently, so that one odd tool or field costs itself and not the list. Used by ``server``, on the core loop.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Final, Protocol

import anyio
from mcp import ClientSession, MCPError
from mcp.shared.dispatcher import CallOptions
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp_types import CONNECTION_CLOSED, INVALID_PARAMS, Implementation, InitializeResult
from pydantic import ValidationError

from app import __version__
from app.domain.calls import CallClass, CallFailed, RawResult
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.integrations import LogSource
from app.domain.measure import clip
from app.integrations.host_link import HostLink, HostRequests
from app.integrations.served import ServedTool
from app.integrations.streams import EFFECT_UNKNOWN, Notes, Streams

__all__ = ["McpClient", "OnProgress", "open_client"]


class OnProgress(Protocol):
    """Takes ``notifications/progress`` of one call (V-15.10)."""

    async def __call__(self, progress: float, total: float | None, message: str | None) -> None: ...


CLIENT_NAME: Final = "voxnotch"
"""V-18.4."""
MOST_PAGES: Final = 100
"""Of one tool list; a server that pages in a circle must not be asked for ever."""
MOST_TOOLS: Final = 1000
"""Of one server; a manifest has at most 128 (V-2.16), a server without one may have more than any model can take."""
_LONGEST_WORDS: Final = 2000
"""UTF-16 units of a server's own words in an error."""
_VERSION_HEADER: Final = "mcp-protocol-version"
"""Asked for by the streamable HTTP transport on every request after the handshake; pipes ignore it."""
_LIST_CHANGED: Final = "notifications/tools/list_changed"
_LOG_MESSAGE: Final = "notifications/message"


class McpClient:
    """A session that did its handshake."""

    def __init__(self, dispatcher: JSONRPCDispatcher, link: HostLink, hello: InitializeResult, ears: Ears) -> None:
        """Not for others: use :func:`open_client`."""
        self._dispatcher = dispatcher
        self._link = link
        self._ears = ears
        self.server_name = hello.server_info.name
        self.server_version = hello.server_info.version
        self.protocol_version = hello.protocol_version
        self._says_no_tools = hello.capabilities.tools is None
        self._headers = {_VERSION_HEADER: hello.protocol_version}

    async def wait_ended(self) -> CallFailed:
        """Wait until the server is gone, and return what a call would have failed with."""
        await self._link.ended.wait()
        return self._gone()

    async def wait_tools_changed(self) -> None:
        """Wait until the server says that its tools are others now (``notifications/tools/list_changed``)."""
        await self._ears.tools_changed.wait()
        self._ears.tools_changed = anyio.Event()

    async def list_tools(self) -> tuple[ServedTool, ...]:
        """Ask for all tools; an entry that cannot be read is logged and left out. The caller bounds the time.

        Raises:
            CallFailed: not of a server that says in its greeting that it has none.
        """
        try:
            return await self._list_tools()
        except CallFailed as error:
            if self._says_no_tools and error.kind is CallClass.PROTOCOL_ERROR:
                return ()
            raise

    async def _list_tools(self) -> tuple[ServedTool, ...]:
        tools: list[ServedTool] = []
        cursor: object = None
        for _ in range(MOST_PAGES):
            page = await self.request("tools/list", {} if cursor is None else {"cursor": cursor}, timeout_s=None)
            entries = as_list(page.get("tools"))
            if entries is None:
                raise CallFailed(CallClass.PROTOCOL_ERROR, "The server's list of tools is none.")
            tools += [tool for entry in entries if (tool := self._read_tool(entry)) is not None]
            before, cursor = cursor, page.get("nextCursor")
            if not isinstance(cursor, str) or cursor == before or len(tools) > MOST_TOOLS:
                break
        return tuple(tools[:MOST_TOOLS])

    def _read_tool(self, entry: object) -> ServedTool | None:
        found = as_object(entry) or {}
        name = found.get("name")
        if not isinstance(name, str) or not name:
            self._ears.notes.log(LogSource.HOST, "A tool without a name was left out of the server's list.")
            return None
        hints = as_object(found.get("annotations")) or {}
        return ServedTool(
            name=name,
            title=_text(found.get("title")) or _text(hints.get("title")),
            description=_text(found.get("description")),
            input_schema=as_object(found.get("inputSchema")) or {},
            read_only_hint=_flag(hints.get("readOnlyHint")),
            destructive_hint=_flag(hints.get("destructiveHint")),
            meta=as_object(found.get("_meta")) or {},
        )

    async def notify(self, method: str) -> None:
        """Send a notification without parameters; the caller bounds the time. For a server that is gone it is lost."""
        await self._dispatcher.notify(method, None, CallOptions(headers=self._headers))

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, object],
        *,
        timeout_s: float | None,
        meta: Mapping[str, object] | None = None,
        on_progress: OnProgress | None = None,
    ) -> RawResult:
        """Call a tool by the name the server has for it, once (V-6.31).

        A cancelled caller, and a time that is up, send ``notifications/cancelled``; a late answer is dropped (V-6.29).

        Raises:
            CallFailed: ``effect_unknown`` where the server may have acted.
        """
        params: JsonObject = {"name": tool, "arguments": dict(arguments)}
        if meta:
            params["_meta"] = dict(meta)
        result = await self.request("tools/call", params, timeout_s=timeout_s, on_progress=on_progress)
        content = as_list(result.get("content", []))
        if content is None:
            raise CallFailed(CallClass.PROTOCOL_ERROR, "The server's answer has no content.", effect_unknown=True)
        items = tuple(item for one in content if (item := as_object(one)) is not None)
        return RawResult(items, as_object(result.get("structuredContent")), result.get("isError") is True)

    async def request(
        self, method: str, params: JsonObject, *, timeout_s: float | None, on_progress: OnProgress | None = None
    ) -> JsonObject:
        """Ask the server for anything and return the ``result``; ``timeout_s`` of ``None`` waits without an end.

        Raises:
            CallFailed
        """
        options = CallOptions(headers=self._headers)
        if on_progress is not None:
            options["on_progress"] = on_progress
        try:
            with anyio.fail_after(timeout_s):
                return await self._dispatcher.send_raw_request(method, params, options)
        except TimeoutError as error:
            words = f"No answer within {timeout_s:g} s." if timeout_s is not None else "The connection timed out."
            raise CallFailed(CallClass.TIMEOUT, words, effect_unknown=True) from error
        except MCPError as error:
            raise self._failed(error) from error
        except ValueError as error:
            raise CallFailed(CallClass.INVALID_ARGS, "The arguments cannot be written as JSON.") from error

    def _failed(self, error: MCPError) -> CallFailed:
        if error.code == CONNECTION_CLOSED:
            return self._gone()
        kind = CallClass.INVALID_ARGS if error.code == INVALID_PARAMS else CallClass.PROTOCOL_ERROR
        return CallFailed(
            kind,
            clip(error.message, _LONGEST_WORDS) or f"Error {error.code}.",
            effect_unknown=EFFECT_UNKNOWN in (as_object(error.error.data) or {}),
        )

    def _gone(self) -> CallFailed:
        known = self._link.failure
        if known is not None:
            return CallFailed(known.kind, known.message, effect_unknown=known.effect_unknown)
        words = "The server ended." if self._link.ended.is_set() else "The server was stopped."
        return CallFailed(CallClass.SERVER_EXITED, words, effect_unknown=True)


class Ears:
    """What becomes of a server's notifications; the session sees to progress and cancellation itself."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.tools_changed = anyio.Event()

    def hear(self, method: str, params: JsonObject) -> None:
        if method == _LIST_CHANGED:
            self.tools_changed.set()
        elif method == _LOG_MESSAGE:
            data = params.get("data")
            words = data if isinstance(data, str) else f"{data!r}"
            self.notes.log(LogSource.STDOUT, f"{params.get('level', 'info')}: {words}")


@asynccontextmanager
async def open_client(
    streams: Streams, notes: Notes, requests: HostRequests | None = None
) -> AsyncGenerator[McpClient]:
    """Do the handshake and keep the session up; the caller bounds the time.

    Offers the newest version that the library has a handshake for and takes any that it knows (V-18.4): the era after
    the handshake has no requests from server to host. ``requests`` are those that the host answers.

    Raises:
        CallFailed: possibly inside an exception group; ``server_exited`` or ``protocol_error``.
    """
    ears = Ears(notes)
    async with HostLink(streams, requests or {}, ears.hear) as link:
        dispatcher = JSONRPCDispatcher(link.incoming, link.outgoing)
        client_info = Implementation(name=CLIENT_NAME, version=__version__)
        async with ClientSession(dispatcher=dispatcher, client_info=client_info) as session:
            yield McpClient(dispatcher, link, await _greet(session, link), ears)


async def _greet(session: ClientSession, link: HostLink) -> InitializeResult:
    try:
        return await session.initialize()
    except MCPError as error:
        if error.code == CONNECTION_CLOSED:
            words = "The server ended before it answered."
            raise link.failure or CallFailed(CallClass.SERVER_EXITED, words) from error
        words = f"The server refuses to connect: {clip(error.message, _LONGEST_WORDS)}"
        raise CallFailed(CallClass.PROTOCOL_ERROR, words) from error
    except ValidationError as error:
        raise CallFailed(CallClass.PROTOCOL_ERROR, "The server's greeting cannot be read.") from error
    except RuntimeError as error:
        # The session says so of a protocol version that it does not know.
        raise CallFailed(CallClass.PROTOCOL_ERROR, clip(str(error), _LONGEST_WORDS)) from error


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None
