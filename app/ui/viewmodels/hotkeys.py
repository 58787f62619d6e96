"""Shortcuts: recording a new one, and what keeps one from working.

Owned by the window's assembly, read by the shortcut rows of the settings page and by the first-start page; Qt main
thread. The core records, since it alone sees keys as the grabs will; this turns its answer into a settings change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import (
    ChangeSettings,
    Event,
    HotkeyAction,
    HotkeyProblems,
    RecordShortcut,
    SettingsChanged,
    ShortcutRecorded,
)
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["HotkeysModel", "ShortcutEntry"]

_SETTING: Final = {action: f"hotkeys.{action.value.replace('-', '_')}" for action in HotkeyAction}


@QmlElement
@QmlUncreatable("made by HotkeysModel")
class ShortcutEntry(QObject):
    """One action and its shortcut."""

    shortcutChanged = Signal()
    recordingChanged = Signal()
    problemChanged = Signal()

    def __init__(self, action: HotkeyAction, record: Callable[[HotkeyAction], None], parent: QObject) -> None:
        super().__init__(parent)
        self._action = action
        self._record = record
        self.current = ""
        self.is_recording = False
        self.problem_code = ""

    def set_shortcut(self, shortcut: str) -> None:
        if shortcut != self.current:
            self.current = shortcut
            self.shortcutChanged.emit()

    def set_recording(self, *, on: bool) -> None:
        if on != self.is_recording:
            self.is_recording = on
            self.recordingChanged.emit()

    def set_problem(self, code: str) -> None:
        if code != self.problem_code:
            self.problem_code = code
            self.problemChanged.emit()

    @Slot()
    def record(self) -> None:
        self._record(self._action)

    @Property(str, notify=shortcutChanged)
    def shortcut(self) -> str:
        """As settings write it, e.g. ``ctrl+alt+space``; "" means none."""
        return self.current

    @Property(bool, notify=recordingChanged)
    def recording(self) -> bool:
        return self.is_recording

    @Property(str, notify=problemChanged)
    def problem(self) -> str:
        """Error code; "" when the shortcut works."""
        return self.problem_code


@QmlElement
@QmlUncreatable("handed to Main.qml")
class HotkeysModel(QObject):
    """All actions."""

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._entries = {action: ShortcutEntry(action, self._record, self) for action in HotkeyAction}

    def apply(self, event: Event) -> None:
        match event:
            case SettingsChanged(values=values):
                for action, entry in self._entries.items():
                    entry.set_shortcut(str(values.get(_SETTING[action], entry.current)))
            case ShortcutRecorded():
                self._take_recorded(event)
            case HotkeyProblems(problems=problems):
                for action, entry in self._entries.items():
                    entry.set_problem(problems.get(action, ""))
            case _:
                pass

    def _record(self, action: HotkeyAction) -> None:
        if any(entry.is_recording for entry in self._entries.values()):
            return
        self._entries[action].set_problem("")
        self._entries[action].set_recording(on=True)
        self._submit(RecordShortcut(action))

    def _take_recorded(self, event: ShortcutRecorded) -> None:
        entry = self._entries[event.action]
        entry.set_recording(on=False)
        entry.set_problem(event.problem)
        if event.shortcut and not event.problem and event.shortcut != entry.current:
            self._submit(ChangeSettings({_SETTING[event.action]: event.shortcut}))

    @Slot(str, result=ShortcutEntry)
    def entry(self, action: str) -> ShortcutEntry:
        """Find the entry of an action, e.g. ``paste-last``; a misspelt one stops the page with a ValueError."""
        return self._entries[HotkeyAction(action)]
