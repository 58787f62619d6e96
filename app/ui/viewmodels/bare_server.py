"""What a person types to add a server without a manifest: a name, and a command with its environment or an address.

Owned by ``install``, read by ``qml/Voxnotch/Dashboard/BareServerForm.qml``; Qt main thread. Values of the environment
are secrets: they are kept here alone until they are handed over, and no property, role or signal carries one back out.
What is wrong is told at its field once the person went on; the install sheet checks all of it again (V-17.3).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import Property, QCoreApplication, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.installs import Source, SourceKind, split_entries
from app.domain.manifest.access import is_safe_address
from app.domain.manifest.setup import MOST_FIELDS, steers_loading
from app.domain.measure import web_address
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["BareServer", "BareServerModel"]

translate = QCoreApplication.translate

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
"""V-5.6."""


@dataclass(frozen=True, slots=True)
class BareServer:
    """What is asked for."""

    source: Source
    name: str = ""
    """As the person calls it; "" leaves that to Voxnotch."""
    given: frozenset[str] = frozenset()
    """Names of the values that the source brings along."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    number: int
    problem: str


@dataclass(slots=True)
class _Entry:
    name: str = ""
    value: str = field(default="", repr=False)

    @property
    def is_blank(self) -> bool:
        return not self.name.strip() and not self.value


@QmlElement
@QmlUncreatable("made by InstallModel")
class BareServerModel(QObject):
    """Texts of the fields, and what is wrong with them."""

    kindChanged = Signal()
    problemsChanged = Signal()
    refused = Signal()
    """Something has to be put right before it goes on."""

    def __init__(self, ask: Callable[[BareServer], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ask = ask
        self._texts: dict[str, str] = {}
        self._entries: dict[int, _Entry] = {}
        self._next = 0
        self._tried = False
        self.kind_name = ""
        self.problems: dict[str, str] = {}
        self.entry_rows = RowModel(EntryRow, key=lambda row: row.number, parent=self)

    @Slot(str)
    def choose(self, kind: str) -> None:
        """Show the fields of a ``command`` or an ``address``, empty; "" puts them and what was typed away."""
        self._texts, self._entries, self._tried = {}, {}, False
        self._refresh()
        if kind != self.kind_name:
            self.kind_name = kind
            self.kindChanged.emit()

    @Slot(str, str)
    def setText(self, name: str, text: str) -> None:
        """``name``, ``command``, ``arguments`` or ``address``."""
        self._texts[name] = text
        self._refresh()

    @Slot()
    def addEntry(self) -> None:
        if len(self._entries) < MOST_FIELDS:
            self._next += 1
            self._entries[self._next] = _Entry()
            self._refresh()

    @Slot(int)
    def removeEntry(self, number: int) -> None:
        self._entries.pop(number, None)
        self._refresh()

    @Slot(int, str)
    def setEntryName(self, number: int, name: str) -> None:
        self._entries[number].name = name
        self._refresh()

    @Slot(int, str)
    def setEntryValue(self, number: int, value: str) -> None:
        self._entries[number].value = value
        self._refresh()

    @Slot()
    def plan(self) -> None:
        """Go on to the install sheet, or say what is wrong."""
        self._tried = True
        self._refresh()
        if self.problems or any(row.problem for row in self.entry_rows.rows):
            self.refused.emit()
        elif self.kind_name == "address":
            self._ask(BareServer(Source(SourceKind.REMOTE, self._text("address")), self._text("name")))
        elif self.kind_name == "command":
            self._ask(self._command())

    def _command(self) -> BareServer:
        entries = {one.name.strip(): one.value for one in self._entries.values() if not one.is_blank}
        before, words = split_entries(shlex.split(self._text("command")))
        entries |= dict(before)
        words += shlex.split(self._text("arguments"))
        line = shlex.join([*(f"{name}={value}" for name, value in entries.items()), *words])
        return BareServer(Source(SourceKind.COMMAND, line), self._text("name"), frozenset(entries))

    def _text(self, name: str) -> str:
        return self._texts.get(name, "").strip()

    def _refresh(self) -> None:
        names = [one.name.strip() for one in self._entries.values()]
        self.entry_rows.replace(
            EntryRow(number, self._entry_problem(one, names) if self._tried else "")
            for number, one in self._entries.items()
        )
        found = self._found() if self._tried else {}
        problems = {name: words for name, words in found.items() if words}
        if problems != self.problems:
            self.problems = problems
            self.problemsChanged.emit()

    def _found(self) -> dict[str, str]:
        if self.kind_name == "address":
            return {"address": _address_problem(self._text("address"))}
        return {
            "command": _command_problem(self._text("command")),
            "arguments": _quotes_problem(self._text("arguments")),
        }

    def _entry_problem(self, entry: _Entry, names: Sequence[str]) -> str:
        if entry.is_blank:
            return ""
        name = entry.name.strip()
        if name and names.count(name) > 1:
            return translate("BareServer", "This name is there twice.")
        if not entry.value:
            return _name_problem(name) or translate("BareServer", "Type its value, or remove this line.")
        return _name_problem(name)

    @Property(str, notify=kindChanged)
    def kind(self) -> str:
        """``command``, ``address``, or "" while nothing is asked for."""
        return self.kind_name

    @Property(QObject, constant=True)
    def entries(self) -> QObject:
        """Lines of the environment editor."""
        return self.entry_rows

    @Property(str, notify=problemsChanged)
    def commandProblem(self) -> str:
        return self.problems.get("command", "")

    @Property(str, notify=problemsChanged)
    def argumentsProblem(self) -> str:
        return self.problems.get("arguments", "")

    @Property(str, notify=problemsChanged)
    def addressProblem(self) -> str:
        return self.problems.get("address", "")


def _quotes_problem(text: str) -> str:
    try:
        shlex.split(text)
    except ValueError:
        return translate("BareServer", "Close the quotation marks.")
    return ""


def _command_problem(text: str) -> str:
    problem = _quotes_problem(text)
    if problem:
        return problem
    entries, words = split_entries(shlex.split(text))
    if not words or not words[0].strip():
        return translate("BareServer", "Name the program that is the server.")
    return next(filter(None, (_name_problem(name) for name, _ in entries)), "")


def _name_problem(name: str) -> str:
    if not _NAME.fullmatch(name):
        return translate("BareServer", "A name begins with a letter and has letters, digits and _ only.")
    if steers_loading(name):
        return translate("BareServer", "This name would change how programs are loaded. Choose another one.")
    return ""


def _address_problem(text: str) -> str:
    if web_address(text) is None:
        return translate("BareServer", "Write the whole address: https://…")
    if not is_safe_address(text):
        return translate("BareServer", "Use https; only a server on this computer may use http.")
    return ""
