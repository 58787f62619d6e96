"""Starts the application on Qt's main thread, and ends it.

Called by ``voxnotch run``. Until the first frame a plain Qt loop runs (``notch_app.py``); then that loop is over and
``session.py`` brings asyncio, the window's models, the tray and the core thread with numpy, pydantic and the
recogniser. The end goes the other way round: session over, engine deleted, view models released. No loop is ever
opened inside another.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app import __version__
from app.domain.errors import DisplayUnavailable
from app.ui.notch_app import NotchApp
from app.ui.qt_messages import log_qt_message
from app.ui.single_instance import InstanceLock, Request, send_path

if TYPE_CHECKING:
    from app.settings.paths import AppPaths
    from app.ui.core_thread import CoreFactory

__all__ = ["run"]

log = logging.getLogger(__name__)

APP_NAME: Final = "voxnotch"


def run(
    paths: AppPaths,
    *,
    open_window: bool = False,
    open_path: Path | None = None,
    event_log: Path | None = None,
    make_core: CoreFactory | None = None,
) -> int:
    """Run Voxnotch until the person quits (status 0) or the display goes away (1).

    A second start hands its wish to the first and returns 0. ``open_path`` is a folder or file to install, shown on the
    install sheet. ``event_log`` gets one JSON line an event, with the
    words of the takes. ``make_core`` stands in for the real core in tests.
    """
    # A third of the memory of OpenGL and no start of it; performance.md, design rule 10.
    os.environ.setdefault("QT_QUICK_BACKEND", "software")
    app = QApplication([APP_NAME])
    app.setApplicationName(APP_NAME)
    app.setApplicationDisplayName("Voxnotch")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName(APP_NAME)
    app.setQuitOnLastWindowClosed(False)
    lock = InstanceLock(paths)
    if not lock.claim(Request.SHOW):
        if open_path is not None:
            send_path(paths, open_path)
        return 0
    qInstallMessageHandler(log_qt_message)
    try:
        notch_app = NotchApp(app, paths, event_log)
        try:
            notch_app.show_first_frame()
            from app.ui.session import run_session

            try:
                run_session(notch_app, open_window=open_window, open_path=open_path, make_core=make_core)
            except DisplayUnavailable as error:
                log.error("ended without a display: %s", error)  # noqa: TRY400 - a named failure needs no stack
                return 1
        finally:
            notch_app.close()
    finally:
        qInstallMessageHandler(None)
        lock.release()
    return 0
