"""What agent turns left behind, for those who look: details of a turn, kept cards, whole threads, and the export.

Used by the desk, on the core loop; ``serve`` may take long and runs in a side task.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import assert_never

from app.domain.errors import StorageUnavailable
from app.domain.messages import (
    CardReopened,
    DeleteThread,
    ExportHistory,
    HistoryChanged,
    HistoryExported,
    ReopenCard,
    RequestTurn,
    TurnDetails,
)
from app.domain.turn import ThreadId
from app.runtime.parts import Emit
from app.storage.export import export_history
from app.storage.history import History
from app.storage.takes import TakeStore
from app.storage.threads import Threads
from app.storage.turn_calls import TurnCalls

__all__ = ["TurnArchive", "TurnArchiveCommand"]

log = logging.getLogger(__name__)

TurnArchiveCommand = RequestTurn | ReopenCard | DeleteThread | ExportHistory


class TurnArchive:
    def __init__(
        self,
        history: History,
        calls: TurnCalls,
        threads: Threads,
        takes: TakeStore,
        emit: Emit,
        *,
        unix_s: Callable[[], float],
    ) -> None:
        self._history = history
        self._calls = calls
        self._threads = threads
        self._takes = takes
        self._emit = emit
        self._unix_s = unix_s

    async def serve(self, command: TurnArchiveCommand) -> None:
        """Do what is asked for.

        Raises:
            StorageUnavailable: but not of an export, which tells by its event.
        """
        match command:
            case RequestTurn(request, turn_id):
                turn = await self._history.get(turn_id)
                calls = () if turn is None else await self._calls.of(turn_id)
                self._emit(TurnDetails(request, turn, calls))
            case ReopenCard():
                await self._reopen(command)
            case DeleteThread(thread_id):
                await self._delete_thread(thread_id)
            case ExportHistory(path):
                await self._export(path)
            case _:
                assert_never(command)

    async def _reopen(self, command: ReopenCard) -> None:
        """Show a kept card; where it went meanwhile, watchers are told how the row is now."""
        turn = await self._history.get(command.turn_id)
        calls = () if turn is None else await self._calls.of(command.turn_id)
        call = next((one for one in calls if one.call_id == command.call_id and one.card is not None), None)
        if turn is None or call is None:
            self._emit(HistoryChanged(command.turn_id, turn))
        else:
            self._emit(CardReopened(command.turn_id, call, turn.answer))

    async def _delete_thread(self, thread_id: ThreadId) -> None:
        """Remove audio first: a row without audio is honest, audio without a row is a leak."""
        await self._takes.delete(await self._threads.turn_ids(thread_id))
        await self._takes.delete(await self._threads.delete(thread_id))
        self._emit(HistoryChanged(None, None))

    async def _export(self, path: str) -> None:
        try:
            await export_history(self._history, self._calls, Path(path), now_unix_s=self._unix_s())
        except StorageUnavailable as error:
            log.warning("history could not be exported: %s", error.code)
            self._emit(HistoryExported(path, error.code))
        else:
            self._emit(HistoryExported(path))
