"""The shapes of what carries messages between host and server, and of what notes things about a server.

A way to a server (``local``, ``remote``) is an async context manager that yields a receiver and a sender; leaving
it ends the connection, and what was started for it. No ``mcp`` is imported here at run time.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Final, Protocol

from app.domain.integrations import LogSource, Remark
from app.storage.install_record import InstallRecord

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

__all__ = ["EFFECT_UNKNOWN", "Connector", "MessageReceiver", "MessageSender", "Notes", "Streams"]

EFFECT_UNKNOWN: Final = "voxnotch/effect-unknown"
"""Key in the ``data`` of an error that a way to a server put in place of an answer: the tool may have acted."""


class MessageReceiver(Protocol):
    async def receive(self) -> SessionMessage | Exception:
        """Return the next message, or something that went wrong on the way.

        A ``CallFailed`` that is returned ends the connection and says why; any other exception is noted and skipped.

        Raises:
            anyio.EndOfStream: the connection ended.
        """
        ...


class MessageSender(Protocol):
    async def send(self, item: SessionMessage, /) -> None:
        """Send a message.

        Raises:
            anyio.BrokenResourceError: the connection ended.
            ValueError: there is something in it that JSON cannot hold.
        """
        ...


Streams = tuple[MessageReceiver, MessageSender]


class Notes(Protocol):
    """What is worth telling about a server while it is reached."""

    def log(self, source: LogSource, text: str) -> None: ...

    def remark(self, remark: Remark) -> None:
        """Show it on the page for as long as this connection lasts, or until the next try."""
        ...


class Connector(Protocol):
    """A way to servers of one kind of ``runtime``."""

    def __call__(
        self, record: InstallRecord, values: Mapping[str, str], notes: Notes
    ) -> AbstractAsyncContextManager[Streams]:
        """Reach the server with these setup values, defaults included, secrets among them.

        Entering raises ``CallFailed`` (``needs_setup`` and ``needs_sign_in`` are not tried again by themselves) or
        any other ``AppError`` when the server cannot be reached.
        """
        ...
