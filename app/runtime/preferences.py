"""The settings in force: changed all or none, saved, told. Used by the coordinator, on the core loop."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import anyio
import anyio.to_thread
from pydantic import ValidationError

from app.domain.errors import HotkeyConflict, SettingsDamaged, StorageUnavailable
from app.domain.messages import Fix, Notice, NoticeCode, SettingsChanged, SettingsRefused
from app.platform.shortcuts import Shortcut
from app.runtime.parts import Emit
from app.settings.file import LoadedSettings, export_settings, import_settings, save_settings
from app.settings.model import Settings
from app.settings.paths import AppPaths

__all__ = ["Preferences", "flatten"]

log = logging.getLogger(__name__)


def flatten(settings: Settings) -> dict[str, object]:
    """Return every key (``group.name``) with its JSON value."""
    groups: dict[str, Any] = settings.model_dump(mode="json", exclude={"version"})
    return {f"{group}.{name}": value for group, values in groups.items() for name, value in values.items()}


class Preferences:
    """Holds the one current :class:`Settings` value."""

    def __init__(self, loaded: LoadedSettings, paths: AppPaths, emit: Emit) -> None:
        self.current = loaded.settings
        self._loaded = loaded
        self._paths = paths
        self._emit = emit

    def tell(self) -> None:
        """Tell the values, and at the start what had to be salvaged (A36)."""
        self._emit(SettingsChanged(flatten(self.current)))
        if not self._loaded.readable:
            self._emit(Notice(NoticeCode.SETTINGS_UNREADABLE, place=str(self._paths.settings_file)))
        elif self._loaded.problems:
            self._emit(Notice(NoticeCode.SETTINGS_SALVAGED, place=str(self._loaded.backup or "")))

    async def change(self, values: Mapping[str, object]) -> bool:
        """Apply all of ``values`` or none; True when they are in force."""
        data = self.current.model_dump(mode="json")
        unknown = [key for key in values if key not in flatten(self.current)]
        if unknown:
            self._emit(SettingsRefused(dict.fromkeys(unknown, "unknown-setting")))
            return False
        for key, value in values.items():
            group, _, name = key.partition(".")
            data[group][name] = value
        try:
            changed = Settings.model_validate(data)
        except ValidationError as error:
            self._emit(SettingsRefused(_reasons(error, values)))
            return False
        if unreadable := _unreadable_chords(values, changed):
            self._emit(SettingsRefused(unreadable))
            return False
        await self._adopt(changed)
        return True

    async def _adopt(self, changed: Settings) -> None:
        """Put in force, tell and save; a folder that refuses the file costs the file only."""
        self.current = changed
        self._emit(SettingsChanged(flatten(changed)))
        try:
            await anyio.to_thread.run_sync(save_settings, self._paths.settings_file, changed)
        except StorageUnavailable as error:
            log.warning("settings could not be saved: %s", error.code)
            self._emit(Notice(NoticeCode.NOT_KEPT, place=error.code, fix=Fix.OPEN_DATA_FOLDER))

    def export(self) -> str:
        """Return the settings as one JSON text."""
        return export_settings(self.current)

    async def import_text(self, text: str) -> bool:
        """Take over exported settings; nothing changes when any key is at fault."""
        loaded = import_settings(text)
        if loaded.problems:
            self._emit(SettingsRefused({problem.place or "*": _short(problem) for problem in loaded.problems}))
            return False
        await self._adopt(loaded.settings)
        return True


def _unreadable_chords(values: Mapping[str, object], changed: Settings) -> dict[str, str]:
    """Find new paste shortcuts that no key stands for, which a delivery would only meet with the text in hand."""
    chords = {
        "delivery.chord": [changed.delivery.chord],
        "delivery.apps": [rule.chord for rule in changed.delivery.apps if rule.chord],
    }
    reasons: dict[str, str] = {}
    for key in values.keys() & chords.keys():
        for chord in chords[key]:
            try:
                readable = not Shortcut.parse(chord).is_mouse
            except HotkeyConflict:
                readable = False
            if not readable:
                reasons[key] = "shortcut-unreadable"
    return reasons


def _short(problem: SettingsDamaged) -> str:
    return problem.detail or problem.code


def _reasons(error: ValidationError, values: Mapping[str, object]) -> dict[str, str]:
    """Map the validator's findings to the keys that were to be changed."""
    reasons: dict[str, str] = {}
    for finding in error.errors(include_url=False, include_input=False, include_context=False):
        place = ".".join(str(part) for part in finding["loc"][:2])
        reason = str(finding["msg"]).removeprefix("Value error, ")
        at_fault = [key for key in values if key == place or key.startswith(f"{place}.")]
        for key in at_fault or list(values):
            reasons[key] = reason
    return reasons
