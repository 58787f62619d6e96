"""The turns of the past, newest first, as Home shows them: pages, search, playback and what can be done to a row.

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/HomePage.qml``; Qt main thread. Finding is done by
the core: with words in the search field every change of a row asks for the first page again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import (
    ClearHistory,
    CopyTurn,
    CoreStarted,
    DeleteTurn,
    Event,
    HistoryChanged,
    HistoryPage,
    PasteTurn,
    PlaybackChanged,
    PlayTake,
    RequestHistory,
    RetryTurn,
    StopPlayback,
)
from app.domain.turn import FinishedTurn, TurnId
from app.ui.app_names import app_name
from app.ui.languages import own_name
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["HistoryModel", "TurnRow"]

PAGE_ROWS: Final = 50
"""Rows asked for at once: about five screens of the window."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    turn_id: str
    started_ms: float
    """Unix milliseconds, for ``new Date()`` in QML."""
    day: str
    """Local date, ISO 8601; the list has a heading for each."""
    outcome: str
    text: str
    raw_text: str
    language_name: str
    model: str
    audio_seconds: float
    app_name: str
    has_audio: bool
    error_code: str


def _row(turn: FinishedTurn) -> TurnRow:
    return TurnRow(
        turn_id=turn.turn_id,
        started_ms=turn.started_unix_s * 1000,
        day=datetime.fromtimestamp(turn.started_unix_s, UTC).astimezone().date().isoformat(),
        outcome=turn.outcome.value,
        text=turn.text,
        raw_text=turn.raw_text,
        language_name=own_name(turn.language) if turn.language else "",
        model=turn.model,
        audio_seconds=turn.audio_s,
        app_name=app_name(turn.app_id),
        has_audio=turn.has_audio,
        error_code=turn.error_code,
    )


@QmlElement
@QmlUncreatable("handed to Main.qml")
class HistoryModel(QObject):
    """Home's list."""

    queryChanged = Signal()
    loadingChanged = Signal()
    hasMoreChanged = Signal()
    playingIdChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._request = 0
        self._extends = False
        self.query_text = ""
        self.is_loading = False
        self.more = False
        self.playing = ""
        self.rows = RowModel(TurnRow, key=lambda row: row.turn_id, parent=self)

    def apply(self, event: Event) -> None:
        match event:
            case CoreStarted():
                self._ask()
            case HistoryPage():
                self._take_page(event)
            case HistoryChanged(turn_id=None):
                self._ask()
            case HistoryChanged(turn_id=turn_id, turn=None):
                self.rows.replace(row for row in self.rows.rows if row.turn_id != turn_id)
            case HistoryChanged(turn=turn) if turn is not None:
                self._take_row(_row(turn))
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
        self.rows.replace((*kept, *(_row(turn) for turn in page.turns if turn.turn_id not in known)))
        self._set_loading(on=False)
        if page.has_more != self.more:
            self.more = page.has_more
            self.hasMoreChanged.emit()

    def _take_row(self, new: TurnRow) -> None:
        rows = self.rows.rows
        if any(row.turn_id == new.turn_id for row in rows):
            self.rows.replace(new if row.turn_id == new.turn_id else row for row in rows)
        elif self.query_text:
            self._ask()
        elif not rows or new.turn_id > rows[-1].turn_id or not self.more:
            # Ids sort by time; an older row than the last one shown comes with its own page.
            self.rows.replace(sorted((*rows, new), key=lambda row: row.turn_id, reverse=True))

    def _set_loading(self, *, on: bool) -> None:
        if on != self.is_loading:
            self.is_loading = on
            self.loadingChanged.emit()

    def _set_playing(self, turn_id: str) -> None:
        if turn_id != self.playing:
            self.playing = turn_id
            self.playingIdChanged.emit()

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

    @Slot()
    def clear(self) -> None:
        self._submit(ClearHistory())

    @Property(QObject, constant=True)
    def turns(self) -> QObject:
        return self.rows

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
