"""The time that a clock or a countdown shows, and how long it stays right (V-9.22, V-9.23).

Read by ``ClockBlock.qml`` and ``CountdownBlock.qml``, whose timer runs only while they are seen: they call ``refresh``
and wait ``waitMs``. Qt main thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Property, QCoreApplication, QDateTime, QLocale, QObject, QTimeZone, Signal, Slot
from PySide6.QtQml import QmlElement

from app.ui.qml_types import QmlUncreatable

__all__ = ["BlockTime", "NowMs", "clock", "countdown"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

NowMs = Callable[[], float]
"""Milliseconds since 1970 (wall clock)."""

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
SECOND_MS: Final = 1000
UNKNOWN: Final = "\N{EN DASH}"

Reading = tuple[str, int]
"""The text, and for how many milliseconds it stays right; 0: for ever."""


@QmlElement
@QmlUncreatable("made in Python")
class BlockTime(QObject):
    """One moving time."""

    textChanged = Signal()
    waitChanged = Signal()

    def __init__(self, read: Callable[[float], Reading], now_ms: NowMs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._now_ms = now_ms
        self.reading = read(now_ms())

    @Property(str, notify=textChanged)
    def text(self) -> str:
        return self.reading[0]

    @Property(int, notify=waitChanged)
    def waitMs(self) -> int:
        """Until the text is another one; 0: it stays."""
        return self.reading[1]

    @Slot()
    def refresh(self) -> None:
        old, self.reading = self.reading, self._read(self._now_ms())
        if old[0] != self.reading[0]:
            self.textChanged.emit()
        if old[1] != self.reading[1]:
            self.waitChanged.emit()


def clock(zone_id: str) -> Callable[[float], Reading]:
    """Read hours and minutes in an IANA zone, as the person's locale writes them."""
    zone = QTimeZone(zone_id.encode())

    def read(now_ms: float) -> Reading:
        if not zone.isValid():
            return UNKNOWN, 0
        there = QDateTime.fromMSecsSinceEpoch(int(now_ms), zone).time()
        text = QLocale().toString(there, QLocale.FormatType.ShortFormat)
        return text, MINUTE_MS - int(now_ms) % MINUTE_MS

    return read


def countdown(until_ms: float) -> Callable[[float], Reading]:
    """Read what is left until a moment; it ends at ``0:00`` and stays there."""

    def read(now_ms: float) -> Reading:
        left = until_ms - now_ms
        if left <= 0:
            return "0:00", 0
        if left >= DAY_MS:
            days, hours = int(left // DAY_MS), int(left % DAY_MS // HOUR_MS)
            text = QCoreApplication.translate("Cards", "{days}d {hours}h")
            return text.format(days=days, hours=hours), int(left % HOUR_MS) + 1
        # The second that has begun still counts: 12.3 s are shown as 0:13, and 0:00 means over.
        seconds = int(-(-left // SECOND_MS))
        hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
        text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
        return text, int((left - 1) % SECOND_MS) + 1

    return read
