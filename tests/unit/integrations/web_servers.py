"""Real web servers on this machine for the tests of remote integrations, run in the loop of the test."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import anyio
import mcp_types as types
import uvicorn
from anyio import to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from app.domain.calls import IntegrationId
from app.integrations.grants import Grants
from app.integrations.remote import RemoteConnector
from app.storage.install_record import InstallRecord
from tests.unit.integrations.records import record, tool
from tests.unit.integrations.sessions import LIMIT_S

REMOTE_ID: Final = IntegrationId("com.example.remote")
App = Callable[..., Awaitable[None]]


class Made(types.Result):
    id: str


class Port:
    """A port of this machine, taken before its server starts."""

    def __init__(self) -> None:
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self.socket.getsockname()[1]}"


@asynccontextmanager
async def serving(app: App, port: Port | None = None, **options: Any) -> AsyncGenerator[str]:
    """Serve an app in a thread of its own; yields its origin. Leaving waits until the server is gone."""
    port = port or Port()
    config = uvicorn.Config(
        app, log_config=None, log_level="critical", ws="none", timeout_graceful_shutdown=0, **options
    )
    server = _Server(config)
    thread = threading.Thread(target=_serve, args=(server, port.socket), name="web server of a test")
    thread.start()
    try:
        assert await to_thread.run_sync(server.up.wait, LIMIT_S)
        yield port.origin
    finally:
        server.should_exit = True
        with anyio.CancelScope(shield=True):
            await to_thread.run_sync(thread.join, LIMIT_S)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(server.serve([listener]))
        loop.run_until_complete(_end_what_is_left())
    finally:
        loop.close()
        listener.close()


async def _end_what_is_left() -> None:
    """End tasks that the libraries leave behind."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def library_server(**options: Any) -> MCPServer:
    """Make a server with the Python library: the tools ``echo``, ``count``, ``ask`` and ``change``."""
    # It warns of what the tests do on purpose.
    logging.getLogger("mcp.server").setLevel(logging.CRITICAL)
    server = MCPServer("library", version="2.0", log_level="ERROR", **options)

    @server.tool(annotations=types.ToolAnnotations(read_only_hint=True))
    def echo(text: str) -> str:
        """Say it again."""
        return text

    @server.tool()
    async def count(ctx: Context) -> str:
        """Count to three."""
        for step in range(3):
            await ctx.report_progress(step + 1, 3, f"step {step + 1}")
        return "done"

    @server.tool()
    async def ask(ctx: Context) -> str:
        """Ask the host something of its own."""
        request = types.Request[dict[str, Any], str](method="voiceos/reminders/create", params={"title": "tea"})
        answer = await ctx.session.send_request(request, Made)  # pyright: ignore[reportArgumentType] - of our own
        return answer.id

    @server.tool()
    async def change(ctx: Context) -> str:
        """Say that the tools are others now."""
        await ctx.session.send_tool_list_changed()
        return "told"

    return server


class BareServer:
    """A server by hand: every answer can be another one. It has no session and one tool, ``echo``."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.answer: Callable[[Request, dict[str, Any]], Awaitable[Response | None]] | None = None
        """Gets each message first; ``None`` from it leaves the answer to the server."""
        self.app = Starlette(routes=[Route("/mcp", self._serve, methods=["GET", "POST", "DELETE"])])

    def methods(self) -> list[str]:
        return [str(message.get("method")) for verb, _, message in self.requests if verb == "POST"]

    def headers_of(self, method: str) -> list[dict[str, str]]:
        return [headers for _, headers, message in self.requests if message.get("method") == method]

    async def _serve(self, request: Request) -> Response:
        message: dict[str, Any] = await request.json() if request.method == "POST" else {}
        self.requests.append((request.method, dict(request.headers), message))
        if self.answer is not None and (answer := await self.answer(request, message)) is not None:
            return answer
        if request.method != "POST":
            return Response(status_code=405)
        return say(message)


def say(message: dict[str, Any], **headers: str) -> Response:
    """Answer as a proper server does."""
    result: dict[str, Any]
    match message.get("method"):
        case "initialize":
            result = {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "bare", "version": "1"},
            }
        case "tools/list":
            result = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
        case "tools/call":
            result = {"content": [{"type": "text", "text": "called"}]}
        case _:
            return Response(status_code=202)
    return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "result": result}, headers=headers)


def events(*texts: str) -> Response:
    """Answer with an event stream that ends."""

    async def stream() -> AsyncIterator[str]:
        for text in texts:
            yield text

    return StreamingResponse(stream(), media_type="text/event-stream")


def remote_record(url: str, **more: Any) -> InstallRecord:
    """Return an install whose server is there; ``auth`` and ``preferences`` go into its manifest."""
    manifest = {key: more.pop(key) for key in ("auth", "preferences") if key in more}
    runtime = {"kind": "remote-mcp", "url": url}
    more.setdefault("tools", [tool("echo")])
    return record("remote", manifest={"runtime": runtime, **manifest}, **more)


def connector(grants: Grants) -> dict[str, RemoteConnector]:
    return {"remote-mcp": RemoteConnector(grants)}
