"""Where a browser comes back to after a sign-in: a port of 127.0.0.1 for as long as one sign-in runs (RFC 8252, 7.3).

The first answer ends the wait, whichever it is: one that carries another ``state`` fails at once (A54). What else a
browser asks for, its icon for example, is none. Used by ``oauth_flow``, on the core loop.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Final, Self
from urllib.parse import parse_qsl, urlsplit

import anyio
from anyio.abc import SocketAttribute, SocketStream

from app.domain.errors import External

__all__ = ["SIGN_IN_S", "Loopback"]

SIGN_IN_S: Final = 300.0
"""For a person to sign in; whoever takes longer presses the button again."""
REQUEST_S: Final = 10.0
"""For a request to arrive whole; browsers open connections ahead and may never use them."""
LONGEST_REQUEST: Final = 16 * 1024
"""Bytes of a request's head; a code has some hundred."""
MOST_CONNECTIONS: Final = 16
_PATH: Final = "/callback"
_PAGE: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Voxnotch</title>'
    '<body style="font: 1.1rem sans-serif; margin: 20vh auto; max-width: 30rem"><p>{}</p></body></html>'
)
_DONE: Final = "You can close this page and go back to Voxnotch."
_FAILED: Final = "This is not the answer to a sign-in that Voxnotch waits for. Go back to Voxnotch and sign in again."


class Loopback:
    """Waits for the answer to one sign-in."""

    def __init__(self, port: int) -> None:
        """Not for others: use :meth:`open`."""
        self.uri = f"http://127.0.0.1:{port}{_PATH}"
        self._state: str | None = None
        self._answer: Mapping[str, str] | None = None
        self._answered = anyio.Event()
        self._open = anyio.Semaphore(MOST_CONNECTIONS)

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncGenerator[Self]:
        """Listen on a port that the system chooses.

        Raises:
            External: ``sign-in-unavailable``, there is none.
        """
        try:
            listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
        except OSError as error:
            raise External("no port", code="sign-in-unavailable") from error
        async with listener, anyio.create_task_group() as group:
            port: int = listener.extra(SocketAttribute.local_port)  # noqa: S610 - of a socket, not of a database
            loopback = cls(port)
            group.start_soon(listener.serve, loopback._serve)
            yield loopback
            group.cancel_scope.cancel()

    def expect(self, state: str) -> None:
        """Take an answer with this ``state`` from now on, and fail at any other."""
        self._state = state

    async def answer(self) -> Mapping[str, str]:
        """Wait for the answer and return its fields.

        Raises:
            External: ``sign-in-late``, or ``sign-in-refused``: by the person, or it is the answer to something else.
        """
        try:
            with anyio.fail_after(SIGN_IN_S):
                await self._answered.wait()
        except TimeoutError as error:
            raise External(code="sign-in-late") from error
        if self._answer is None or "error" in self._answer or not self._answer.get("code"):
            raise External(code="sign-in-refused")
        return self._answer

    async def _serve(self, stream: SocketStream) -> None:
        async with stream, self._open:
            with anyio.move_on_after(REQUEST_S):
                try:
                    target = await _read_target(stream)
                    await stream.send(self._reply(target))
                except (anyio.EndOfStream, anyio.BrokenResourceError):
                    return

    def _reply(self, target: str) -> bytes:
        parts = urlsplit(target)
        if self._state is None or parts.path != _PATH:
            return _page("404 Not Found", "")
        fields = dict(parse_qsl(parts.query, keep_blank_values=True))
        is_ours = secrets.compare_digest(fields.get("state", "").encode(), self._state.encode())
        if not self._answered.is_set():
            self._answer = fields if is_ours else None
            self._answered.set()
        return _page("200 OK", _DONE) if is_ours else _page("400 Bad Request", _FAILED)


async def _read_target(stream: SocketStream) -> str:
    """Return what a request asks for; "" for one that is none."""
    head = b""
    while b"\r\n\r\n" not in head and len(head) < LONGEST_REQUEST:
        head += await stream.receive()
    words = head.split(b"\r\n", 1)[0].split(b" ")
    return words[1].decode("ascii", "replace") if len(words) > 1 and words[0] == b"GET" else ""


def _page(status: str, words: str) -> bytes:
    body = _PAGE.format(words).encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
        # The address of the page has the code in it.
        "Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
