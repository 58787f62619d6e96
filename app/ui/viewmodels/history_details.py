"""The turn that is open on Home, with the calls that it made: asked for when it opens, and again when it changes.

Owned by ``history``; Qt main thread.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.domain.messages import RequestTurn, TurnDetails
from app.domain.turn import TurnId
from app.ui.list_model import RowModel
from app.ui.viewmodels import Submit
from app.ui.viewmodels.history_rows import CallRow, call_row

__all__ = ["HistoryDetails"]


class HistoryDetails:
    def __init__(self, submit: Submit, parent: QObject) -> None:
        """``parent`` owns the rows."""
        self._submit = submit
        self._request = 0
        self.turn_id = ""
        self.rows = RowModel(CallRow, key=lambda row: row.call_id, parent=parent)

    def open(self, turn_id: str) -> None:
        """Show the calls of this turn; "" shows none."""
        if turn_id == self.turn_id:
            return
        self.turn_id = turn_id
        self.rows.replace(())
        self.ask()

    def ask(self) -> None:
        """Ask how the open turn is now; an answer to an older question is dropped."""
        if self.turn_id:
            self._request += 1
            self._submit(RequestTurn(self._request, TurnId(self.turn_id)))

    def take(self, details: TurnDetails) -> None:
        if details.request == self._request and self.turn_id:
            self.rows.replace(call_row(call) for call in details.calls)
