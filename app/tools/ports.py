"""What the executor needs from below: tools by name, a way to call them, a reader of results, and a journal.

``integrations`` and ``storage`` implement them; tests do it in memory. Core loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from app.domain.calls import IntegrationId, RawResult, ToolRef
from app.integrations.registry import ToolEntry
from app.integrations.served import ServerState
from app.storage.journal import JournalEntry
from app.tools.results import ReadResult

__all__ = ["Caller", "Catalogue", "JournalSink", "Reader"]


class Catalogue(Protocol):
    def find(self, ref: ToolRef) -> ToolEntry | None:
        """Return a tool of an enabled integration; reserved ones never."""
        ...


class Caller(Protocol):
    def state(self, integration: IntegrationId) -> ServerState: ...

    async def call(
        self,
        ref: ToolRef,
        arguments: Mapping[str, object],
        *,
        timeout_s: float | None,
        meta: Mapping[str, object] | None,
    ) -> RawResult:
        """Call a tool once; a cancelled caller cancels the call.

        Raises:
            CallFailed
        """
        ...


class Reader(Protocol):
    def read(self, raw: RawResult) -> ReadResult:
        """Read what a server answered; never raises. May take as long as megabytes take."""
        ...


class JournalSink(Protocol):
    def take(self, entry: JournalEntry) -> bool:
        """Take a call over, to be kept within moments; ``False``: it has to be added."""
        ...

    async def add(self, entry: JournalEntry) -> None:
        """Keep one call before this returns.

        Raises:
            StorageUnavailable
        """
        ...
