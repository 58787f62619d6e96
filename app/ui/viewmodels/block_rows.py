"""What a block of a card shows, as rows for QML: one dataclass for all kinds, and one for what stands in a block.

Made by ``glance_rows.py`` and ``question_rows.py``, drawn by ``qml/Voxnotch/Blocks``; each delegate declares the roles
that its kind has. Qt main thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QObject

from app.ui.list_model import RowModel
from app.ui.viewmodels.block_time import BlockTime

__all__ = ["BlockRow", "Blocks", "Entries", "EntryRow", "Nest"]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One line, item, pair, segment, option, chip or button of a block."""

    key: str
    title: str = ""
    subtitle: str = ""
    trailing: str = ""
    icon: str = ""
    """A name of V-9.12; "" for none."""
    tone: str = "neutral"
    """A tone of V-9.11, or a colour of V-8.26."""
    badges: Sequence[str] = ()
    badge_tones: Sequence[str] = ()
    """As many as ``badges``."""
    value: str = ""
    """What choosing or pressing it gives: an option's value, a text to copy, an address."""
    role: str = ""
    """``copy`` or ``openUrl`` of a button."""
    share: float = 0.0
    """Of the whole, 0..1."""
    chosen: bool = False
    mark: str = ""
    """Where a value comes from that the person did not say (V-8.47)."""


@dataclass(frozen=True, slots=True)
class BlockRow:
    """One block; the fields that its kind does not have keep their defaults and are not read."""

    key: str
    kind: str
    text: str = ""
    label: str = ""
    trailing: str = ""
    icon: str = ""
    """A name of V-9.12; "" for none."""
    image: str = ""
    """A picture by its address (``data:`` or a file); "" for none."""
    tone: str = "neutral"
    variant: str = ""
    share: float = 0.0
    numbers: Sequence[float] = ()
    words: Sequence[str] = ()
    """As many as ``numbers``, or none."""
    unit: str = ""
    base_share: float = 0.0
    has_base: bool = False
    """There is a line to compare with, at ``base_share`` of the height."""
    tall: float = 0.0
    """Pixels; 0: as high as it wants to be."""
    summary: str = ""
    """What a picture shows, in words for a screen reader."""
    entries: Entries | None = None
    nested: Blocks | None = None
    horizontal: bool = False
    time: BlockTime | None = None
    bind: str = ""
    """The argument that a field changes."""
    needed: bool = False
    multiline: bool = False
    multiple: bool = False
    placeholder: str = ""
    checked: bool = False
    error: str = ""
    mark: str = ""


Entries: TypeAlias = RowModel[EntryRow]
Blocks: TypeAlias = RowModel[BlockRow]


class Nest:
    """Keeps the list models that stand in rows, by path, so that a redrawn card keeps its delegates."""

    def __init__(self, owner: QObject) -> None:
        self._owner = owner
        self._entries: dict[str, Entries] = {}
        self._blocks: dict[str, Blocks] = {}

    def entries(self, path: str, rows: Sequence[EntryRow]) -> Entries:
        if path not in self._entries:
            self._entries[path] = RowModel(EntryRow, key=lambda row: row.key, parent=self._owner)
        self._entries[path].replace(rows)
        return self._entries[path]

    def blocks(self, path: str, rows: Sequence[BlockRow]) -> Blocks:
        if path not in self._blocks:
            self._blocks[path] = RowModel(BlockRow, key=lambda row: row.key, parent=self._owner)
        self._blocks[path].replace(rows)
        return self._blocks[path]

    def clear(self) -> None:
        """Let go of the models of the card before; views have left them."""
        for model in (*self._entries.values(), *self._blocks.values()):
            model.deleteLater()
        self._entries.clear()
        self._blocks.clear()
