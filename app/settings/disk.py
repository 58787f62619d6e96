"""Files that must survive a crash: written whole or not at all, readable by this person only.

Called by :mod:`app.settings.file` and :mod:`app.storage`, on whatever thread may block. Says in the terms of
:class:`~app.domain.errors.StorageUnavailable` what a refusal of the operating system means.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

from app.domain.errors import StorageUnavailable

__all__ = ["PRIVATE_FILE", "PRIVATE_FOLDER", "make_folder", "storage_error", "sync_folder", "write_whole"]

PRIVATE_FILE: Final = 0o600
"""What a person said is nobody else's to read."""
PRIVATE_FOLDER: Final = 0o700

_CODES: Final = {
    errno.ENOSPC: "storage-full",
    errno.EDQUOT: "storage-full",
    errno.EFBIG: "storage-full",
    errno.EROFS: "storage-read-only",
    errno.EACCES: "storage-read-only",
    errno.EPERM: "storage-read-only",
}


def storage_error(error: OSError, place: Path) -> StorageUnavailable:
    """Return what ``error`` means for the person; the caller raises it ``from`` the original."""
    number = error.errno or 0
    return StorageUnavailable(
        errno.errorcode.get(number, "unknown"), place=str(place), code=_CODES.get(number, "storage-unavailable")
    )


def make_folder(folder: Path) -> None:
    """Create ``folder`` and what is above it, private; an existing one keeps its mode.

    Raises:
        StorageUnavailable: the file system refused.
    """
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise storage_error(error, folder) from error


def sync_folder(folder: Path) -> None:
    """Make a new or renamed entry of ``folder`` survive a power cut; systems without that call keep their own order."""
    directory = getattr(os, "O_DIRECTORY", None)
    if directory is None:
        return
    descriptor = os.open(folder, os.O_RDONLY | directory)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, content: bytes) -> None:
    """Replace ``path`` by ``content``: a reader sees the old file or the new one, also after a power cut.

    A symbolic link stays one: the file it points to is replaced (settings kept in a version control folder).

    Raises:
        StorageUnavailable: the file system refused; the old file is untouched.
    """
    target = Path(os.path.realpath(path))
    make_folder(target.parent)
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        sync_folder(target.parent)
    except OSError as error:
        raise storage_error(error, path) from error
