"""Results of tools that were too large for a model or a card, whole, as files (V-6.32, A48).

Called by the reader of results, in a worker thread, and by retention. They hold what a tool said: private files, kept
as long as the journal.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

from app.settings.disk import make_folder, storage_error, write_whole

__all__ = ["KeptResults"]

_DAY_S: Final = 86_400.0


class Part(Protocol):
    """One file of a result."""

    @property
    def name(self) -> str: ...

    @property
    def data(self) -> bytes: ...


class KeptResults:
    def __init__(self, folder: Path, unix_s: Callable[[], float]) -> None:
        self._folder = folder
        self._unix_s = unix_s

    def keep(self, parts: Sequence[Part]) -> str:
        """Write the parts into a folder of their own and return it, or the file when it is one.

        Raises:
            StorageUnavailable: nothing is kept.
        """
        folder = self._folder / f"{int(self._unix_s() * 1000):013d}-{secrets.token_hex(4)}"
        make_folder(folder)
        try:
            for part in parts:
                write_whole(folder / part.name, part.data)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return str(folder / parts[0].name if len(parts) == 1 else folder)

    def prune(self, days: int) -> None:
        """Delete what is older.

        Raises:
            StorageUnavailable
        """
        oldest = f"{int((self._unix_s() - days * _DAY_S) * 1000):013d}"
        try:
            for folder in sorted(self._folder.iterdir()) if self._folder.is_dir() else []:
                if folder.name < oldest and folder.is_dir():
                    shutil.rmtree(folder)
        except OSError as error:
            raise storage_error(error, self._folder) from error
