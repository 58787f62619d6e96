"""The notch with all that its first frame needs: view models, bridge, engine, window.

Made by ``qt_app``, used by ``session``; Qt's main thread. It imports as little as it can, for the first frame waits.
"""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtCore import QEventLoop, QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QWindow
from PySide6.QtQml import QQmlApplicationEngine

from app.ui.appearance import read_look
from app.ui.bridge import Bridge
from app.ui.viewmodels.face import Reach
from app.ui.viewmodels.notch import NotchModel
from app.ui.viewmodels.shell import ShellModel
from app.ui.viewmodels.surface import SurfaceModel
from app.ui.window import NotchPlacer

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from app.settings.paths import AppPaths
    from app.ui.event_log import EventLog

__all__ = ["QML_FOLDER", "NotchApp"]

log = logging.getLogger(__name__)

QML_FOLDER: Final = Path(__file__).resolve().parents[2] / "qml"
FIRST_FRAME_TIMEOUT_MS: Final = 3000
"""A notch that nobody can see (screen off) gets no frame; the core must not wait for it."""


class NotchApp:
    """The notch, its view models and the bridge they talk to."""

    def __init__(self, app: QApplication, paths: AppPaths, event_log: Path | None) -> None:
        """Load the notch.

        Raises:
            Bug: ``Main.qml`` does not load.
        """
        self.app = app
        self.paths = paths
        self.event_log = _open_log(event_log)
        self.owner = QObject()
        self.bridge = Bridge(event_log=self.event_log, parent=self.owner)
        look = read_look(paths.settings_file)
        self.shell = ShellModel(look, self.owner)
        self.surface = SurfaceModel(look.text_scale, self.owner)
        reach = Reach(_open_url, _find_app_icon, lambda: time.time() * 1000)
        self.notch = NotchModel(self.bridge.submit, self.shell.openWindow, self._open_data_folder, reach, self.owner)
        self.notch.cardsChanged.connect(self._prepare_for_fields)
        self.placer = NotchPlacer(self.surface, self.owner)
        self.engine = QQmlApplicationEngine()
        self.engine.addImportPath(str(QML_FOLDER))
        self.engine.setInitialProperties({"notch": self.notch, "shell": self.shell, "surface": self.surface})
        self.engine.load(QUrl.fromLocalFile(str(QML_FOLDER / "Voxnotch" / "App" / "Main.qml")))
        self.window = self._root_window()
        self.placer.attach(self.window)

    def _root_window(self) -> QWindow:
        for root in self.engine.rootObjects():
            if isinstance(root, QWindow):
                return root
        from app.domain.errors import Bug

        raise Bug("Main.qml did not load", place="qml/Voxnotch/App/Main.qml")

    def show_first_frame(self) -> None:
        """Run Qt until the notch is on the screen, bounded by :data:`FIRST_FRAME_TIMEOUT_MS`."""
        if not self.window.isVisible():
            log.info("no first frame: the notch is hidden until it is used")
            return
        loop = QEventLoop()
        connection = self.surface.frameShown.connect(loop.quit)
        limit = QTimer(singleShot=True, interval=FIRST_FRAME_TIMEOUT_MS)
        limit.timeout.connect(lambda: loop.exit(1))
        limit.start()
        late = loop.exec()
        limit.stop()
        self.surface.frameShown.disconnect(connection)
        if late:
            log.warning("no first frame within %d ms", FIRST_FRAME_TIMEOUT_MS)
            return
        age_ms = round(process_age_s() * 1000)
        log.info("first frame %d ms after process start", age_ms)
        if self.event_log is not None:
            self.event_log.note("FirstFrame", ms=age_ms, cpu_ms=round(time.process_time() * 1000))

    def _prepare_for_fields(self) -> None:
        """The first card comes: it may have fields, and they may want the keyboard."""
        from app.ui.keyboard_loan import KeyboardLoan

        # A text field reads each new content of the clipboard to know whether it could be pasted. The core would take
        # that for the program in front having taken a text, and put the old content back too early (A08).
        QGuiApplication.clipboard().blockSignals(True)
        loan = KeyboardLoan(self.window, lambda: bool(self.notch.over), self.owner)
        self.surface.keyboardWanted.connect(loan.take)
        self.notch.stateChanged.connect(loan.look)

    def _open_data_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.paths.data)))

    def close(self) -> None:
        """Delete the engine before the view models: the other order prints errors at exit."""
        self.placer.detach()
        shiboken6.delete(self.engine)
        shiboken6.delete(self.owner)
        if self.event_log is not None:
            self.event_log.close()


def _open_url(url: str) -> None:
    QDesktopServices.openUrl(QUrl(url))


def _find_app_icon(name: str) -> str:
    from app.ui.app_icons import find_app_icon

    return find_app_icon(name)


def _open_log(path: Path | None) -> EventLog | None:
    if path is None:
        return None
    from app.ui.event_log import EventLog

    try:
        return EventLog(path)
    except OSError as error:
        log.warning("the event log cannot be written: %s", error.strerror)
        return None


def process_age_s() -> float:
    """Return how long this process runs; Linux knows it to 10 ms, elsewhere its CPU time stands in."""
    try:
        started_ticks = int(Path("/proc/self/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[19])
    except OSError:
        return time.process_time()
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started_ticks / os.sysconf("SC_CLK_TCK")
