"""A small MCP server over standard input and output, with nothing but the standard library.

The main thread reads lines; calls run on a few worker threads; whole lines are written under one lock. The tools come
from the manifest beside this file, so that what is served is what was approved. Every integration in
``resources/integrations`` carries the same copy, because a folder has to stand alone when it is packed or moved.
"""

from __future__ import annotations

import functools
import json
import math
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast

JsonObject = dict[str, object]

MANIFEST: Final = "voiceos.integration.json"
PROTOCOLS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""What this server uses of MCP is the same in all of them."""
WORKERS: Final = 4
"""Calls at once; later ones wait. A slow one must not hold up a quick one."""

PARSE_ERROR: Final = -32700
NO_REQUEST: Final = -32600
NO_METHOD: Final = -32601
BAD_PARAMS: Final = -32602
INTERNAL: Final = -32603


class ToolError(Exception):
    """Ends a call with a message for the person: what is wrong, and what to do about it."""


@dataclass(frozen=True)
class Reply:
    """The result of a call."""

    content: list[JsonObject]
    is_error: bool = False
    structured: JsonObject | None = None


def text_reply(text: str, *, is_error: bool = False) -> Reply:
    """Return plain text as the result."""
    return Reply([{"type": "text", "text": text}], is_error)


def glance(data: JsonObject, *blocks: Mapping[str, object]) -> Reply:
    """Return data for the model, and a glance card of one to three blocks for the person."""
    card = {"_voiceos_glance": {"blocks": list(blocks)}} if blocks else {}
    return text_reply(json.dumps({**data, **card}, ensure_ascii=False))


def clip(text: str, most: int) -> str:
    """Return text for a card, at most ``most`` UTF-16 units of it, as the caps of blocks are counted."""
    units = text.strip().encode("utf-16-le")
    if len(units) <= 2 * most:
        return text.strip()
    return units[: 2 * most - 2].decode("utf-16-le", "ignore") + "…"


@dataclass
class Call:
    """One call of a tool while it runs, on a worker thread."""

    tool: str
    request_id: object
    arguments: JsonObject
    server: Server
    progress_token: object = None
    cancelled: threading.Event = field(default_factory=threading.Event)
    """Set when the host no longer wants the answer, and when it goes away."""

    def text(self, name: str, *, most: int, default: str | None = None) -> str:
        """Return an argument that is text of at most ``most`` characters; without a default it must not be blank."""
        value = self.arguments.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise ToolError(f"{name} has to be text.")
        if default is None and not value.strip():
            raise ToolError(f"{name} is empty.")
        if len(value) > most:
            raise ToolError(f"{name} has {len(value)} characters; {most} is the most.")
        # Half a surrogate pair is legal in JSON, and no file or program takes it.
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def number(self, name: str, *, least: float, most: float, default: float | None = None) -> float:
        """Return an argument that is a number between ``least`` and ``most``."""
        value = self.arguments.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ToolError(f"{name} has to be a number.")
        if not least <= value <= most:
            raise ToolError(f"{name} is {value:g}; it has to be between {least:g} and {most:g}.")
        return value

    def choice(self, name: str, options: Collection[str]) -> str:
        """Return an argument that is one of ``options``."""
        value = self.arguments.get(name)
        if not isinstance(value, str) or value not in options:
            raise ToolError(f"{name} has to be one of {', '.join(options)}.")
        return value

    def progress(self, value: float, total: float, message: str) -> None:
        """Tell the host how far this call is, where it asked to know."""
        if self.progress_token is not None:
            news = {"progressToken": self.progress_token, "progress": value, "total": total, "message": message}
            self.server.notify("notifications/progress", news)


ToolFunction = Callable[[Call], Reply]


class Server:
    """Serves the tools of the manifest in ``folder`` that have a function, until standard input ends."""

    def __init__(
        self,
        folder: Path,
        functions: Mapping[str, ToolFunction],
        *,
        read_only: Collection[str] = (),
        destructive: Collection[str] = (),
    ) -> None:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        self._name = {"name": manifest["id"], "version": manifest["version"]}
        self._functions = functions
        self.tools: list[JsonObject] = [
            {
                "name": tool["name"],
                "title": tool["title"],
                "description": tool["description"],
                "inputSchema": tool["inputSchema"],
                "annotations": {
                    "readOnlyHint": tool["name"] in read_only,
                    "destructiveHint": tool["name"] in destructive,
                },
            }
            for tool in manifest["tools"]
            if tool["name"] in functions
        ]
        self._running: dict[object, Call] = {}
        """By the id of the request; a call that is not in it gets no answer."""
        self._writing = threading.Lock()
        self._out = sys.stdout.buffer
        # A stray print of a tool must not get between the messages.
        sys.stdout = sys.stderr

    def run(self) -> None:
        """Answer the host until it closes standard input, then let the running calls end."""
        with ThreadPoolExecutor(WORKERS, thread_name_prefix="call") as pool:
            for line in sys.stdin.buffer:
                if line.strip():
                    self._take(line, pool)
            for call in list(self._running.values()):
                call.cancelled.set()

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Tell the host something that has no answer."""
        self._send({"method": method, **({} if params is None else {"params": params})})

    def write_line(self, line: bytes) -> None:
        """Write one line to the host as it is."""
        with self._writing:
            try:
                self._out.write(line + b"\n")
                self._out.flush()
            except BrokenPipeError:
                # The host is gone; standard input ends as well, and with it ``run``.
                return

    def _send(self, message: JsonObject) -> None:
        self.write_line(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode("ascii"))

    def _refuse(self, request_id: object, code: int, message: str) -> None:
        self._send({"id": request_id, "error": {"code": code, "message": message}})

    def _take(self, line: bytes, pool: ThreadPoolExecutor) -> None:
        try:
            message = _object(json.loads(line))
        except ValueError as error:
            self._refuse(None, PARSE_ERROR, f"no JSON: {error}")
            return
        method = message.get("method")
        params = _object(message.get("params"))
        if not isinstance(method, str):
            # An answer to a question that this server never asks, or no message at all.
            if "id" not in message:
                self._refuse(None, NO_REQUEST, "no request")
        elif "id" not in message:
            if method == "notifications/cancelled" and (call := self._running.pop(params.get("requestId"), None)):
                call.cancelled.set()
        elif method == "tools/call":
            self._start(message["id"], params, pool)
        else:
            self._answer_at_once(message["id"], method, params)

    def _answer_at_once(self, request_id: object, method: str, params: JsonObject) -> None:
        if method == "initialize":
            asked = params.get("protocolVersion")
            version = asked if asked in PROTOCOLS else PROTOCOLS[-1]
            result = {
                "protocolVersion": version,
                "capabilities": {"tools": {"listChanged": True}},
                "serverInfo": self._name,
            }
        elif method == "tools/list":
            result = {"tools": self.tools}
        elif method == "ping":
            result = {}
        else:
            self._refuse(request_id, NO_METHOD, f"no method {method}")
            return
        self._send({"id": request_id, "result": result})

    def _start(self, request_id: object, params: JsonObject, pool: ThreadPoolExecutor) -> None:
        name = params.get("name")
        if not isinstance(name, str) or all(tool["name"] != name for tool in self.tools):
            self._refuse(request_id, BAD_PARAMS, f"no tool {name}")
            return
        token = _object(params.get("_meta")).get("progressToken")
        call = Call(name, request_id, _object(params.get("arguments")), self, token)
        self._running[request_id] = call
        pool.submit(self._functions[name], call).add_done_callback(functools.partial(self._finish, call))

    def _finish(self, call: Call, future: Future[Reply]) -> None:
        if self._running.pop(call.request_id, None) is None:
            return
        error = future.exception()
        if error is None:
            reply = future.result()
        elif isinstance(error, ToolError):
            reply = text_reply(str(error), is_error=True)
        elif isinstance(error, OSError):
            reply = text_reply(f"{error.strerror or error}: {error.filename}", is_error=True)
        else:
            traceback.print_exception(error, file=sys.stderr)
            self._refuse(call.request_id, INTERNAL, f"{call.tool} failed: {type(error).__name__}")
            return
        result: JsonObject = {"content": reply.content, "isError": reply.is_error}
        if reply.structured is not None:
            result["structuredContent"] = reply.structured
        self._send({"id": call.request_id, "result": result})


def _object(value: object) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, dict) else {}
