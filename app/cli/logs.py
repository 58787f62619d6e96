"""Where log lines go: a file in the state folder, and warnings to the terminal.

Set up once by ``voxnotch run``. Lines carry the id of the turn they belong to; no line ever holds what a person said,
typed or copied, nor a window's title.
"""

from __future__ import annotations

import logging
import sys
import threading
from logging.handlers import RotatingFileHandler
from typing import Final

from app.domain.turn import current_turn
from app.settings.paths import AppPaths

__all__ = ["LOG_NAME", "start_logging"]

log = logging.getLogger(__name__)

LOG_NAME: Final = "voxnotch.log"
MAX_BYTES: Final = 1_000_000
"""About a month of ordinary use; one older file is kept beside it."""

FORMAT: Final = "%(asctime)s %(levelname)s %(name)s [%(turn)s] %(message)s"


def _add_turn(record: logging.LogRecord) -> bool:
    record.turn = current_turn.get()
    return True


class _LogFile(RotatingFileHandler):
    """A log file that a full disk costs lines, and the terminal nothing: logging itself prints a stack for each."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - its name in logging
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def _log_end_of_thread(end: threading.ExceptHookArgs) -> None:
    """Note a thread that a fault of ours ended; from a desktop nobody reads what Python prints of it."""
    if end.exc_value is not None:
        name = end.thread.name if end.thread is not None else "?"
        trace = (end.exc_type, end.exc_value, end.exc_traceback)
        log.error("the thread %s ended by a fault", name, exc_info=trace)


def start_logging(paths: AppPaths) -> None:
    """Log to file and terminal; a folder that cannot be written costs the file only."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    threading.excepthook = _log_end_of_thread
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(logging.Formatter("voxnotch: %(message)s"))
    root.addHandler(terminal)
    try:
        paths.state.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = _LogFile(paths.state / LOG_NAME, maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8")
    except OSError as error:
        root.warning("no log is kept, the folder %s cannot be written: %s", paths.state, error.strerror)
        return
    file.setFormatter(logging.Formatter(FORMAT))
    file.addFilter(_add_turn)
    root.addHandler(file)
