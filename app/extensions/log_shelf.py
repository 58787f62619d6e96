"""The logs of all integrations, each opened once and kept until the end. Made by ``bootstrap``; core loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import anyio

from app.domain.calls import IntegrationId
from app.extensions.log_ring import LogRing
from app.settings.disk import storage_error

__all__ = ["LogShelf"]


class LogShelf:
    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        """``clock`` tells Unix seconds."""
        self._folder = folder
        self._clock = clock
        self._rings: dict[IntegrationId, LogRing] = {}

    async def open(self, integrations: Iterable[IntegrationId]) -> None:
        """Read what is on disk of those that are not open yet."""
        for integration in integrations:
            if integration not in self._rings:
                self._rings[integration] = await LogRing.open(self._file(integration), self._clock)

    def of(self, integration: IntegrationId) -> LogRing:
        """Return a log; one that was not opened begins anew."""
        if integration not in self._rings:
            self._rings[integration] = LogRing(self._file(integration), self._clock)
        return self._rings[integration]

    async def remove(self, integration: IntegrationId) -> None:
        """Close a log and delete its file.

        Raises:
            StorageUnavailable: it cannot be deleted.
        """
        ring = self._rings.pop(integration, None)
        if ring is not None:
            await ring.close()
        file = self._file(integration)
        try:
            await anyio.Path(file).unlink(missing_ok=True)
        except OSError as error:
            raise storage_error(error, file) from error

    async def close(self) -> None:
        """Write the rest of all of them down."""
        rings, self._rings = list(self._rings.values()), {}
        for ring in rings:
            await ring.close()

    def _file(self, integration: IntegrationId) -> Path:
        return self._folder / f"{integration}.log"
