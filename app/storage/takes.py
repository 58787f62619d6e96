"""The audio of each turn: one WAV file (16 kHz, mono, 16-bit) in one folder.

Called by ``runtime`` on the core loop. A take is only ever appended to; its header is written first, with lengths of
zero, and corrected at the end or, after a crash, by :meth:`TakeStore.recover`. So a file is worth what was written to
it, whenever Voxnotch died. Each open take has a thread of its own that does the writing.
"""

from __future__ import annotations

import os
import queue
import re
import struct
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final

import anyio
from anyio import to_thread

from app.domain.errors import Bug, StorageUnavailable
from app.domain.turn import TurnId
from app.settings.disk import PRIVATE_FILE, make_folder, storage_error, sync_folder

__all__ = ["TakeStore", "TakeWriter"]

RATE_HZ: Final = 16_000
SAMPLE_BYTES: Final = 2
SECOND_BYTES: Final = RATE_HZ * SAMPLE_BYTES

_HEADER: Final = struct.Struct("<4sI4s4sIHHIIHH4sI")
"""RIFF, "fmt " chunk of PCM, "data" chunk (https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html)."""

_SYNC_BYTES: Final = 5 * SECOND_BYTES
"""A power cut costs at most about so much of the take that is running."""
_QUEUE_CHUNKS: Final = 1024
"""Chunks waiting for a slow disk: 32 s in chunks of 32 ms, 1 MiB. Beyond that the take is given up, never thinned."""
_FINISH_LIMIT_S: Final = 30.0
"""A disk that does not take the rest and a sync within this time is told as too slow."""

_NAME: Final = re.compile(r"[0-9a-z][0-9a-z-]{0,63}")
"""A turn id becomes a file name: nothing in it may lead elsewhere."""


class TakeStore:
    """The takes of one folder, which is made, private, at the first take."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def begin(self, turn_id: TurnId) -> TakeWriter:
        """Create the file of a take. Whoever gets the writer ends it with ``finish``.

        Raises:
            StorageUnavailable: full, read-only or out of reach.
        """
        path = self.path(turn_id)
        return TakeWriter(path, await to_thread.run_sync(_create, path))

    def path(self, turn_id: TurnId) -> Path:
        """Return where the take of a turn is or would be."""
        if not _NAME.fullmatch(turn_id):
            raise Bug("not the id of a turn")
        return self._folder / f"{turn_id}.wav"

    async def recover(self, turn_id: TurnId) -> float:
        """Make a take that was cut off by a crash a valid file; a whole one is left as it is.

        Returns its length in seconds; 0.0 when there is no sound in it, and then the file is gone (A24).

        Raises:
            StorageUnavailable: the file is there and cannot be mended.
        """
        return await to_thread.run_sync(_recover, self.path(turn_id))

    async def delete(self, turn_ids: Sequence[TurnId]) -> None:
        """Remove takes; those that are gone already are no fault.

        Raises:
            StorageUnavailable: at least one could not be removed; all were tried.
        """
        await to_thread.run_sync(_delete, [self.path(turn_id) for turn_id in turn_ids])

    async def stray(self) -> tuple[TurnId, ...]:
        """Return the turns that have a file here, oldest first, to be matched with the rows of history."""
        return await to_thread.run_sync(_listed, self._folder)


class TakeWriter:
    """One take being written; all methods on the core loop."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor
        self._chunks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._failure: StorageUnavailable | None = None
        self._told = False
        self._ended = False
        self._length: Future[float] = Future()
        # A daemon, because a disk that hangs must not keep the program from ending; the file can be mended.
        self._thread = threading.Thread(target=self._work, name=f"take-{path.stem}", daemon=True)
        self._thread.start()

    def write(self, pcm: bytes) -> None:
        """Append samples (16-bit little-endian, 16 kHz, mono). Returns at once; the thread writes.

        Raises:
            StorageUnavailable: an earlier write failed, or the disk is so slow that the queue is full
                (``storage-slow``). Nothing more is written then; what was stays, see :meth:`finish`.
        """
        if self._ended:
            raise Bug("the take is finished", place=str(self._path))
        if self._failure is None and self._chunks.qsize() >= _QUEUE_CHUNKS:
            self._failure = StorageUnavailable("queue full", place=str(self._path), code="storage-slow")
        if self._failure is not None:
            self._told = True
            raise self._failure
        self._chunks.put(pcm)

    async def finish(self) -> float:
        """Complete the file and make it survive a power cut; return its length in seconds. Twice is harmless.

        A failure that :meth:`write` has raised is not raised again: the length is that of what was kept.

        Raises:
            StorageUnavailable: the end of the take, or all of it, is not on the disk; :meth:`TakeStore.recover` mends
                the file.
        """
        seconds = await self._end()
        if self._failure is not None and not self._told:
            self._told = True
            raise self._failure
        return seconds

    async def _end(self) -> float:
        if not self._ended:
            self._ended = True
            self._chunks.put(None)
        seconds = 0.0
        try:
            # Shielded: a cancelled turn keeps its take, and the thread is not left behind.
            with anyio.CancelScope(shield=True):
                seconds = await to_thread.run_sync(self._length.result, _FINISH_LIMIT_S)
        except TimeoutError as error:
            raise StorageUnavailable("no end", place=str(self._path), code="storage-slow") from error
        return seconds

    def _work(self) -> None:
        seconds = 0.0
        try:
            try:
                self._append_all()
            except OSError as error:
                self._failure = storage_error(error, self._path)
                while self._chunks.get() is not None:
                    pass
            seconds = _complete(self._descriptor)
            sync_folder(self._path.parent)
        except OSError as error:
            self._failure = self._failure or storage_error(error, self._path)
        finally:
            os.close(self._descriptor)
            self._length.set_result(seconds)

    def _append_all(self) -> None:
        unsynced = 0
        while (pcm := self._chunks.get()) is not None:
            rest = memoryview(pcm)
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            unsynced += len(pcm)
            if unsynced >= _SYNC_BYTES:
                unsynced = 0
                os.fsync(self._descriptor)


