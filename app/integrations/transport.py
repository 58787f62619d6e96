"""Messages of a local server as lines of JSON on its pipes (MCP, stdio transport).

Reads and writes without a task in between, because each task costs a switch per message. A line that is no message is
handed to ``on_stray`` and skipped: servers print banners (V-18.6, A45). Used by ``local`` and tests, on the core loop.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, cast

import anyio
import anyio.lowlevel
from anyio.abc import ByteReceiveStream, ByteSendStream
from mcp.shared.message import SessionMessage
from mcp_types import INTERNAL_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

from app.domain.fields import JsonObject, as_list, as_object

__all__ = ["MessageReader", "MessageWriter", "Stray", "read_messages"]

Stray = Callable[[str], None]

LONGEST_LINE: Final = 64 * 1024 * 1024
"""Bytes. A picture of 20 MB is a line of 27 MB (A48); a line without an end must not fill the memory."""
_BREATH: Final = 16
"""Lines that are read before others have their turn; a server may say thousands in one piece of its output."""
_LONGEST_STRAY: Final = 8000
"""Bytes of a stray line that are handed on; the log keeps less (V-19.6)."""
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_GONE: Final = (anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError, OSError)


class MessageReader:
    """What a server says, message by message, until its output ends."""

    def __init__(self, stream: ByteReceiveStream, on_stray: Stray) -> None:
        self._stream = stream
        self._on_stray = on_stray
        self._ready: deque[SessionMessage] = deque()
        self._lines: deque[bytes] = deque()
        """Whole ones that are not read yet."""
        self._parts: list[bytes] = []
        self._length = 0
        self._skipping = False
        self._read = 0

    async def receive(self) -> SessionMessage:
        """Return the next message.

        Raises:
            anyio.EndOfStream: the server closed its output.
        """
        while not self._ready:
            if not self._lines:
                await self._fetch()
            while self._lines and not self._ready:
                await self._read_line()
        return self._ready.popleft()

    async def _fetch(self) -> None:
        try:
            chunk = await self._stream.receive()
        except _GONE:
            self._end_line()
            if not self._lines:
                raise anyio.EndOfStream from None
        else:
            self._take(chunk)

    async def _read_line(self) -> None:
        self._ready.extend(read_messages(self._lines.popleft(), self._on_stray))
        self._read += 1
        if self._read % _BREATH == 0:
            await anyio.lowlevel.checkpoint()

    def _take(self, chunk: bytes) -> None:
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            self._add(chunk[start:end])
            self._end_line()
            start = end + 1
        if start < len(chunk):
            self._add(chunk[start:])

    def _add(self, part: bytes) -> None:
        self._length += len(part)
        if self._length <= LONGEST_LINE:
            self._parts.append(part)
        elif not self._skipping:
            self._skipping = True
            self._on_stray(f"A line of more than {LONGEST_LINE} bytes was skipped.")
            self._parts.clear()

    def _end_line(self) -> None:
        line = b"".join(self._parts).removeprefix(_BYTE_ORDER_MARK).strip()
        self._parts.clear()
        self._length = 0
        self._skipping = False
        if line:
            self._lines.append(line)


def read_messages(line: bytes, on_stray: Stray) -> Iterator[SessionMessage]:
    """Yield what a line holds: one message, those of a batch (protocol 2025-03-26), or none."""
    try:
        yield SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValidationError:
        yield from _read_odd(line, on_stray)


def _read_odd(line: bytes, on_stray: Stray) -> Iterator[SessionMessage]:
    """Read what a stricter reader refuses: half of a surrogate pair (text cut in an emoji), bytes that are no UTF-8."""
    try:
        found: object = json.loads(line.decode("utf-8", "replace"))
        mended = cast("object", json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")))
    except (ValueError, RecursionError):
        on_stray(_shown(line))
        return
    for value in as_list(mended) or [mended]:
        message = as_object(value)
        try:
            yield SessionMessage(jsonrpc_message_adapter.validate_python(message, by_name=False))
        except ValidationError:
            on_stray(_shown(line))
            if message is not None and (refusal := _refusal(message)) is not None:
                yield SessionMessage(refusal)


def _refusal(message: JsonObject) -> JSONRPCError | None:
    """Return an error in place of an answer that is none, so that nobody waits for it until the time is up."""
    known = message.get("id")
    if "method" in message or not isinstance(known, int | str) or isinstance(known, bool):
        return None
    error = ErrorData(code=INTERNAL_ERROR, message="The server's answer is not a valid message.")
    return JSONRPCError(jsonrpc="2.0", id=known, error=error)


def _shown(line: bytes) -> str:
    return line[:_LONGEST_STRAY].decode("utf-8", "replace")


class MessageWriter:
    """What the host says to a server, one line a message."""

    def __init__(self, stream: ByteSendStream) -> None:
        self._stream = stream

    async def send(self, item: SessionMessage, /) -> None:
        """Write a message; the stream behind takes a line as a whole, so a cancelled send leaves no torn one.

        Raises:
            anyio.BrokenResourceError: the server closed its input.
            ValueError: there is something in it that JSON cannot hold.
        """
        line = item.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
        try:
            await self._stream.send(line)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError) as error:
            raise anyio.BrokenResourceError from error
