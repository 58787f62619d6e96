"""From the first frame to the end: loop, core thread, window, tray, later starts, and the order of shutdown.

Called by ``qt_app`` once the notch is on the screen; its imports are what the first frame does not wait for. Qt's
main thread, under qasync. Shutdown: no new requests, windows away, no new commands, core stopped and joined.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtGui import QIcon
from qasync import QEventLoop

from app.domain.errors import DisplayUnavailable
from app.settings.paths import AppPaths, resources_folder
from app.ui.appearance import system_dark
from app.ui.assembly import build_window_models
from app.ui.bridge import RunningCore
from app.ui.core_thread import CoreFactory, CoreThread
from app.ui.dashboard import Dashboard
from app.ui.event_log import EventLog
from app.ui.notch_app import QML_FOLDER, NotchApp
from app.ui.requests import serve
from app.ui.say_requests import SayRequests
from app.ui.single_instance import InstanceServer, Request
from app.ui.tray import Tray

__all__ = ["run_session"]

log = logging.getLogger(__name__)


def run_session(
    notch_app: NotchApp, *, open_window: bool, open_path: Path | None, make_core: CoreFactory | None
) -> None:
    """Run until the person quits or the system asks us to end.

    Raises:
        DisplayUnavailable: the display went away, and Qt ended its loop; the core is stopped in order all the same.
    """
    session = _Session(notch_app, make_core)
    try:
        with asyncio.Runner(loop_factory=lambda: QEventLoop(notch_app.app)) as runner:
            runner.run(session.live(open_window=open_window, open_path=open_path))
    except RuntimeError as error:  # qasync: the loop was stopped before its work was done
        if session.is_over:
            raise
        raise DisplayUnavailable("Qt ended its loop", place="DISPLAY") from error
    finally:
        session.make_sure_of_the_end()


async def _real_core(paths: AppPaths) -> RunningCore:
    # On the core thread: numpy, pydantic and the recogniser are imported here.
    from app.bootstrap import build_core

    return await build_core(paths)


class _Session:
    def __init__(self, notch_app: NotchApp, make_core: CoreFactory | None) -> None:
        self._quit = asyncio.Event()
        self.is_over = False
        """The core was stopped and joined."""
        self._notch_app = notch_app
        self._shell = notch_app.shell
        self._submit = notch_app.bridge.submit
        bridge, owner, shell = notch_app.bridge, notch_app.owner, notch_app.shell
        resources = resources_folder()
        icons = resources / "icons"
        notch_app.app.setWindowIcon(QIcon(str(icons / "voxnotch.svg")))
        models = build_window_models(
            self._submit, owner, translations_folder=resources / "i18n", bundled_folder=resources / "integrations"
        )
        models.translations.steer(notch_app.engine)
        self._dashboard = Dashboard(notch_app.engine, shell, models.properties, QML_FOLDER)
        self._tray = Tray(icons, self._submit, open_window=self._open_window, quit_app=self._quit.set, parent=owner)
        self._plan_path = models.open_path
        self._said = SayRequests(self._submit, owner)
        self._server = InstanceServer(notch_app.paths, self._serve, owner, on_path=self._open_path, listener=self._said)
        self._core = CoreThread(make_core or partial(_real_core, notch_app.paths), bridge, owner)
        notch_app.surface.clicked.connect(self._open_window)
        self._take_system_scheme()
        notch_app.app.styleHints().colorSchemeChanged.connect(self._take_system_scheme)
        if notch_app.event_log is not None:
            self._watch_states(notch_app.event_log)
        bridge.set_view_models([*models.receivers, shell, notch_app.notch, notch_app.placer, self._tray, self._said])

    async def live(self, *, open_window: bool, open_path: Path | None) -> None:
        """Start the core, wait for the wish to end, stop in order."""
        loop = asyncio.get_running_loop()
        # A terminal that is closed hangs up, unless nohup said to live on.
        hang_up = [] if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else [signal.SIGHUP]
        for number in (signal.SIGINT, signal.SIGTERM, *hang_up):
            loop.add_signal_handler(number, self._quit.set)
        self._core.start()
        if open_window:
            self._open_window()
        if open_path is not None:
            self._open_path(str(open_path))
        await self._quit.wait()
        log.info("ending")
        self._server.close()
        self._said.close()
        self._shell.closeWindow()
        self._notch_app.window.setVisible(False)
        self._tray.close()
        await self._core.stop()
        self.is_over = True
        log.info("core ended")

    def make_sure_of_the_end(self) -> None:
        """Stop the core where :meth:`live` was cut off: takes, clipboard and other programs' sound wait for it."""
        if not self.is_over:
            self._core.stop_without_loop()

    def _open_window(self) -> None:
        self._shell.openWindow("")

    def _open_path(self, path: str) -> None:
        self._shell.openWindow("integrations")
        self._plan_path(path)

    def _serve(self, request: Request) -> None:
        serve(
            request,
            submit=self._submit,
            listening=self._notch_app.notch.face.state == "listening",
            open_window=self._open_window,
            quit_app=self._quit.set,
        )

    def _take_system_scheme(self) -> None:
        self._shell.set_look(replace(self._shell.look, system_dark=system_dark()))

    def _watch_states(self, event_log: EventLog) -> None:
        """Note each state once a frame that shows it, at rest, was swapped."""
        told = "idle"

        def frame(settled: bool) -> None:
            nonlocal told
            state = self._notch_app.notch.shown_state
            if settled and state != told:
                told = state
                event_log.note("StateShown", state=state)

        self._notch_app.surface.frameShown.connect(frame)
