"""Tells that something changed in a folder; waiting costs nothing on Linux.

Called by the store of installs and by the watch over integrations' folders, on the core loop. On Linux the kernel
wakes the loop (inotify, https://man7.org/linux/man-pages/man7/inotify.7.html): the library ``watchfiles`` looks about
itself 20 times a second while nothing happens, and the whole program may wake once. Elsewhere ``watchfiles`` is used,
looking once a second.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from struct import Struct
from typing import Final

import anyio

from app.domain.errors import StorageUnavailable
from app.settings.disk import storage_error

__all__ = ["watch_folders"]

_STEP_MS: Final = 1000
"""How often ``watchfiles`` looks; it is also how long it takes to stop."""
_SETTLE_S: Final = 0.05
"""One save of a file is several events: a little later they are one."""
_READ_BYTES: Final = 64 * 1024
_EVENT: Final = Struct("iIII")
_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED, _CREATE_DELETE = 0x2, 0x4, 0x8, 0xC0, 0x300
_INTEREST: Final = _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED | _CREATE_DELETE
_LOST: Final = 0x4000
"""IN_Q_OVERFLOW: events were dropped, so every folder counts as changed."""


async def watch_folders(folders: Sequence[Path]) -> AsyncIterator[frozenset[Path]]:
    """Yield those of ``folders`` in which an entry was written, made, renamed or removed; not in folders inside them.

    The first one comes at once and is empty: from then on nothing is missed (``watchfiles`` needs a moment more).
    A folder that is not there is passed over. Runs until it is closed or cancelled.

    Raises:
        StorageUnavailable: the system has no more watches to give.
    """
    watching = _by_kernel if sys.platform == "linux" else by_library
    async for changed in watching(folders):
        yield changed


async def by_library(folders: Sequence[Path]) -> AsyncIterator[frozenset[Path]]:
    """Do so with ``watchfiles``."""
    from watchfiles import awatch  # pyright: ignore[reportUnknownVariableType] - names a type of trio

    there = {folder.resolve(): folder for folder in folders if folder.is_dir()}
    yield frozenset()
    if not there:
        await anyio.sleep_forever()
    async for events in awatch(*there, step=_STEP_MS, recursive=False, watch_filter=None):
        changed = {there.get(path.parent) or there.get(path) for path in (Path(text) for _, text in events)}
        yield frozenset(folder for folder in changed if folder is not None)


async def _by_kernel(folders: Sequence[Path]) -> AsyncIterator[frozenset[Path]]:
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if descriptor < 0:
        raise _refused(folders[0])
    try:
        watched: dict[int, set[Path]] = {}
        for folder in folders:
            number = libc.inotify_add_watch(descriptor, os.fsencode(folder), _INTEREST)
            if number >= 0:
                watched.setdefault(number, set()).add(folder)
            elif ctypes.get_errno() not in {errno.ENOENT, errno.ENOTDIR, errno.EACCES}:
                raise _refused(folder)
        yield frozenset()
        while True:
            await anyio.wait_readable(descriptor)
            await anyio.sleep(_SETTLE_S)
            changed = _changed(os.read(descriptor, _READ_BYTES), watched)
            if changed:
                yield changed
    finally:
        os.close(descriptor)


def _refused(folder: Path) -> StorageUnavailable:
    number = ctypes.get_errno()
    return storage_error(OSError(number, os.strerror(number)), folder)


def _changed(events: bytes, watched: dict[int, set[Path]]) -> frozenset[Path]:
    changed: set[Path] = set()
    at = 0
    while at < len(events):
        number, mask, _, length = _EVENT.unpack_from(events, at)
        at += _EVENT.size + length
        changed |= set().union(*watched.values()) if mask & _LOST else watched.get(number, set())
    return frozenset(changed)
