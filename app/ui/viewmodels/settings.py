"""Every key of the settings as one observable entry: value, limits, default, and why a change was refused.

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/Settings*.qml``; Qt main thread. The limits and
choices are read off the settings model, so a new key needs only a row in QML (a test says which is missing).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final, get_args

from pydantic.fields import FieldInfo
from PySide6.QtCore import Property, QObject, QUrl, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import (
    ChangeSettings,
    Event,
    ExportSettings,
    ImportSettings,
    SettingsChanged,
    SettingsExported,
    SettingsRefused,
)
from app.settings.model import Settings
from app.ui.languages import SPOKEN, language_options
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["SettingEntry", "SettingsModel", "setting_keys"]

_FILE: Final = "*"
"""Key in ``SettingsRefused`` for a fault that belongs to the file as a whole."""


def setting_keys() -> tuple[str, ...]:
    """Name every key (``group.name``) in the order of the model."""
    keys: list[str] = []
    for group, field in Settings.model_fields.items():
        names = getattr(field.annotation, "model_fields", None)
        if names is not None:
            keys.extend(f"{group}.{name}" for name in names)
    return tuple(keys)


def _field(key: str) -> FieldInfo:
    group, _, name = key.partition(".")
    fields: Mapping[str, FieldInfo] = getattr(Settings.model_fields[group].annotation, "model_fields", {})
    return fields[name]


@QmlElement
@QmlUncreatable("made by SettingsModel")
class SettingEntry(QObject):
    """One key. Of ``on``, ``number`` and ``text`` the one that fits the key's type is meaningful."""

    valueChanged = Signal()
    isDefaultChanged = Signal()
    errorChanged = Signal()
    askedChanged = Signal()
    refused = Signal()
    """The control shows a value that was not taken; it must go back to the entry's."""

    def __init__(self, key: str, change: Callable[[str, object], None], parent: QObject) -> None:
        super().__init__(parent)
        field = _field(key)
        self._key = key
        self._change = change
        self.default: object = Settings().model_dump(mode="json")[key.partition(".")[0]][key.partition(".")[2]]
        self.value: object = self.default
        self.error_code = ""
        self.asked_text = ""
        kind = field.annotation
        self._choices = [str(item.value) for item in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []
        limits = {name: getattr(m, name) for m in field.metadata for name in ("ge", "le") if hasattr(m, name)}
        if not limits:
            limits = {
                name: getattr(m, name)
                for argument in get_args(kind)
                for m in getattr(argument, "metadata", ())
                for name in ("ge", "le")
                if hasattr(m, name)
            }
        self._minimum = int(limits.get("ge", 0))
        self._maximum = int(limits.get("le", 0))

    def put(self, value: object) -> None:
        """Take over what the core says is set now."""
        was_default = self.value == self.default
        self.set_error("")
        if value != self.value:
            self.value = value
            self.valueChanged.emit()
        if was_default != (self.value == self.default):
            self.isDefaultChanged.emit()

    def set_error(self, code: str) -> None:
        if code != self.error_code:
            self.error_code = code
            self.errorChanged.emit()

    @Slot(bool)
    def setOn(self, on: bool) -> None:
        self._change(self._key, on)

    @Slot(int)
    def setNumber(self, number: int) -> None:
        self._change(self._key, number)

    @Slot(str)
    def setText(self, text: str) -> None:
        if text != self.asked_text:
            self.asked_text = text
            self.askedChanged.emit()
        self._change(self._key, text)

    @Slot()
    def reset(self) -> None:
        self._change(self._key, self.default)

    @Property(str, constant=True)
    def key(self) -> str:
        return self._key

    @Property(bool, notify=valueChanged)
    def on(self) -> bool:
        return self.value is True

    @Property(int, notify=valueChanged)
    def number(self) -> int:
        return self.value if isinstance(self.value, int) else 0

    @Property(str, notify=valueChanged)
    def text(self) -> str:
        return self.value if isinstance(self.value, str) else ""

    @Property(bool, notify=isDefaultChanged)
    def isDefault(self) -> bool:
        return self.value == self.default

    @Property(str, notify=errorChanged)
    def error(self) -> str:
        return self.error_code

    @Property(str, notify=askedChanged)
    def asked(self) -> str:
        """The last text that was typed; an error is about it, while ``text`` is what is still set."""
        return self.asked_text

    @Property(list, constant=True)
    def choices(self) -> list[str]:
        return self._choices

    @Property(int, constant=True)
    def minimum(self) -> int:
        return self._minimum

    @Property(int, constant=True)
    def maximum(self) -> int:
        return self._maximum


@QmlElement
@QmlUncreatable("handed to Main.qml")
class SettingsModel(QObject):
    """All entries, and writing them to a file or reading them from one."""

    exportedToChanged = Signal()
    fileProblemChanged = Signal()
    fileFaultsChanged = Signal()

    def __init__(self, submit: Submit, *, catalogues: Sequence[str], parent: QObject | None = None) -> None:
        """``catalogues``: languages of the interface there are, as BCP 47 tags."""
        super().__init__(parent)
        self._submit = submit
        self._languages = language_options(catalogues)
        self._spoken = language_options(SPOKEN)
        self._entries = {key: SettingEntry(key, self._change, self) for key in setting_keys()}
        self._last_key = ""
        self._awaits_file = False
        self.exported_path = ""
        self.file_problem_code = ""
        self.faulty_keys = ""

    def apply(self, event: Event) -> None:
        match event:
            case SettingsChanged(values=values):
                self._awaits_file = False
                for key, value in values.items():
                    if key in self._entries:
                        self._entries[key].put(_plain(value))
            case SettingsRefused(reasons=reasons):
                self._refuse(reasons)
            case SettingsExported(path=path):
                self._awaits_file = False
                self._set_exported(path)
            case _:
                pass

    def _refuse(self, reasons: Mapping[str, str]) -> None:
        if self._awaits_file or _FILE in reasons:
            self._awaits_file = False
            self._set_faults(", ".join(key for key in reasons if key != _FILE))
            whole = reasons.get(_FILE, "")
            self._set_file_problem(whole if whole in ("", "export-failed") else "file-unreadable")
            return
        for key, code in reasons.items():
            place = key if key in self._entries else self._last_key
            if place in self._entries:
                self._entries[place].set_error(code)
                self._entries[place].refused.emit()

    def _change(self, key: str, value: object) -> None:
        entry = self._entries[key]
        entry.set_error("")
        if value == entry.value:
            return
        self._last_key = key
        self._submit(ChangeSettings({key: value}))

    def _set_exported(self, path: str) -> None:
        if path != self.exported_path:
            self.exported_path = path
            self.exportedToChanged.emit()

    def _set_faults(self, keys: str) -> None:
        if keys != self.faulty_keys:
            self.faulty_keys = keys
            self.fileFaultsChanged.emit()

    def _set_file_problem(self, code: str) -> None:
        if code != self.file_problem_code:
            self.file_problem_code = code
            self.fileProblemChanged.emit()

    def _start_file_job(self) -> None:
        self._awaits_file = True
        self._set_exported("")
        self._set_faults("")
        self._set_file_problem("")

    @Slot(str, result=SettingEntry)
    def entry(self, key: str) -> SettingEntry:
        """Find the entry of ``group.name``; a misspelt key stops the page with a KeyError."""
        return self._entries[key]

    @Slot(QUrl)
    def exportTo(self, file: QUrl) -> None:
        self._start_file_job()
        self._submit(ExportSettings(str(Path(file.toLocalFile()))))

    @Slot(QUrl)
    def importFrom(self, file: QUrl) -> None:
        self._start_file_job()
        self._submit(ImportSettings(str(Path(file.toLocalFile()))))

    @Property(list, constant=True)
    def languages(self) -> list[dict[str, str]]:
        return self._languages

    @Property(list, constant=True)
    def spokenLanguages(self) -> list[dict[str, str]]:
        return self._spoken

    @Property(str, notify=exportedToChanged)
    def exportedTo(self) -> str:
        return self.exported_path

    @Property(str, notify=fileFaultsChanged)
    def fileFaults(self) -> str:
        """Keys of an imported file that could not be taken; then nothing was."""
        return self.faulty_keys

    @Property(str, notify=fileProblemChanged)
    def fileProblem(self) -> str:
        return self.file_problem_code


def _plain(value: Any) -> object:
    """Turn tuples into lists, as JSON has them, so that a value compares equal to its default."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value
