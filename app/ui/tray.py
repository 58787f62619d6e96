"""The icon in the system tray: what Voxnotch does now, and the few things to do without a window.

Made by ``session`` after the first frame, Qt main thread. Works the same where there is no tray: the icon appears
once one does. The menu is the native one, shown by the tray itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.domain.calls import IntegrationId
from app.domain.integrations import IntegrationPage, RemarkCode
from app.domain.messages import (
    ChangeSettings,
    CoreFailed,
    Event,
    IntegrationsChanged,
    RestartIntegration,
    SettingsChanged,
    StageChanged,
    StartTurn,
    StopTurn,
)
from app.domain.turn import Stage, TurnKind
from app.ui.viewmodels import Submit

__all__ = ["Tray"]

translate = QCoreApplication.translate

_ICONS: Final = {
    "idle": "tray-idle.svg",
    "listening": "tray-listening.svg",
    "working": "tray-working.svg",
    "error": "tray-error.svg",
}


def _gave_up(page: IntegrationPage) -> bool:
    return any(remark.code is RemarkCode.RESTARTS_STOPPED for remark in page.remarks)


class Tray(QObject):
    """Icon and menu."""

    def __init__(
        self,
        icons: Path,
        submit: Submit,
        *,
        open_window: Callable[[], None],
        quit_app: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._icons = {state: QIcon(str(icons / name)) for state, name in _ICONS.items()}
        self.state = "idle"
        self._listening = False
        self._given_up: tuple[tuple[IntegrationId, str, str], ...] = ()
        """Id, name and last words of servers that are not started again by themselves (V-18.12)."""
        self.restarts: list[QAction] = []
        self.words = ""
        """Of the tool tip."""
        self._menu = QMenu()
        self.dictate = QAction(self)
        self.dictate.triggered.connect(self._start_or_stop)
        self.open = QAction(translate("Tray", "Open Voxnotch"), self)
        self.open.triggered.connect(open_window)
        self.cues = QAction(translate("Tray", "Sound cues"), self)
        self.cues.setCheckable(True)
        self.cues.setChecked(True)
        self.cues.triggered.connect(self._set_cues)
        self.quit = QAction(translate("Tray", "Quit"), self)
        self.quit.triggered.connect(quit_app)
        self._menu.addActions([self.dictate, self.open, self.cues])
        self._below = self._menu.addSeparator()
        self._menu.addAction(self.quit)
        self._icon = QSystemTrayIcon(self._icons["idle"], self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._activated)
        self._open_window = open_window
        self._show_state("idle")
        self._icon.show()

    def apply(self, event: Event) -> None:
        match event:
            case StageChanged(stage=Stage.IDLE):
                self._show_state("idle")
            case StageChanged(stage=Stage.LISTENING):
                self._show_state("listening")
            case StageChanged():
                self._show_state("working")
            case CoreFailed():
                self._show_state("error")
            case SettingsChanged():
                self.cues.setChecked(bool(event.values.get("audio.cues", True)))
            case IntegrationsChanged(pages):
                self._show_given_up(
                    tuple((one.integration_id, one.name, one.failure) for one in filter(_gave_up, pages))
                )
            case _:
                pass

    def close(self) -> None:
        self._icon.hide()
        self._menu.deleteLater()

    def _show_state(self, state: str) -> None:
        self.state = state
        self._listening = state == "listening"
        troubled = state == "idle" and bool(self._given_up)
        self._icon.setIcon(self._icons["error" if troubled else state])
        self.dictate.setText(
            translate("Tray", "Stop dictation") if self._listening else translate("Tray", "Start dictation")
        )
        self.dictate.setEnabled(state in {"idle", "listening"})
        if troubled:
            _, name, failure = self._given_up[0]
            self.words = f"{translate('Tray', '{name} has stopped').replace('{name}', name)}\n{failure}".strip()
        else:
            self.words = {
                "idle": translate("Tray", "Voxnotch is ready"),
                "listening": translate("Tray", "Voxnotch is listening"),
                "working": translate("Tray", "Voxnotch is working"),
                "error": translate("Tray", "Voxnotch has a problem"),
            }[state]
        self._icon.setToolTip(self.words)

    def _show_given_up(self, servers: tuple[tuple[IntegrationId, str, str], ...]) -> None:
        if servers == self._given_up:
            return
        self._given_up = servers
        for old in self.restarts:
            self._menu.removeAction(old)
            old.deleteLater()
        self.restarts = []
        for integration, name, _ in servers:
            action = QAction(translate("Tray", "Restart {name}").replace("{name}", name), self)
            action.triggered.connect(partial(self._restart, integration))
            self._menu.insertAction(self._below, action)
            self.restarts.append(action)
        self._show_state(self.state)

    def _restart(self, integration: IntegrationId) -> None:
        self._submit(RestartIntegration(integration))

    def _start_or_stop(self) -> None:
        self._submit(StopTurn() if self._listening else StartTurn(TurnKind.DICTATE))

    def _set_cues(self, on: bool) -> None:
        self._submit(ChangeSettings({"audio.cues": on}))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self._open_window()