def _header(data_bytes: int) -> bytes:
    fmt = (16, 1, 1, RATE_HZ, SECOND_BYTES, SAMPLE_BYTES, 8 * SAMPLE_BYTES)
    return _HEADER.pack(b"RIFF", _HEADER.size - 8 + data_bytes, b"WAVE", b"fmt ", *fmt, b"data", data_bytes)


def _create(path: Path) -> int:
    make_folder(path.parent)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags, PRIVATE_FILE)
    except FileExistsError as error:
        raise Bug("this turn has a take already", place=str(path)) from error
    except OSError as error:
        raise storage_error(error, path) from error
    try:
        os.write(descriptor, _header(0))
    except OSError as error:
        os.close(descriptor)
        path.unlink(missing_ok=True)
        raise storage_error(error, path) from error
    return descriptor


def _complete(descriptor: int) -> float:
    """Make the header tell the length that the file has; return it in seconds."""
    data = max(os.fstat(descriptor).st_size - _HEADER.size, 0)
    whole = data - data % SAMPLE_BYTES
    if whole < data:
        os.ftruncate(descriptor, _HEADER.size + whole)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, _header(whole))
    os.fsync(descriptor)
    return whole / SECOND_BYTES


def _recover(path: Path) -> float:
    try:
        with path.open("r+b") as take:
            seconds = _complete(take.fileno())
        if seconds == 0.0:
            path.unlink()
    except FileNotFoundError:
        return 0.0
    except OSError as error:
        raise storage_error(error, path) from error
    return seconds


def _delete(paths: Sequence[Path]) -> None:
    failure: StorageUnavailable | None = None
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            failure = storage_error(error, path)
            failure.__cause__ = error
    if failure is not None:
        raise failure


def _listed(folder: Path) -> tuple[TurnId, ...]:
    try:
        found = [entry.stem for entry in folder.iterdir() if entry.suffix == ".wav" and _NAME.fullmatch(entry.stem)]
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise storage_error(error, folder) from error
    return tuple(TurnId(stem) for stem in sorted(found))
