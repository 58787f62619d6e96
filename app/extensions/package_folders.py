"""Where unpacked packages live: a folder of its own for each, complete from the moment it has its name.

Called by the installer on a worker thread. A package is unpacked beside its place and renamed (V-17.2); what a crash
left behind, and what an update has replaced, is swept up later.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Final

from app.settings.disk import storage_error, sync_folder

__all__ = ["drop", "holder_of", "settle", "staging_folder", "sweep"]

STALE_S: Final = 3600.0
"""An unfinished folder may be that of a sheet which is open in another process, for so long."""
_NEW: Final = ".new-"


def staging_folder(packages: Path, plan_id: str) -> Path:
    return packages / f"{_NEW}{plan_id}"


def settle(staging: Path, root: Path, name: str) -> Path:
    """Give the unpacked folder its name; return where ``root``, which is in it, is now.

    Raises:
        StorageUnavailable: the disk refused, or the folder is gone; it is where it was.
    """
    place = staging.with_name(name)
    try:
        staging.rename(place)
        sync_folder(place.parent)
    except OSError as error:
        raise storage_error(error, place) from error
    return place / root.relative_to(staging)


def holder_of(packages: Path, folder: str) -> Path | None:
    """Return the package's own folder that ``folder`` is, or is in; ``None``: it is an author's."""
    path = Path(folder)
    if not folder or not path.is_relative_to(packages) or path == packages:
        return None
    return packages / path.relative_to(packages).parts[0]


def drop(folder: Path) -> None:
    """Remove a package; what cannot be removed now is swept up later."""
    shutil.rmtree(folder, ignore_errors=True)


def sweep(packages: Path, used: Collection[Path], now_unix_s: float) -> None:
    """Remove what belongs to no install and to no sheet: ``used`` holds the folders that do."""
    try:
        found = list(packages.iterdir())
    except FileNotFoundError:
        return
    except OSError as error:
        raise storage_error(error, packages) from error
    for entry in found:
        if entry in used:
            continue
        try:
            stale = now_unix_s - entry.stat().st_mtime > STALE_S
        except OSError:  # gone meanwhile
            continue
        if stale:
            drop(entry)
