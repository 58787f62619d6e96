"""View model of the glance card in the notch (V-9). Made by ``notch_cards.py`` with the first card, Qt main thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.calls import Picture, Sound
from app.domain.cards import Card
from app.domain.messages import PlaySound
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.block_rows import BlockRow, Nest
from app.ui.viewmodels.block_time import NowMs
from app.ui.viewmodels.glance_rows import FindAppIcon, GlanceRows, picture_rows, spoken

__all__ = ["GlanceModel"]

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1


@QmlElement
@QmlUncreatable("made in Python")
class GlanceModel(QObject):
    """The blocks of one card."""

    tooLargeChanged = Signal()
    wordsChanged = Signal()
    soundsChanged = Signal()

    def __init__(
        self, now_ms: NowMs, find_app_icon: FindAppIcon, submit: Submit, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._now_ms = now_ms
        self._find_app_icon = find_app_icon
        self._submit = submit
        self.sounds: tuple[Sound, ...] = ()
        self._nest = Nest(self)
        self._times = QObject(self)
        self.is_too_large = False
        self.spoken_words = ""
        self.rows = RowModel(BlockRow, key=lambda row: row.key, parent=self)

    @Property(QObject, constant=True)
    def blocks(self) -> QObject:
        return self.rows

    @Property(bool, notify=tooLargeChanged)
    def tooLarge(self) -> bool:
        """Some of the card was left out (V-9.31, V-9.32)."""
        return self.is_too_large

    @Property(str, notify=wordsChanged)
    def words(self) -> str:
        """The card for a screen reader."""
        return self.spoken_words

    @Property(int, notify=soundsChanged)
    def soundCount(self) -> int:
        return len(self.sounds)

    @Slot(int)
    def playSound(self, index: int) -> None:
        """Play one of the sounds that came with the card, from its beginning (V-6.32)."""
        self._submit(PlaySound(self.sounds[index]))

    def show(self, card: Card, pictures: Sequence[Picture] = (), sounds: Sequence[Sound] = ()) -> None:
        """Take the card that shows from now on, its pictures below it; a countdown of seconds begins here (V-9.23)."""
        if tuple(sounds) != self.sounds:
            self.sounds = tuple(sounds)
            self.soundsChanged.emit()
        self.rows.replace(())
        self._nest.clear()
        self._times.deleteLater()
        self._times = QObject(self)
        reader = GlanceRows(self._nest, self._times, self._now_ms, self._find_app_icon)
        self.rows.replace([*reader.read(card.blocks), *picture_rows(pictures)])
        words = spoken(self.rows.rows)
        if words != self.spoken_words:
            self.spoken_words = words
            self.wordsChanged.emit()
        if card.too_large != self.is_too_large:
            self.is_too_large = card.too_large
            self.tooLargeChanged.emit()
