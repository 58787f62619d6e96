"""Makes the window with history and settings when it is first asked for, and keeps it.

Made by ``session``, Qt main thread. Whether it is open and at which page is the shell's.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlComponent, QQmlEngine

from app.ui.viewmodels.shell import ShellModel

__all__ = ["Dashboard"]

log = logging.getLogger(__name__)


class Dashboard(QObject):
    """The window, or the wish for one."""

    def __init__(self, engine: QQmlEngine, shell: ShellModel, models: Mapping[str, QObject], qml_folder: Path) -> None:
        super().__init__(engine)
        self._engine = engine
        self._properties = {**models, "shell": shell}
        self._file = qml_folder / "Voxnotch" / "Dashboard" / "DashboardWindow.qml"
        self.window: QObject | None = None
        self._shell = shell
        shell.windowOpenChanged.connect(self._open)

    def _open(self) -> None:
        if not self._shell.is_window_open or self.window is not None:
            return
        # A text field reads each new content of the clipboard to know whether it could be pasted. The core would take
        # that for the program in front having taken a text, and put the old content back too early (A08).
        QGuiApplication.clipboard().blockSignals(True)
        component = QQmlComponent(self._engine, QUrl.fromLocalFile(str(self._file)))
        if component.isError():
            log.error("the window did not load: %s", component.errorString())
            return
        self.window = component.createWithInitialProperties(dict(self._properties))
        QObject.setParent(self.window, self)
