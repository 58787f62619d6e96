"""The three lists among the settings: vocabulary, replacement rules and rules for single programs.

Owned by the window's assembly, read by the list editors of the settings page; Qt main thread. A change of a list
is one settings change with the whole list; what is wrong with it comes back at the list's :class:`SettingEntry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from PySide6.QtCore import Property, QObject, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import ChangeSettings, Event, SettingsChanged
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["AppRuleRow", "ReplacementRow", "RulesModel", "WordRow"]

WORDS = "text.vocabulary"
REPLACEMENTS = "text.replacements"
APPS = "delivery.apps"

RowT = TypeVar("RowT")


@dataclass(frozen=True, slots=True)
class WordRow:
    word: str


@dataclass(frozen=True, slots=True)
class ReplacementRow:
    spoken: str
    written: str


@dataclass(frozen=True, slots=True)
class AppRuleRow:
    app_id: str
    method: str
    """"" keeps the general one."""
    chord: str
    submit: bool


@QmlElement
@QmlUncreatable("handed to Main.qml")
class RulesModel(QObject):
    """Each list with adding and removing. The first part of a row names it, any case."""

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self.word_rows = RowModel(WordRow, key=lambda row: row.word, parent=self)
        self.replacement_rows = RowModel(ReplacementRow, key=lambda row: row.spoken, parent=self)
        self.app_rows = RowModel(AppRuleRow, key=lambda row: row.app_id, parent=self)

    def apply(self, event: Event) -> None:
        match event:
            case SettingsChanged(values=values):
                self._take(values)
            case _:
                pass

    def _take(self, values: Mapping[str, object]) -> None:
        # Hand-written files may name a thing twice; the first one counts, as in the core.
        words = [WordRow(str(word)) for word in _list(values.get(WORDS))]
        self.word_rows.replace(_first_of_each(words, lambda row: row.word))
        rules = [ReplacementRow(str(r["spoken"]), str(r["written"])) for r in _list(values.get(REPLACEMENTS))]
        self.replacement_rows.replace(_first_of_each(rules, lambda row: row.spoken))
        apps = [
            AppRuleRow(str(r["app_id"]), str(r.get("method") or ""), str(r.get("chord", "")), r.get("submit") is True)
            for r in _list(values.get(APPS))
        ]
        self.app_rows.replace(_first_of_each(apps, lambda row: row.app_id))

    def _put_words(self, rows: list[WordRow]) -> None:
        self._submit(ChangeSettings({WORDS: [row.word for row in rows]}))

    def _put_replacements(self, rows: list[ReplacementRow]) -> None:
        self._submit(ChangeSettings({REPLACEMENTS: [{"spoken": r.spoken, "written": r.written} for r in rows]}))

    def _put_apps(self, rows: list[AppRuleRow]) -> None:
        values = [{"app_id": r.app_id, "method": r.method or None, "chord": r.chord, "submit": r.submit} for r in rows]
        self._submit(ChangeSettings({APPS: values}))

    @Slot(str)
    def addWord(self, word: str) -> None:
        word = word.strip()
        if word and all(row.word != word for row in self.word_rows.rows):
            self._put_words([*self.word_rows.rows, WordRow(word)])

    @Slot(str)
    def removeWord(self, word: str) -> None:
        self._put_words([row for row in self.word_rows.rows if row.word != word])

    @Slot(str, str)
    def setReplacement(self, spoken: str, written: str) -> None:
        """Add a rule, or change the one of these spoken words."""
        spoken = spoken.strip()
        if not spoken:
            return
        new = ReplacementRow(spoken, written)
        rows = list(self.replacement_rows.rows)
        same = [i for i, row in enumerate(rows) if row.spoken.casefold() == spoken.casefold()]
        self._put_replacements([*rows[: same[0]], new, *rows[same[0] + 1 :]] if same else [*rows, new])

    @Slot(str)
    def removeReplacement(self, spoken: str) -> None:
        self._put_replacements([row for row in self.replacement_rows.rows if row.spoken != spoken])

    @Slot(str, str, str, bool)
    def setApp(self, app_id: str, method: str, chord: str, submit: bool) -> None:
        """Add a rule, or change the one of this program. ``method`` "" keeps the general one."""
        app_id = app_id.strip()
        if not app_id:
            return
        new = AppRuleRow(app_id, method, chord.strip(), submit)
        rows = list(self.app_rows.rows)
        same = [i for i, row in enumerate(rows) if row.app_id.casefold() == app_id.casefold()]
        self._put_apps([*rows[: same[0]], new, *rows[same[0] + 1 :]] if same else [*rows, new])

    @Slot(str)
    def removeApp(self, app_id: str) -> None:
        self._put_apps([row for row in self.app_rows.rows if row.app_id != app_id])

    @Property(QObject, constant=True)
    def words(self) -> QObject:
        return self.word_rows

    @Property(QObject, constant=True)
    def replacements(self) -> QObject:
        return self.replacement_rows

    @Property(QObject, constant=True)
    def apps(self) -> QObject:
        return self.app_rows


def _list(value: object) -> list[Any]:
    return cast("list[Any]", list(value)) if isinstance(value, (list, tuple)) else []


def _first_of_each(rows: Iterable[RowT], name: Callable[[RowT], str]) -> list[RowT]:
    seen: dict[str, RowT] = {}
    for row in rows:
        seen.setdefault(name(row), row)
    return list(seen.values())
