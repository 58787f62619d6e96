"""A form made of the setup fields of an integration (V-5): what is stored, what is typed and not yet saved.

Owned by ``integration_setup`` (Configure) and ``install`` (the sheet), read by ``FieldsForm.qml`` of the dashboard; Qt
main thread. What is typed is kept here alone until it is handed over: no property, role or signal carries a secret
back out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Final

from PySide6.QtCore import Property, QCoreApplication, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.installs import SetupField
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["FieldRow", "FormModel"]

translate = QCoreApplication.translate

_CHOSEN: Final = frozenset({"boolean", "select"})


@dataclass(frozen=True, slots=True)
class FieldRow:
    owner: str
    """Integration or plan: a field of the same name of another one is another row, with an empty control."""
    name: str
    label: str
    kind: str
    """``text``, ``password``, ``boolean``, ``select`` or ``number``."""
    secret: bool
    required: bool
    description: str
    hint: str
    """What stands in the empty field."""
    choices: tuple[dict[str, str], ...]
    value: str
    """As stored, else the default; a choice as it was made just now; "" of a secret."""
    stored: bool
    """A secret has a value in the key store."""
    problem: str
    """Why the typed value cannot be taken, in words."""


@QmlElement
@QmlUncreatable("made by its owner")
class FormModel(QObject):
    """Rows and drafts."""

    dirtyChanged = Signal()
    validChanged = Signal()
    missingChanged = Signal()
    cleared = Signal()
    """Controls must forget what was typed and show their row's value."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = RowModel(FieldRow, key=lambda row: (row.owner, row.name), parent=self)
        self._owner = ""
        self._fields: tuple[SetupField, ...] = ()
        self._values: Mapping[str, str] = {}
        self._stored: frozenset[str] = frozenset()
        self._drafts: dict[str, str] = {}
        self.is_dirty = False
        self.is_valid = True
        self.missing_labels = ""

    def show(
        self,
        owner: str,
        fields: Sequence[SetupField],
        *,
        values: Mapping[str, str] | None = None,
        stored: frozenset[str] = frozenset(),
    ) -> None:
        """Show these fields; drafts of another owner and of fields that are gone are dropped."""
        known = {field.name for field in fields} if owner == self._owner else set[str]()
        self._drafts = {name: text for name, text in self._drafts.items() if name in known}
        self._owner, self._fields, self._stored = owner, tuple(fields), stored
        self._values = values or {}
        self._refresh()

    def typed(self) -> dict[str, str]:
        """Return what differs from what is stored, secrets among it; "" takes a value away."""
        return dict(self._drafts)

    def filled_in(self) -> dict[str, str]:
        """Return what the form holds: every value that is no secret, and the secrets that were typed."""
        held = {field.name: self._shown(field) for field in self._fields if not field.secret}
        return {name: text for name, text in {**held, **self._drafts}.items() if text or name in self._drafts}

    def clear(self) -> None:
        """Forget what was typed."""
        self._drafts = {}
        self._refresh()
        self.cleared.emit()

    @Slot(str, str)
    def setValue(self, name: str, text: str) -> None:
        """Take what is in the control now."""
        field = next((one for one in self._fields if one.name == name), None)
        if field is None:
            return
        if field.kind == "number":
            text = _shortest(text)
        if text == ("" if field.secret else self._shown(field)):
            self._drafts.pop(name, None)
        else:
            self._drafts[name] = text
        self._refresh()

    @Slot(str)
    def forget(self, name: str) -> None:
        """Take the stored secret away with the next save."""
        self._drafts[name] = ""
        self._refresh()

    def _refresh(self) -> None:
        self.rows.replace(self._row(field) for field in self._fields)
        dirty = bool(self._drafts)
        valid = not any(row.problem for row in self.rows.rows)
        missing = ", ".join(field.label for field in self._fields if field.required and not self._has(field))
        if dirty != self.is_dirty:
            self.is_dirty = dirty
            self.dirtyChanged.emit()
        if valid != self.is_valid:
            self.is_valid = valid
            self.validChanged.emit()
        if missing != self.missing_labels:
            self.missing_labels = missing
            self.missingChanged.emit()

    def _row(self, field: SetupField) -> FieldRow:
        row = FieldRow(
            owner=self._owner,
            name=field.name,
            label=field.label,
            kind=field.kind,
            secret=field.secret,
            required=field.required,
            description=field.description,
            hint=field.placeholder,
            choices=tuple({"value": choice.value, "label": choice.label} for choice in field.choices),
            value=self._value(field),
            stored=field.secret and field.name in self._stored and self._drafts.get(field.name) != "",
            problem="",
        )
        if field.kind == "number" and not _is_number(self._drafts.get(field.name, "")):
            return replace(row, problem=translate("Forms", "This is not a number."))
        return row

    def _value(self, field: SetupField) -> str:
        if field.secret:
            return ""
        # Text is not led back into the control while it is typed: the cursor would jump.
        return self._drafts.get(field.name, self._shown(field)) if field.kind in _CHOSEN else self._shown(field)

    def _shown(self, field: SetupField) -> str:
        return self._values.get(field.name, field.default)

    def _has(self, field: SetupField) -> bool:
        if field.name in self._drafts:
            return bool(self._drafts[field.name])
        return field.name in self._stored if field.secret else bool(self._shown(field))

    @Property(QObject, constant=True)
    def fields(self) -> QObject:
        return self.rows

    @Property(bool, notify=dirtyChanged)
    def dirty(self) -> bool:
        return self.is_dirty

    @Property(bool, notify=validChanged)
    def valid(self) -> bool:
        return self.is_valid

    @Property(str, notify=missingChanged)
    def missing(self) -> str:
        """Labels of the required fields without a value."""
        return self.missing_labels


def _is_number(text: str) -> bool:
    if not text:
        return True
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False


def _shortest(text: str) -> str:
    """Write a number as its shortest decimal text (V-5.11); what is none stays as it was typed."""
    text = text.strip()
    if not text or not _is_number(text):
        return text
    number = format(Decimal(text), "f")
    return (number.rstrip("0").rstrip(".") or "0") if "." in number else number
