"""All of history as one JSON file, written whole or not at all; its form is in ``resources/docs/data.md``.

Called by ``runtime`` on the core loop. The rows come in pages and go to the disk page by page, on a worker thread: a
history of any length takes the memory of one page.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Final

import anyio
from anyio import to_thread

from app.domain.errors import StorageUnavailable
from app.domain.fields import JsonObject
from app.domain.threads import TurnCall
from app.domain.threads_json import call_json, iso_time, turn_json
from app.domain.turn import FinishedTurn, TurnId, TurnKind
from app.settings.disk import storage_error, sync_folder
from app.storage.history import History
from app.storage.turn_calls import TurnCalls

__all__ = ["EXPORT_VERSION", "export_history"]

EXPORT_VERSION: Final = 1
"""Of the form of the file; grows when a name changes its meaning or goes, not when one is added."""
_PAGE: Final = 50
"""Turns; each may have several cards, and a card 300,000 characters (V-9.30)."""
_CLOSE_LIMIT_S: Final = 10.0
"""A disk that does not let go of the file by then is left to it."""


async def export_history(history: History, calls: TurnCalls, path: Path, *, now_unix_s: float) -> None:
    """Write every finished turn, newest first, with its calls; the file is for this person alone.

    A file that is there is replaced. Turns that come while it is written are not in it.

    Raises:
        StorageUnavailable: history cannot be read, the place cannot be written, or no file stands there but a pipe, a
            device or a folder. What was there is untouched.
    """
    file = await to_thread.run_sync(_Unfinished, path)
    try:
        head: JsonObject = {"format": "voxnotch-history", "version": EXPORT_VERSION, "exportedAt": iso_time(now_unix_s)}
        await to_thread.run_sync(file.write, json.dumps(head)[:-1] + ', "turns": [')
        before: TurnId | None = None
        more = True
        while more:
            turns, more = await history.page("", before, _PAGE)
            made = await calls.of_each(turn.turn_id for turn in turns if turn.kind is TurnKind.AGENT)
            await to_thread.run_sync(file.write_turns, turns, made, before is None)
            before = turns[-1].turn_id if turns else before
        await to_thread.run_sync(file.finish)
    finally:
        with anyio.move_on_after(_CLOSE_LIMIT_S, shield=True):
            await to_thread.run_sync(file.abandon, abandon_on_cancel=True)


class _Unfinished:
    """A file beside the one it becomes; blocking, one call at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._target = _place_for_file(path)
            descriptor, name = tempfile.mkstemp(prefix=".voxnotch-export-", dir=self._target.parent)
        except OSError as error:
            raise storage_error(error, path) from error
        except ValueError as error:  # a path that no file system has
            raise StorageUnavailable("EINVAL", place=str(path), code="storage-unavailable") from error
        self._part = Path(name)
        self._is_placed = False
        self._stream: BinaryIO = os.fdopen(descriptor, "wb")

    def write(self, text: str) -> None:
        try:
            self._stream.write(text.encode("utf-8", "replace"))
        except OSError as error:
            raise storage_error(error, self._path) from error

    def write_turns(
        self, turns: Sequence[FinishedTurn], calls: Mapping[TurnId, tuple[TurnCall, ...]], first: bool
    ) -> None:
        lines = [_line(turn, calls.get(turn.turn_id, ())) for turn in turns]
        self.write(("" if first or not lines else ",") + ",".join(lines))

    def finish(self) -> None:
        """Put it in its place."""
        self.write("\n]}\n")
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._part.replace(self._target)
            self._is_placed = True
            sync_folder(self._target.parent)
        except OSError as error:
            raise storage_error(error, self._path) from error

    def abandon(self) -> None:
        """Leave nothing behind that was not finished."""
        with contextlib.suppress(OSError):  # what could not be written is not wanted any more
            self._stream.close()
        if not self._is_placed:
            with contextlib.suppress(OSError):  # its folder went, and it with it
                self._part.unlink(missing_ok=True)


def _place_for_file(path: Path) -> Path:
    """Return where a link leads to; what is there and no file may hold up whoever opens it, or lose its contents."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not a file")
    return target


def _line(turn: FinishedTurn, calls: Sequence[TurnCall]) -> str:
    body: JsonObject = {
        **turn_json(turn),
        "rawText": turn.raw_text,
        "language": turn.language,
        "speechModel": turn.model,
        "audioSeconds": turn.audio_s,
        "app": turn.app_id,
    }
    if calls:
        body["calls"] = [call_json(call) for call in calls]
    return "\n" + json.dumps(body, ensure_ascii=False)
