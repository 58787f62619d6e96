"""The copy of one take on disk, begun beside the take: a disk that is slow never keeps the microphone closed.

Owned by one voice run, on the core loop. A disk that refuses costs the copy, never the dictation.
"""

from __future__ import annotations

import logging
from typing import Final

import anyio

from app.domain.errors import AppError, StorageUnavailable
from app.domain.turn import TurnId, TurnKind
from app.runtime.parts import Parts
from app.storage.takes import TakeWriter

__all__ = ["TakeCopy"]

log = logging.getLogger(__name__)

OPEN_TIMEOUT_S: Final = 5.0
"""For the turn of row and file at a busy disk; the take then goes on without a copy. What is said meanwhile, 160 kB,
waits in memory."""


class TakeCopy:
    """Row and file of a take that is being recorded."""

    def __init__(self, parts: Parts, turn_id: TurnId) -> None:
        self._parts = parts
        self._turn_id = turn_id
        self._writer: TakeWriter | None = None
        self._early: list[bytes] = []
        """Said before the file was there."""
        self._begun = anyio.Event()
        self.problem: AppError | None = None
        """Why the copy is missing or not whole."""
        self.seconds = 0.0
        """Length on disk; known after :meth:`finish`."""

    async def begin(self, kind: TurnKind, started_unix_s: float, app_id: str) -> None:
        """Begin row and file.

        Shielded from a cancel: a file that was made must come back, so that somebody closes it.
        """
        try:
            with anyio.move_on_after(OPEN_TIMEOUT_S, shield=True) as opening:
                await self._parts.history.begin(self._turn_id, kind, started_unix_s, app_id)
                self._writer = await self._parts.takes.begin(self._turn_id)
            if opening.cancelled_caught:
                raise StorageUnavailable("no turn in time", code="storage-slow")
            early, self._early = self._early, []
            for pcm in early:
                self.write(pcm)
        except AppError as error:
            log.warning("this take cannot be kept: %s", error)
            self.problem = error
        finally:
            self._begun.set()

    def write(self, pcm: bytes) -> None:
        """Append samples (16-bit little-endian, 16 kHz, mono); never waits. After a failure nothing is written."""
        if self.problem is not None:
            return
        if self._writer is None:
            self._early.append(pcm)
            return
        try:
            self._writer.write(pcm)
        except StorageUnavailable as error:
            log.warning("the take cannot be kept any longer: %s", error.code)
            self.problem = error

    async def finish(self) -> None:
        """Close the file; twice is harmless."""
        await self._begun.wait()  # bounded by OPEN_TIMEOUT_S
        if self._writer is None or self.seconds:
            return
        try:
            self.seconds = await self._writer.finish()
        except StorageUnavailable as error:
            self.problem = error
