"""The log of one integration on its page: the last 500 lines (V-19.6), filtered, as one text to copy.

Owned by ``integrations``, read by ``qml/Voxnotch/Dashboard/IntegrationLog.qml``; Qt main thread. Lines are asked for
when the log is opened and each time the integration changes; nothing runs while it is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.calls import IntegrationId
from app.domain.integrations import LogLine
from app.domain.messages import Event, IntegrationLog, RequestIntegrationLog
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["LogModel", "LogRow"]


@dataclass(frozen=True, slots=True)
class LogRow:
    number: int
    at_ms: float
    """Unix milliseconds."""
    source: str
    text: str


@QmlElement
@QmlUncreatable("made by IntegrationsModel")
class LogModel(QObject):
    """Lines of the integration whose page is open, oldest first."""

    openChanged = Signal()
    filterChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._integration = IntegrationId("")
        self._request = 0
        self._lines: tuple[LogLine, ...] = ()
        self.rows = RowModel(LogRow, key=lambda row: (row.number, row.at_ms, row.text), parent=self)
        self.is_open = False
        self.words = ""

    def show(self, integration: IntegrationId) -> None:
        """Take the integration whose page is open now, or news about it."""
        if integration != self._integration:
            self._integration = integration
            self._lines = ()
            self._set_open(on=False)
            self.setFilter("")
            self._fill()
        elif self.is_open:
            self.refresh()

    def apply(self, event: Event) -> None:
        match event:
            case IntegrationLog(request=request, lines=lines) if request == self._request:
                self._lines = lines
                self._fill()
            case _:
                pass

    @Slot()
    def toggle(self) -> None:
        self._set_open(on=not self.is_open)
        if self.is_open:
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        self._request += 1
        self._submit(RequestIntegrationLog(self._request, self._integration))

    @Slot(str)
    def setFilter(self, words: str) -> None:
        """Show only the lines that hold these words, in any case; "" shows all."""
        if words.strip() != self.words:
            self.words = words.strip()
            self.filterChanged.emit()
            self._fill()

    @Slot(result=str)
    def asText(self) -> str:
        """Return the lines that are shown, one a line, in local time with its offset."""
        return "".join(f"{_time(row.at_ms)} {row.source:<6} {row.text}\n" for row in self.rows.rows)

    def _fill(self) -> None:
        wanted = self.words.casefold()
        self.rows.replace(
            LogRow(number, line.unix_s * 1000, line.source.value, line.text)
            for number, line in enumerate(self._lines)
            if wanted in line.text.casefold() or wanted == line.source.value
        )

    def _set_open(self, *, on: bool) -> None:
        if on != self.is_open:
            self.is_open = on
            self.openChanged.emit()

    @Property(QObject, constant=True)
    def lines(self) -> QObject:
        return self.rows

    @Property(bool, notify=openChanged)
    def open(self) -> bool:
        return self.is_open

    @Property(str, notify=filterChanged)
    def filter(self) -> str:
        return self.words


def _time(at_ms: float) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone().isoformat(timespec="milliseconds")
