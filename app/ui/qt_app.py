"""The application on Qt's main thread: first frame, then everything else, and an orderly end.

Called by ``voxnotch run``. The order is what makes the start quick: application object, notch, its first frame; only
then the imports of the window's models, the tray and the core thread, which brings numpy, pydantic and the
recogniser. The end goes the other way round: no new commands, core stopped and joined, engine deleted, view models
released. There is one event loop (qasync) and no other is ever opened inside it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import shiboken6
from PySide6.QtCore import QObject, QUrl, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from app.domain.errors import Bug
from app.settings.paths import AppPaths, resources_folder
from app.ui.appearance import read_look, system_dark
from app.ui.bridge import Bridge, RunningCore
from app.ui.event_log import EventLog
from app.ui.qt_messages import log_qt_message
from app.ui.requests import serve
from app.ui.single_instance import InstanceLock, InstanceServer, Request
from app.ui.viewmodels.notch import NotchModel
from app.ui.viewmodels.shell import ShellModel
from app.ui.viewmodels.surface import SurfaceModel
from app.ui.window import NotchPlacer

__all__ = ["run"]

log = logging.getLogger(__name__)

QML_FOLDER: Final = Path(__file__).resolve().parents[2] / "qml"
FIRST_FRAME_TIMEOUT_S: Final = 3.0
"""A notch that nobody can see (full-screen rule, screen off) gets no frame; the core must not wait for it."""
CORE_NAME: Final = "voxnotch"


def run(
    paths: AppPaths,
    *,
    open_window: bool = False,
    event_log: Path | None = None,
    make_core: Callable[[], Any] | None = None,
) -> int:
    """Run Voxnotch until the person quits; returns the exit status.

    A second start hands its wish to the first and returns 0. ``event_log`` gets one JSON line an event, with the
    words of the takes. ``make_core`` replaces the real core in tests: a coroutine function for the core thread.
    """
    os.environ.setdefault("QT_QUICK_BACKEND", "software")  # a third of the memory and no GL start (performance, 10)
    app = QApplication([CORE_NAME])
    lock = InstanceLock(paths)
    if not lock.claim(Request.SHOW):
        return 0
    try:
        with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
            shell = _Application(app, paths, event_log, make_core or partial(_real_core, paths))
            try:
                runner.run(shell.live(open_window=open_window))
            finally:
                shell.close()
    finally:
        lock.release()
    return 0


async def _real_core(paths: AppPaths) -> RunningCore:
    # Runs on the core thread: these imports are slow and must not delay the first frame.
    from app.bootstrap import build_core

    return await build_core(paths)


class _Application:
    """What lives from start to end, and its order."""

    def __init__(
        self, app: QApplication, paths: AppPaths, event_log: Path | None, make_core: Callable[[], Any]
    ) -> None:
        app.setApplicationName(CORE_NAME)
        app.setApplicationDisplayName("Voxnotch")
        app.setQuitOnLastWindowClosed(False)
        qInstallMessageHandler(log_qt_message)
        self._app = app
        self._paths = paths
        self._quit = asyncio.Event()
        self._log = EventLog(event_log) if event_log is not None else None
        self._owner = QObject()
        self._bridge = Bridge(make_core, event_log=self._log, parent=self._owner)
        look = read_look(paths.settings_file)
        self.shell = ShellModel(look, self._owner)
        self.surface = SurfaceModel(look.text_scale, self._owner)
        self.notch = NotchModel(self._bridge.submit, self.shell.openWindow, self._open_data_folder, self._owner)
        self._placer = NotchPlacer(self.surface, self._owner)
        self._engine = QQmlApplicationEngine()
        self._engine.addImportPath(str(QML_FOLDER))
        self._engine.setInitialProperties({"notch": self.notch, "shell": self.shell, "surface": self.surface})
        self._engine.load(QUrl.fromLocalFile(str(QML_FOLDER / "Voxnotch" / "App" / "Main.qml")))
        roots = self._engine.rootObjects()
        if not roots or not isinstance(roots[0], QQuickWindow):
            raise Bug("Main.qml did not load", place="qml/Voxnotch/App/Main.qml")
        self._window: QQuickWindow = roots[0]
        self._placer.attach(self._window)

    async def live(self, *, open_window: bool) -> None:
        """Show the notch, start the rest, wait for the end, stop in order."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._quit.set)
        await self._first_frame()
        self._start_rest(open_window=open_window)
        await self._quit.wait()
        log.info("ending")
        self._server.close()
        self._tray.close()
        self._window.setVisible(False)
        await self._bridge.stop()

    async def _first_frame(self) -> None:
        frame = asyncio.Event()
        connection = self._window.frameSwapped.connect(frame.set)
        try:
            await asyncio.wait_for(frame.wait(), FIRST_FRAME_TIMEOUT_S)
        except TimeoutError:
            log.info("no first frame: the notch is not visible")
        else:
            age_ms = round(process_age_s() * 1000)
            log.info("first frame %d ms after process start", age_ms)
            if self._log is not None:
                self._log.note("FirstFrame", ms=age_ms)
        finally:
            self._window.frameSwapped.disconnect(connection)

    def _start_rest(self, *, open_window: bool) -> None:
        # Slow to import, and not needed for the first frame.
        from app.ui.assembly import build_window_models
        from app.ui.dashboard import Dashboard
        from app.ui.tray import Tray

        icons = resources_folder() / "icons"
        self._app.setWindowIcon(QIcon(str(icons / "voxnotch.svg")))
        models = build_window_models(self._bridge.submit, self._owner, translations_folder=resources_folder() / "i18n")
        models.translations.tagChanged.connect(self._engine.setUiLanguage)
        self._dashboard = Dashboard(self._engine, self.shell, models.properties, QML_FOLDER)
        self._tray = Tray(
            icons,
            self._bridge.submit,
            open_window=lambda: self.shell.openWindow(""),
            quit_app=self._quit.set,
            parent=self._owner,
        )
        self.surface.clicked.connect(lambda: self.shell.openWindow(""))
        self._app.styleHints().colorSchemeChanged.connect(self._take_system_scheme)
        self.shell.textScaleChanged.connect(lambda: self.surface.set_text_scale(self.shell.look.text_scale))
        self._server = InstanceServer(self._paths, self._serve, self._owner)
        if self._log is not None:
            self._watch_states(self._log)
        self._bridge.set_view_models([*models.receivers, self.shell, self.notch, self._placer, self._tray])
        self._bridge.start()
        if open_window:
            self.shell.openWindow("")

    def _serve(self, request: Request) -> None:
        serve(
            request,
            submit=self._bridge.submit,
            listening=self.notch.face.state == "listening",
            open_window=lambda: self.shell.openWindow(""),
            quit_app=self._quit.set,
        )

    def _watch_states(self, event_log: EventLog) -> None:
        """Note each state once a frame with it was swapped."""
        told = ["idle"]

        def frame() -> None:
            state = self.notch.face.state
            if state != told[0]:
                told[0] = state
                event_log.note("StateShown", state=state)

        self._window.frameSwapped.connect(frame)

    def _take_system_scheme(self) -> None:
        self.shell.set_look(replace(self.shell.look, system_dark=system_dark()))

    def _open_data_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._paths.data)))

    def close(self) -> None:
        """Delete the engine before the view models: the other order prints errors at exit."""
        self._placer.detach()
        shiboken6.delete(self._engine)
        shiboken6.delete(self._owner)
        if self._log is not None:
            self._log.close()
        qInstallMessageHandler(None)


def process_age_s() -> float:
    """Return how long this process runs; Linux knows it to 10 ms, elsewhere the CPU time stands in."""
    try:
        started_ticks = int(Path("/proc/self/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[19])
    except OSError:
        return time.process_time()
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started_ticks / os.sysconf("SC_CLK_TCK")
