"""What a server's task is given from outside: ways to servers, secrets, logs, time, and whom to tell."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import anyio

from app.domain.calls import IntegrationId
from app.domain.integrations import LogLine, LogSource
from app.integrations.streams import Connector

__all__ = ["DRAIN_S", "REQUEST_TIMEOUT_S", "Limits", "Log", "ServerParts", "Time", "first_of"]

REQUEST_TIMEOUT_S: Final = 60.0
"""Of a sync call (V-6.29)."""
DRAIN_S: Final = 10.0
"""V-5.15."""


class Log(Protocol):
    """The log of one integration (``app/extensions/log_ring.py``)."""

    def add(self, source: LogSource, text: str) -> None: ...

    def lines(self) -> Sequence[LogLine]: ...

    def set_secrets(self, values: Iterable[str]) -> None: ...


@dataclass(frozen=True, slots=True)
class Time:
    """Time, injected."""

    monotonic_s: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep


@dataclass(frozen=True, slots=True)
class Limits:
    connect_s: float = 30.0
    """Handshake and list of tools together (V-18.5)."""
    first_connect_s: float = 180.0
    """The same at the first start after install or update."""
    drain_s: float = DRAIN_S


@dataclass(frozen=True, slots=True)
class ServerParts:
    connectors: Mapping[str, Connector]
    """By ``runtime.kind``."""
    load_secrets: Callable[[IntegrationId, frozenset[str]], Awaitable[Mapping[str, str]]]
    """Values of the secret fields with these names."""
    log_of: Callable[[IntegrationId], Log]
    note_connected: Callable[[IntegrationId, str], None]
    """Gets the digest to keep as ``connected_digest``; must not block."""
    time: Time = field(default_factory=Time)
    limits: Limits = field(default_factory=Limits)


async def first_of(*waits: Callable[[], Awaitable[object]]) -> None:
    """Wait for whichever ends first and cancel the others."""
    async with anyio.create_task_group() as group:

        async def run(wait: Callable[[], Awaitable[object]]) -> None:
            await wait()
            group.cancel_scope.cancel()

        for wait in waits:
            group.start_soon(run, wait)
