"""Answers that a host has to survive, each by its case: floods, crashes, noise between messages, too much of all."""

from __future__ import annotations

import base64
import io
import json
import math
import os
import struct
import sys
import wave
import zlib
from collections.abc import Callable
from typing import Final

from mcp_stdio import Call, JsonObject, Reply, ToolError, text_reply

BIG_TEXT: Final = 5 * 1024 * 1024
"""Characters; fault A48."""
IMAGE_SIDE: Final = 2600
"""Pixels: 3 bytes each, uncompressed, are 20 MB; fault A48."""
FLOOD_LINES: Final = 200_000
"""Of 100 characters."""


def png(width: int, height: int, level: int = 9) -> bytes:
    """Return a PNG of colours that run into each other; ``level`` 0 leaves it uncompressed."""
    line = b"\0" + b"".join(bytes((255 * x // width, 120, 255 - 255 * x // width)) for x in range(width))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(line * height, level)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def _image(width: int, height: int, level: int = 9) -> JsonObject:
    return {"type": "image", "data": base64.b64encode(png(width, height, level)).decode(), "mimeType": "image/png"}


def _error_result(call: Call) -> Reply:
    raise ToolError(f"{call.tool} was asked to fail. Ask for another case.")


def _protocol_error(call: Call) -> Reply:
    message = f"{call.tool} has a fault in its code, as asked"
    raise RuntimeError(message)


def _crash(call: Call) -> Reply:
    print(f"{call.tool} ends the process, as asked", file=sys.stderr, flush=True)  # noqa: T201 - to the log
    os._exit(3)


def _stray_lines(call: Call) -> Reply:
    for line in (
        b"Loading model...",
        b"",
        b"{broken",
        b'"text"',
        b"[]",
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"to nobody"}}',
        b'{"jsonrpc":"2.0","id":"never-asked","result":{}}',
        b'{"jsonrpc":"2.0","method":"notifications/unheard_of","params":{"x":1}}',
        b'{"jsonrpc":"2.0","id":"from-server-1","method":"roots/list"}',
        b"\xff\xfe no UTF-8",
    ):
        call.server.write_line(line)
    return text_reply("Ten lines that are no answer came before this one.")


def _flood(call: Call) -> Reply:
    line = "flood of the log, as asked ".ljust(99, ".") + "\n"
    for _ in range(FLOOD_LINES // 1000):
        sys.stderr.write(line * 1000)
    return text_reply(f"{call.tool} wrote {FLOOD_LINES} lines to its standard error.")


def _answer_twice(call: Call) -> Reply:
    result: JsonObject = {"content": [{"type": "text", "text": "the first answer"}]}
    call.server.write_line(json.dumps({"jsonrpc": "2.0", "id": call.request_id, "result": result}).encode())
    return text_reply("the second answer, which comes too late")


def _wrong_shape(call: Call) -> Reply:
    for answer in ({"content": "no list"}, "no object"):
        call.server.write_line(json.dumps({"jsonrpc": "2.0", "id": call.request_id, "result": answer}).encode())
    return text_reply("the good answer, after two of a wrong shape")


def _tone() -> bytes:
    """Return a fifth of a second of a quiet tone."""
    rate = 8000
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        swing = (round(6000 * math.sin(2 * math.pi * 440 * at / rate)) for at in range(rate // 5))
        file.writeframes(b"".join(struct.pack("<h", value) for value in swing))
    return target.getvalue()


def _many_kinds(call: Call) -> Reply:
    del call  # the same for everybody
    return Reply(
        [
            {"type": "text", "text": "A text, a picture, a sound, a resource, a link, and something unknown."},
            _image(64, 32),
            {"type": "audio", "data": base64.b64encode(_tone()).decode(), "mimeType": "audio/wav"},
            {"type": "resource", "resource": {"uri": "showcase://poem", "mimeType": "text/plain", "text": "A poem."}},
            {"type": "resource_link", "uri": "https://example.org/poem", "name": "poem"},
        ]
    )


BAD_ANSWERS: Final[dict[str, Callable[[Call], Reply]]] = {
    "error_result": _error_result,
    "protocol_error": _protocol_error,
    "crash": _crash,
    "stray_lines": _stray_lines,
    "stderr_flood": _flood,
    "answer_twice": _answer_twice,
    "wrong_shape": _wrong_shape,
    "no_content": lambda _: Reply([]),
    "empty_text": lambda _: text_reply(""),
    "big_text": lambda _: text_reply("0123456789abcde\n" * (BIG_TEXT // 16)),
    "big_image": lambda _: Reply([{"type": "text", "text": "20 MB"}, _image(IMAGE_SIDE, IMAGE_SIDE, 0)]),
    "many_kinds": _many_kinds,
}
"""By the case to ask for."""
