"""Opens a file of the person's data: a damaged one is set aside, one that cannot be used is replaced for a session.

Called by ``core`` and ``integrations`` of this package.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import anyio.to_thread

from app.domain.errors import StorageUnavailable
from app.domain.messages import Fix, Notice, NoticeCode
from app.storage.database import Database, set_aside

__all__ = ["OpenStore", "open_store"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OpenStore:
    database: Database
    file: Path
    close: Callable[[], Awaitable[None]]
    session_folder: Path | None = None
    """Where the file is when it is kept for this session only."""
    problem: Notice | None = None


async def open_store(file: Path, migrations: str, *, damaged: NoticeCode) -> OpenStore:
    """Open a database; ``damaged`` is the code of the notice that an old one was set aside.

    Raises:
        StorageUnavailable: not even a temporary folder can be written.
    """
    problem: Notice | None = None
    try:
        try:
            database = await Database.open(file, migrations)
        except StorageUnavailable as error:
            if error.code != "storage-damaged":
                raise
            kept = await set_aside(file)
            log.warning("%s is damaged and was set aside as %s", file.name, kept.name)
            problem = Notice(damaged, place=str(kept), fix=Fix.OPEN_DATA_FOLDER)
            database = await Database.open(file, migrations)
    except StorageUnavailable as error:
        log.warning("%s is kept for this session only: %s", file.stem, error)
        return await _open_for_session(file, migrations, error)
    return OpenStore(database, file, database.close, problem=problem)


async def _open_for_session(file: Path, migrations: str, error: StorageUnavailable) -> OpenStore:
    try:
        folder = Path(await anyio.to_thread.run_sync(tempfile.mkdtemp, "", "voxnotch-"))
    except OSError as no_room:
        raise StorageUnavailable(error.detail, place=error.place, code=error.code) from no_room
    database = await Database.open(folder / file.name, migrations)

    async def close() -> None:
        await database.close()
        await anyio.to_thread.run_sync(shutil.rmtree, folder)

    notice = Notice(NoticeCode.NOT_KEPT, place=error.code, fix=Fix.OPEN_DATA_FOLDER)
    return OpenStore(database, folder / file.name, close, session_folder=folder, problem=notice)
