"""Rows reach QML by the smallest steps."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy

from app.ui.list_model import RowModel


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    is_default: bool = False


def make() -> RowModel[Row]:
    return RowModel(Row, key=lambda row: row.name)


def shown(model: QAbstractItemModel) -> list[str]:
    roles = {bytes(name.data()).decode(): role for role, name in model.roleNames().items()}
    return [model.data(model.index(i, 0), roles["name"]) for i in range(model.rowCount())]


def test_fields_are_roles_in_camel_case() -> None:
    assert {bytes(name.data()) for name in make().roleNames().values()} == {b"name", b"isDefault"}


def test_any_replacement_keeps_the_contract_of_qt_models() -> None:
    model = make()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    chance = random.Random(7)
    for _ in range(60):
        rows = [Row(name, chance.random() < 0.5) for name in chance.sample("abcdefgh", chance.randrange(9))]
        model.replace(rows)
        assert model.rows == tuple(rows)
        assert shown(model) == [row.name for row in rows]


def test_only_the_changed_row_and_role_is_told() -> None:
    model = make()
    model.replace([Row("a"), Row("b")])
    told: list[tuple[int, list[str]]] = []

    def note(first: QModelIndex, _last: QModelIndex, roles: list[int]) -> None:
        told.append((first.row(), [bytes(model.roleNames()[role].data()).decode() for role in roles]))

    model.dataChanged.connect(note)
    inserted = QSignalSpy(model.rowsInserted)
    model.replace([Row("a"), replace(Row("b"), is_default=True)])
    assert told == [(1, ["isDefault"])]
    assert inserted.count() == 0


def test_the_same_rows_again_tell_nothing() -> None:
    model = make()
    model.replace([Row("a"), Row("b")])
    spies = [
        QSignalSpy(signal) for signal in (model.dataChanged, model.rowsInserted, model.rowsRemoved, model.countChanged)
    ]
    model.replace([Row("a"), Row("b")])
    assert [spy.count() for spy in spies] == [0, 0, 0, 0]


def test_a_moved_row_stays_the_same_row() -> None:
    model = make()
    model.replace([Row("a"), Row("b"), Row("c")])
    removed, moved = QSignalSpy(model.rowsRemoved), QSignalSpy(model.rowsMoved)
    model.replace([Row("c"), Row("a"), Row("b")])
    assert (removed.count(), moved.count()) == (0, 1)


def test_two_rows_with_one_key_are_refused() -> None:
    with pytest.raises(ValueError, match="share one key"):
        make().replace([Row("a"), Row("a", True)])
