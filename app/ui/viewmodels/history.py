"""The turns of the past, newest first, as Home shows them: pages, search, playback and what can be done to a row.

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/HomePage.qml``; Qt main thread. Finding is done by
the core: with words in the search field every change of a row asks for the first page again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Property, QObject, QUrl, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.calls import CallId
from app.domain.messages import (
    ClearHistory,
    CopyText,
    CopyTurn,
    CoreStarted,
    DeleteThread,
    DeleteTurn,
    Event,
    ExportHistory,
    HistoryChanged,
    HistoryExported,
    HistoryPage,
    PasteTurn,
    PlaybackChanged,
    PlayTake,
    ReopenCard,
    RequestHistory,
    RetryTurn,
    Say,
    StopPlayback,
    TurnDetails,
)
from app.domain.turn import ThreadId, TurnId, TurnKind, new_turn_id
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.history_details import HistoryDetails
from app.ui.viewmodels.history_rows import TurnRow, linked, turn_row

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["HistoryModel"]

PAGE_ROWS: Final = 50
"""Rows asked for at once: about five screens of the window."""

_OWN_WORDS: Final = frozenset({"storage-full", "storage-damaged"})
"""What an export says of these is right for the person; all else is a place that cannot be written."""


@QmlElement
@QmlUncreatable("handed to Main.qml")
class HistoryModel(QObject):
    """Home's list."""

    queryChanged = Signal()
    loadingChanged = Signal()
    hasMoreChanged = Signal()
    playingIdChanged = Signal()
    exportChanged = Signal()

    def __init__(
        self, submit: Submit, parent: QObject | None = None, *, unix_s: Callable[[], float] = time.time
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._unix_s = unix_s
        self._request = 0
        self._extends = False
        self.query_text = ""
        self.is_loading = False
        self.more = False
        self.playing = ""
        self.export_path = ""
        self.export_problem_code = ""
        self.details = HistoryDetails(submit, self)
        self.rows = RowModel(TurnRow, key=lambda row: row.turn_id, parent=self)

    def apply(self, event: Event) -> None:
        match event:
            case CoreStarted():
                self._ask()
            case HistoryPage():
                self._take_page(event)
            case HistoryChanged():
                self._take_change(event)
            case TurnDetails():
                self.details.take(event)
            case HistoryExported(path=path, error_code=code):
                self._set_export(path, code if code in ("", *_OWN_WORDS) else "export-failed")
            case PlaybackChanged(turn_id=turn_id):
                self._set_playing(turn_id or "")
            case _:
                pass

    def _ask(self, *, before: str = "") -> None:
        """Ask for the first page, or for the one after row ``before``; an answer to an older question is dropped."""
        self._request += 1
        self._extends = bool(before)
        self._set_loading(on=True)
        self._submit(
            RequestHistory(self._request, self.query_text, TurnId(before) if before else None, PAGE_ROWS),
        )

    def _take_page(self, page: HistoryPage) -> None:
        if page.request != self._request:
            return
        kept = self.rows.rows if self._extends else ()
        known = {row.turn_id for row in kept}
        self._show((*kept, *(turn_row(turn) for turn in page.turns if turn.turn_id not in known)))
        self._set_loading(on=False)
        if page.has_more != self.more:
            self.more = page.has_more
            self.hasMoreChanged.emit()

    def _take_change(self, change: HistoryChanged) -> None:
        if change.turn_id is None:
            self._ask()
        elif change.turn is None:
            self._show(row for row in self.rows.rows if row.turn_id != change.turn_id)
        else:
            self._take_row(turn_row(change.turn))
        if change.turn_id in (None, self.details.turn_id):
            self.details.ask()

    def _show(self, rows: Iterable[TurnRow]) -> None:
        self.rows.replace(linked(rows))

    def _take_row(self, new: TurnRow) -> None:
        rows = self.rows.rows
        if any(row.turn_id == new.turn_id for row in rows):
            self._show(new if row.turn_id == new.turn_id else row for row in rows)
        elif self.query_text:
            self._ask()
        elif not rows or new.turn_id > rows[-1].turn_id or not self.more:
            # Ids sort by time; an older row than the last one shown comes with its own page.
            self._show(sorted((*rows, new), key=lambda row: row.turn_id, reverse=True))

    def _set_loading(self, *, on: bool) -> None:
        if on != self.is_loading:
            self.is_loading = on
            self.loadingChanged.emit()

    def _set_playing(self, turn_id: str) -> None:
        if turn_id != self.playing:
            self.playing = turn_id
            self.playingIdChanged.emit()

    def _set_export(self, path: str, problem: str) -> None:
        if (path, problem) != (self.export_path, self.export_problem_code):
            self.export_path, self.export_problem_code = path, problem
            self.exportChanged.emit()

    def _row(self, turn_id: str) -> TurnRow | None:
        return next((row for row in self.rows.rows if row.turn_id == turn_id), None)

    @Slot(str)
    def search(self, query: str) -> None:
        if query.strip() == self.query_text:
            return
        self.query_text = query.strip()
        self.queryChanged.emit()
        self._ask()

    @Slot()
    def loadMore(self) -> None:
        if self.more and not self.is_loading and self.rows.rows:
            self._ask(before=self.rows.rows[-1].turn_id)

    @Slot(str)
    def copy(self, turn_id: str) -> None:
        self._submit(CopyTurn(TurnId(turn_id)))

    @Slot(str)
    def pasteAgain(self, turn_id: str) -> None:
        self._submit(PasteTurn(TurnId(turn_id)))

    @Slot(str)
    def play(self, turn_id: str) -> None:
        self._submit(PlayTake(TurnId(turn_id)))

    @Slot()
    def stopPlaying(self) -> None:
        self._submit(StopPlayback())

    @Slot(str, str)
    def retry(self, turn_id: str, model: str) -> None:
        """Recognise again; ``model`` "" means the one in the settings."""
        self._submit(RetryTurn(TurnId(turn_id), model))

    @Slot(str)
    def remove(self, turn_id: str) -> None:
        self._submit(DeleteTurn(TurnId(turn_id)))

    @Slot(str)
    def removeThread(self, thread_id: str) -> None:
        self._submit(DeleteThread(ThreadId(thread_id)))

    @Slot()
    def clear(self) -> None:
        self._submit(ClearHistory())

    @Slot(str)
    def open(self, turn_id: str) -> None:
        """Show what an agent turn did; "" for none, and a dictation did nothing."""
        row = self._row(turn_id)
        self.details.open(turn_id if row is not None and row.kind == TurnKind.AGENT.value else "")

    @Slot(str)
    def askAgain(self, turn_id: str) -> None:
        """Say the words of a turn to the agent once more, in the thread in which they meant something."""
        row = self._row(turn_id)
        if row is not None and row.text:
            thread_id = ThreadId(row.thread_id) if row.thread_id else None
            self._submit(Say(new_turn_id(self._unix_s()), row.text, thread_id))

    @Slot(str)
    def copyAnswer(self, turn_id: str) -> None:
        row = self._row(turn_id)
        if row is not None and row.answer:
            self._submit(CopyText(row.answer))

    @Slot(str, str)
    def showCard(self, turn_id: str, call_id: str) -> None:
        self._submit(ReopenCard(TurnId(turn_id), CallId(call_id)))

    @Slot(QUrl)
    def exportTo(self, file: QUrl) -> None:
        self._set_export("", "")
        self._submit(ExportHistory(str(Path(file.toLocalFile()))))

    @Property(QObject, constant=True)
    def turns(self) -> QObject:
        return self.rows

    @Property(QObject, constant=True)
    def calls(self) -> QObject:
        """Of the turn that is open."""
        return self.details.rows

    @Property(str, notify=exportChanged)
    def exportPath(self) -> str:
        """Where the export is, or should have been; "" before one has ended."""
        return self.export_path

    @Property(str, notify=exportChanged)
    def exportProblem(self) -> str:
        return self.export_problem_code

    @Property(str, notify=queryChanged)
    def query(self) -> str:
        return self.query_text

    @Property(bool, notify=loadingChanged)
    def loading(self) -> bool:
        return self.is_loading

    @Property(bool, notify=hasMoreChanged)
    def hasMore(self) -> bool:
        return self.more

    @Property(str, notify=playingIdChanged)
    def playingId(self) -> str:
        return self.playing
