"""Rows of frozen dataclasses as a list model for QML, changed by the smallest steps.

Owned by the view models, on Qt's main thread. QML sees each field of the row as a role of the same name in
camelCase, so a delegate writes ``required property string appName``. Rows keep their delegates (and with them
focus, hover and scroll position) as long as their key stays.

A view model holds one and replaces all rows at once; it never edits rows in place::

    @dataclass(frozen=True, slots=True)
    class DeviceRow:
        name: str
        is_default: bool

    from PySide6.QtQml import QmlElement
    from app.ui.qml_types import QmlUncreatable

    QML_IMPORT_NAME = "Voxnotch.ViewModels"
    QML_IMPORT_MAJOR_VERSION = 1

    @QmlElement
    @QmlUncreatable("made in Python")
    class DevicesModel(QObject):
        inUseChanged = Signal()

        def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
            super().__init__(parent)
            self._submit = submit
            self._in_use = ""
            self.rows = RowModel(DeviceRow, key=lambda row: row.name, parent=self)

        @Property(str, notify=inUseChanged)
        def inUse(self) -> str:
            return self._in_use

        @Property(QAbstractListModel, constant=True)
        def devices(self) -> QAbstractListModel:
            return self.rows

        @Slot(str)
        def choose(self, name: str) -> None:
            self._submit(ChangeSettings({"audio.device": name}))

        def apply(self, event: Event) -> None:
            match event:
                case DevicesChanged():
                    self.rows.replace([DeviceRow(d.name, d.is_default) for d in event.devices])
                    if event.in_use != self._in_use:
                        self._in_use = event.in_use
                        self.inUseChanged.emit()
                case _:
                    pass
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import (
    Property,
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

__all__ = ["RowModel"]

RowT = TypeVar("RowT")

FIRST_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class RowModel(QAbstractListModel, Generic[RowT]):
    """Rows of one dataclass."""

    countChanged = Signal()

    def __init__(self, row_type: type[RowT], *, key: Callable[[RowT], Hashable], parent: QObject | None = None) -> None:
        """``key`` names a row: two rows with one key are the same row at two times. Keys are unique in the list."""
        super().__init__(parent)
        names = [field.name for field in dataclasses.fields(cast("Any", row_type))]
        self._fields = dict(enumerate(names, start=FIRST_ROLE))
        self._key = key
        self._rows: list[RowT] = []

    @property
    def rows(self) -> tuple[RowT, ...]:
        return tuple(self._rows)

    @Property(int, notify=countChanged)
    def count(self) -> int:
        return len(self._rows)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        return 0 if parent.isValid() else len(self._rows)

    def roleNames(self) -> dict[int, QByteArray]:
        return {role: QByteArray(_camel_case(name).encode()) for role, name in self._fields.items()}

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in self._fields:
            return None
        value: object = getattr(self._rows[index.row()], self._fields[role])
        # PySide has no converter for a tuple, which is what a frozen row holds.
        return list(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value

    def replace(self, rows: Iterable[RowT]) -> None:
        """Show these rows; tells views only of what differs: rows gone, new, moved, changed."""
        new = list(rows)
        wanted = {self._key(row) for row in new}
        if len(wanted) != len(new):
            raise ValueError("two rows share one key")
        before = len(self._rows)
        self._remove_all_but(wanted)
        for position, row in enumerate(new):
            self._put(position, row)
        if len(self._rows) != before:
            self.countChanged.emit()

    def _remove_all_but(self, wanted: set[Hashable]) -> None:
        for position in reversed(range(len(self._rows))):
            if self._key(self._rows[position]) not in wanted:
                self.beginRemoveRows(QModelIndex(), position, position)
                del self._rows[position]
                self.endRemoveRows()

    def _put(self, position: int, row: RowT) -> None:
        """Make ``row`` the one at ``position``; all rows before it are already right."""
        key = self._key(row)
        found = next((i for i in range(position, len(self._rows)) if self._key(self._rows[i]) == key), None)
        if found is None:
            self.beginInsertRows(QModelIndex(), position, position)
            self._rows.insert(position, row)
            self.endInsertRows()
            return
        if found != position:
            self.beginMoveRows(QModelIndex(), found, found, QModelIndex(), position)
            self._rows.insert(position, self._rows.pop(found))
            self.endMoveRows()
        old = self._rows[position]
        if old != row:
            self._rows[position] = row
            changed = [role for role, name in self._fields.items() if getattr(old, name) != getattr(row, name)]
            index = self.index(position)
            self.dataChanged.emit(index, index, changed)


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
